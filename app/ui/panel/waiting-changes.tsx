// A form and the changes that were kept of its record: it shows what is live or the draft, and keeps as well as saves.
import { GitCompareArrows } from "lucide-react";
import { href, Link, useLocation } from "react-router";
import { changes as words } from "../../copy/panel/changes.ts";
import { SubmitButton } from "./form-parts.tsx";

/** The changes of a record that wait to be published. */
export type PendingDraft = {
  /** counts the times they were kept; 0 where none wait any more, of a form that goes on with what was typed into them */
  version: number;
  /** of the change set in which they wait; empty for none */
  title: string;
  /** the fields that they change */
  labels: string[];
  /** whether the form shows them */
  isShown: boolean;
  /** whether they publish a record that visitors do not see yet */
  isNew?: boolean;
  /** why they cannot be shown */
  problem?: string;
};

/** What a form that shows the draft posts besides its fields: whatever submits it keeps it and never saves. */
export const postsOfDraft = (waiting: PendingDraft | null | undefined): Record<string, string | number> =>
  waiting?.isShown ? { keep: "on", ...(waiting.version > 0 && { draft_version: waiting.version }) } : {};

/** A form's key, by its record and whether it shows the draft: it is made anew where one takes the other's place. */
export const keyOfForm = (of: { record: { id: string } | null; waiting: PendingDraft | null }) =>
  `${of.record?.id ?? "add"}${of.waiting?.isShown ? " draft" : ""}`;

/**
 * The address of the same form with the draft in it, or with what is live.
 * @param isShown whether it shows the draft now
 */
export function useOtherView(isShown: boolean): string {
  const { pathname, search } = useLocation();
  const to = new URLSearchParams(search);
  // Said either way: without it, a record that is not published yet opens with the draft that publishes it.
  to.set("draft", isShown ? "0" : "1");
  return `${pathname}?${to}`;
}

/** Says at the head of a form that changes wait, and leads from what is live to the draft and back. */
export function DraftNotice({ waiting }: { waiting: PendingDraft | null | undefined }) {
  const otherView = useOtherView(waiting?.isShown === true);
  if (!waiting) return null;
  const { version, title, labels, isShown, isNew, problem } = waiting;
  const say = isNew ? words.form.isNew : words.form;
  return (
    <section className="unsaved" aria-label={words.form.label}>
      <GitCompareArrows className="i" aria-hidden />
      <p>
        {problem
          ? words.form.cannotShow(problem)
          : version === 0
            ? words.form.again
            : isShown
              ? say.shows(labels, title)
              : say.waits(labels, title)}
      </p>
      <div className="btns">
        {!problem && version > 0 && (
          <Link className="btn btn--line" to={otherView} preventScrollReset>
            {isShown ? say.showLive : words.form.showDraft}
          </Link>
        )}
        <Link className="btn btn--line" to={href("/admin-control-panel-seoprozone/changes")}>
          {words.form.toChanges}
        </Link>
      </div>
    </section>
  );
}

/**
 * Cancel, Save draft and Save of a form; where it shows the draft, saving is keeping.
 * @param props.waiting the changes of its record that wait
 * @param props.canKeep whether it keeps drafts
 */
export function SaveButtons(props: {
  isBusy: boolean;
  waiting?: PendingDraft | null;
  canKeep: boolean;
  onCancel: () => void;
}) {
  const { isBusy, waiting, canKeep, onCancel } = props;
  const isDraft = waiting?.isShown;
  return (
    <>
      <button type="button" className="btn btn--line" onClick={onCancel}>
        Cancel
      </button>
      {canKeep && !isDraft && <SaveDraftButton isBusy={isBusy} />}
      <SubmitButton isBusy={isBusy}>{isDraft ? <SaveDraftLabel /> : "Save"}</SubmitButton>
    </>
  );
}

/** Keeps what stands in the form around it beside what is live. */
export function SaveDraftButton({ isBusy }: { isBusy: boolean }) {
  return (
    <button
      type="button"
      className="btn btn--line"
      disabled={isBusy}
      onClick={({ currentTarget: { form } }) => form && keep(form)}
    >
      <SaveDraftLabel />
    </button>
  );
}

/** What the button says; on a phone, where there are others beside it, its first word. */
export const SaveDraftLabel = () => <span>{words.form.keep}</span>;

/** With a button of its own for this moment: one that stays would be what Enter in a field presses, instead of Save. */
function keep(form: HTMLFormElement) {
  const submitter = Object.assign(document.createElement("button"), {
    name: "keep",
    value: "on",
    hidden: true,
  });
  form.append(submitter);
  form.requestSubmit(submitter);
  submitter.remove();
}
