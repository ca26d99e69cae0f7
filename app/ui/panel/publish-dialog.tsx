import type { ReactNode } from "react";
import { href } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import { Dialog, DialogHead } from "./dialog.tsx";
import { SaveFooter } from "./form-parts.tsx";
import { PreviewLink, type ShareReply } from "./preview-link.tsx";
import { useSaveFetcher } from "./row-action.ts";
import { aboutSchedule, ScheduleFields, type ScheduleShown } from "./schedule-fields.tsx";

const CHANGES = href("/admin-control-panel-seoprozone/changes");

/**
 * Renders the dialog that schedules or shares drafts.
 * @param props.drafts their names, joined by dots
 */
export function PublishDialog({
  does,
  drafts,
  schedule,
  onClose,
  returnTo,
  children,
}: {
  does: "schedule" | "share";
  drafts: string;
  schedule: ScheduleShown;
  onClose: () => void;
  returnTo?: () => HTMLElement | null;
  children?: ReactNode;
}) {
  const fetcher = useSaveFetcher<ShareReply>(CHANGES, () => does === "schedule" && onClose());
  const isSet = does === "schedule" && (schedule.at ?? schedule.until) !== null;
  const link = does === "share" ? fetcher.data?.link : undefined;
  const say = changes[does];
  return (
    <Dialog onClose={onClose} hasChanges={() => false} returnTo={returnTo} size="small">
      <fetcher.Form method="post" action={CHANGES} className="dlg">
        <DialogHead title={say.title} />
        <div className="dlg__b fgrid">
          <p>{does === "schedule" ? aboutSchedule(schedule) : changes.share.about}</p>
          <input type="hidden" name="intent" value={isSet ? "unschedule" : does} />
          <input type="hidden" name="drafts" value={drafts} />
          {does === "schedule" && !isSet && <ScheduleFields {...schedule} />}
          {link && <PreviewLink link={link} />}
          {children}
        </div>
        <SaveFooter
          isBusy={fetcher.state !== "idle"}
          cancel={changes.form.close}
          save={isSet ? changes.schedule.remove : say.add}
          onCancel={onClose}
        />
      </fetcher.Form>
    </Dialog>
  );
}
