// A form's buttons: save, draft, publish, preview, share, and a menu with everything else.
import { CalendarClock, Eye, History, Share2, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { href, Link, useLocation } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import { history } from "../../copy/panel/history.ts";
import { preview } from "../../copy/panel/preview.ts";
import { SubmitButton } from "./form-parts.tsx";
import { historyPath } from "./history-link.tsx";
import { IconButton } from "./icon-button.tsx";
import { MoreItem, MoreLink, MoreMenu } from "./more-menu.tsx";
import { openPreview } from "./preview-button.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { useQueryState } from "./query-state.ts";
import { useSaveFetcher } from "./row-action.ts";
import type { useSaveForm } from "./save-form.ts";
import { type PendingDraft, SaveDraftButton, SaveDraftLabel, submitDraft } from "./waiting-changes.tsx";

const words = changes.form;
const CHANGES = href("/admin-control-panel-seoprozone/changes");

export type RecordRef = { kind: string; id?: string };

/**
 * @property now whether visitors see the record before it's saved
 * @property willBe whether they'd see it, as the form opens
 */
export type Seen = { now: boolean; willBe: boolean };

type Edited = {
  /** the record for the history link; a new record has no id */
  record: RecordRef | undefined;
  waiting?: PendingDraft | null;
};
type Props = Edited & {
  saving: ReturnType<typeof useSaveForm>;
  canDraft: boolean;
  /** undefined for what visitors never see, such as a reply template */
  seen: Seen | undefined;
  /** whether the form is a page of its own: long enough for Enter to be pressed by accident */
  isPage?: boolean;
  hasPreview?: boolean;
  onCancel: () => void;
};

/**
 * The button that saves says what visitors will see of it. In a form that shows the draft, Enter saves the draft.
 * The menu repeats Preview and Share preview, which don't fit on phones.
 */
export function SaveButtons({ onCancel, ...props }: Props) {
  const { saving, waiting, canDraft, record, hasPreview, isPage } = props;
  const does = useEffectOfSaving(props);
  const isBusy = saving.fetcher.state !== "idle";
  const [isNothing, setNothing] = useState(false);
  // What's typed isn't state, so look just before the button can be clicked.
  const look = () => setNothing(hasNothing(props));
  return (
    <>
      <FormMenu {...props} />
      {record && hasPreview && (
        <span className="more__quick">
          <IconButton icon={Eye} title={preview.button} onClick={() => previewForm(saving, record)}>
            {preview.button} ({preview.hint})
          </IconButton>
          {canDraft && (
            <IconButton
              icon={CalendarClock}
              title={isNothing ? `${words.schedule} ${words.nothingYet}` : words.schedule}
              disabled={isBusy}
              aria-disabled={isNothing || undefined}
              onPointerEnter={look}
              onFocus={look}
              onClick={() => !hasNothing(props) && submitDraft(saving.element.current, "schedule")}
            >
              {words.schedule}
            </IconButton>
          )}
          {canDraft && (
            <IconButton
              icon={Share2}
              title={isNothing ? `${words.share}: ${words.nothingYet}` : words.share}
              disabled={isBusy}
              aria-disabled={isNothing || undefined}
              onPointerEnter={look}
              onFocus={look}
              onClick={() => !hasNothing(props) && submitDraft(saving.element.current, "share")}
            >
              {words.share}
            </IconButton>
          )}
        </span>
      )}
      <button type="button" className="btn btn--line" onClick={onCancel}>
        Cancel
      </button>
      {waiting?.isShown ? (
        <>
          <SubmitButton isBusy={isBusy} className="btn btn--line">
            <SaveDraftLabel />
          </SubmitButton>
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            onClick={() => submitDraft(saving.element.current, "publish")}
          >
            {waiting.isNew ? words.publish : words.update}
          </button>
        </>
      ) : (
        <>
          {canDraft && does !== "save" && <SaveDraftButton isBusy={isBusy} />}
          <SubmitButton isBusy={isBusy} takesClick={isPage && does === "publish"}>
            {words[does]}
          </SubmitButton>
        </>
      )}
    </>
  );
}

/** Follows the form's Published switch, or the choice that turns a redirect off. */
function useEffectOfSaving({ saving: { element }, seen }: Pick<Props, "saving" | "seen">) {
  const [willBe, setWillBe] = useState(seen?.willBe);
  // Not a layout effect: the form is known once all its parts are.
  useEffect(() => {
    const form = element.current;
    const look = () => {
      const control = form?.elements.namedItem("published") ?? form?.elements.namedItem("is_on");
      if (control instanceof HTMLInputElement) setWillBe(control.checked);
      if (control instanceof HTMLSelectElement) setWillBe(control.value === "true");
    };
    look();
    form?.addEventListener("change", look);
    return () => form?.removeEventListener("change", look);
  }, [element]);
  if (!seen) return "save";
  if (willBe) return seen.now ? "update" : "publish";
  return seen.now ? "unpublish" : "save";
}

/** Returns whether there's no draft to schedule or share: the form shows the published version, unchanged. */
function hasNothing({ saving, record, waiting }: Pick<Props, "saving" | "record" | "waiting">): boolean {
  const form = saving.element.current;
  if (!form || !record?.id || waiting || saving.hasChanges()) return false;
  const posted = new FormData(form);
  // An unpublished record's draft publishes it.
  return !posted.getAll("switches").includes("published") || posted.has("published");
}

function previewForm({ element }: Props["saving"], record: RecordRef) {
  if (element.current) void openPreview(element.current, record);
}

function FormMenu({ saving, record, waiting, canDraft, hasPreview }: Omit<Props, "onCancel">) {
  const discard = useDiscard({ record, waiting });
  const isBusy = saving.fetcher.state !== "idle";
  const id = record?.id;
  if (!id && !canDraft) return null;
  return (
    <MoreMenu label={words.more} title={words.more}>
      {canDraft && <DraftItems {...{ saving, record, waiting, isBusy }} />}
      {record && hasPreview && (
        <MoreItem icon={Eye} onClick={() => previewForm(saving, record)}>
          {preview.button}
        </MoreItem>
      )}
      {record && id && (
        <MoreLink icon={History} to={historyPath(record.kind, id)}>
          {history.link}
        </MoreLink>
      )}
      {discard && (
        <MoreItem icon={Trash2} onClick={discard}>
          {words.discard}
        </MoreItem>
      )}
    </MoreMenu>
  );
}

/** Mounts when the menu opens, so it knows what was typed until then. */
function DraftItems(props: Pick<Props, "saving" | "record" | "waiting"> & { isBusy: boolean }) {
  const [isNothing] = useState(() => hasNothing(props));
  const of = { isDisabled: props.isBusy || isNothing, hint: isNothing ? words.nothingYet : undefined };
  const submit = (then: "schedule" | "share") => () => submitDraft(props.saving.element.current, then);
  return (
    <>
      <MoreItem icon={CalendarClock} {...of} onClick={submit("schedule")}>
        {words.schedule}
      </MoreItem>
      <MoreItem icon={Share2} {...of} onClick={submit("share")}>
        {words.share}
      </MoreItem>
    </>
  );
}

/** Returns a function that discards the draft after confirmation; undefined without a draft. */
function useDiscard({ record, waiting }: Edited) {
  const fetcher = useSaveFetcher(CHANGES);
  const drafts = waiting?.at?.draft;
  if (!record?.id || !drafts) return undefined;
  return () => {
    if (window.confirm(words.discardQuestion))
      fetcher.submit({ intent: "drop", drafts }, { method: "post", action: CHANGES });
  };
}

/** Renders the dialog named in the URL. Don't nest it in the form, because it contains a form. */
export function PublishDialogs({ record, waiting }: Edited) {
  const { change } = useQueryState();
  const asked = new URLSearchParams(useLocation().search).get("do");
  const at = waiting?.isShown && waiting.at;
  if (!record?.id || !at || (asked !== "schedule" && asked !== "share")) return null;
  return (
    <PublishDialog
      key={asked}
      does={asked}
      drafts={at.draft}
      schedule={at.schedule}
      onClose={() => change({ do: null }, { replace: true })}
    >
      {asked === "share" && (
        <Link className="more" to={CHANGES}>
          {words.links}
        </Link>
      )}
    </PublishDialog>
  );
}
