import { useState } from "react";
import { href, Link } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import { Dialog, DialogHead } from "./dialog.tsx";
import { SaveFooter } from "./form-parts.tsx";
import { PreviewLink, type ShareReply } from "./preview-link.tsx";
import { useSaveFetcher } from "./row-action.ts";
import { aboutSchedule, ScheduleFields } from "./schedule-fields.tsx";
import type { PendingDraft } from "./waiting-changes.tsx";

const CHANGES = href("/admin-control-panel-seoprozone/changes");
const words = changes.form;

/**
 * Renders the dialog that schedules or shares a draft. By default, a titled set is shared as a whole; otherwise
 * only this draft is included.
 */
export function PublishDialog({
  does,
  record,
  at: { set, title, others, seen, schedule },
  onClose,
}: {
  does: "schedule" | "share";
  record: { kind: string; id: string };
  at: NonNullable<PendingDraft["at"]> & { title: string };
  onClose: () => void;
}) {
  const fetcher = useSaveFetcher<ShareReply>(CHANGES, () => does === "schedule" && onClose());
  const [isAlone, setAlone] = useState(does === "schedule" || title === "");
  const isSet = does === "schedule" && (schedule.at ?? schedule.until) !== null;
  const link = does === "share" ? fetcher.data?.link : undefined;
  const say = changes[does];
  const intent = isSet ? "unschedule" : does;
  return (
    <Dialog onClose={onClose} hasChanges={() => false} size="small">
      <fetcher.Form method="post" action={CHANGES} className="dlg">
        <DialogHead title={say.title} />
        <div className="dlg__b fgrid">
          <p>{does === "schedule" ? aboutSchedule(schedule, isAlone) : changes.share.about}</p>
          {Object.entries({ intent, set, ...record }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {isAlone ? (
            <input type="hidden" name="alone" value="on" />
          ) : (
            <input type="hidden" name="seen" value={seen} />
          )}
          {others > 0 && !isSet && !link && (
            <fieldset className="fgrid">
              <legend className="label">{words.scope}</legend>
              {[true, false].map((alone) => (
                <label className="check" key={String(alone)}>
                  <input type="radio" checked={isAlone === alone} onChange={() => setAlone(alone)} />
                  {alone ? words.alone : words.together(title, others + 1)}
                </label>
              ))}
            </fieldset>
          )}
          {does === "schedule" && !isSet && <ScheduleFields {...schedule} />}
          {link && <PreviewLink link={link} />}
          {does === "share" && (
            <Link className="more" to={`${CHANGES}?set=${set}`}>
              {words.links}
            </Link>
          )}
        </div>
        <SaveFooter
          isBusy={fetcher.state !== "idle"}
          cancel={words.close}
          save={isSet ? changes.schedule.remove : say.add}
          onCancel={onClose}
        />
      </fetcher.Form>
    </Dialog>
  );
}
