// Forms with drafts: a form shows the published version or the draft, and can save a draft instead of saving.
import { GitCompareArrows } from "lucide-react";
import { href, Link, useLocation } from "react-router";
import { changes as words } from "../../copy/panel/changes.ts";
import type { ScheduleShown } from "./schedule-fields.tsx";

/** A record's pending changes. */
export type PendingDraft = {
  /** counts the draft's saves; 0 if there's no draft any more, for a form that restored text typed into one */
  version: number;
  /** the title of their set; empty for an untitled one */
  title: string;
  /** the labels of the changed fields */
  labels: string[];
  /** whether the form shows them */
  isShown: boolean;
  /** whether they publish a record that visitors don't see yet */
  isNew?: boolean;
  /** why they can't be shown */
  problem?: string;
  /** their set, its schedule, and how many other records it has */
  at?: { set: string; others: number; schedule: ScheduleShown };
  /** whether the form shows restored unsaved changes instead of what the URL asks for */
  isRestored?: boolean;
};

/** The field of a form that's saved as a draft. */
export const AS_DRAFT = "keep";

/** What a form that shows the draft posts besides its fields: however it's submitted, it saves the draft. */
export function DraftFields({ waiting }: { waiting: PendingDraft | null | undefined }) {
  if (!waiting?.isShown) return null;
  return (
    <>
      <input type="hidden" name={AS_DRAFT} value="on" />
      {waiting.version > 0 && <input type="hidden" name="draft_version" value={waiting.version} />}
    </>
  );
}

/** Returns a form's key, by record and by what it shows, so that it's remounted when that changes. */
export const keyOfForm = (of: { record: { id: string } | null; waiting: PendingDraft | null }) =>
  `${of.record?.id ?? "add"}${of.waiting?.isShown ? " draft" : ""}`;

/**
 * Returns the URL of the same form with the draft or the published version.
 * @param isShown whether it shows the draft now
 */
export function useOtherView(isShown: boolean): string {
  const { pathname, search } = useLocation();
  const to = new URLSearchParams(search);
  // Explicit either way: without it, an unpublished record opens with the draft that publishes it.
  to.set("draft", isShown ? "0" : "1");
  return `${pathname}?${to}`;
}

/** Announces pending changes at the head of a form, and links between the draft and the published version. */
export function DraftNotice({ waiting }: { waiting: PendingDraft | null | undefined }) {
  const otherView = useOtherView(waiting?.isShown === true);
  if (!waiting) return null;
  const { version, title, labels, isShown, isNew, isRestored, problem, at } = waiting;
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
              ? say.showsDraft(labels, title)
              : say.showsPublished(labels, title)}
        {at?.schedule.at && ` ${words.schedule.goesLive(at.schedule.at)}`}
        {at?.schedule.problem && ` ${words.schedule.problem(at.schedule.problem)}`}
      </p>
      <div className="btns">
        {!problem && !isRestored && (
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

/** Saves the form around it as a draft. */
export function SaveDraftButton({ isBusy }: { isBusy: boolean }) {
  return (
    <button
      type="button"
      className="btn btn--line"
      disabled={isBusy}
      onClick={({ currentTarget: { form } }) => submitDraft(form)}
    >
      <SaveDraftLabel />
    </button>
  );
}

/** Renders the button's label; on a phone with several buttons, its first word. */
export const SaveDraftLabel = () => <span>{words.form.saveDraft}</span>;

/** What happens to a form's draft once it's saved. */
export type ThenDo = "publish" | "schedule" | "share";

/**
 * Submits a form to be saved as a draft. Uses a temporary submit button: a permanent one would be what Enter in a field
 * triggers instead of Save.
 */
export function submitDraft(form: HTMLFormElement | null, then: ThenDo | "on" = "on") {
  const submitter = Object.assign(document.createElement("button"), {
    name: AS_DRAFT,
    value: then,
    hidden: true,
  });
  form?.append(submitter);
  form?.requestSubmit(submitter);
  submitter.remove();
}

/** Returns what should happen to the draft that a form saved, if anything. */
export const thenOf = (posted: FormData) => {
  const then = posted.getAll(AS_DRAFT).at(-1);
  return then === "on" ? undefined : (then as ThenDo | undefined);
};

/** Returns whether visitors see what a form saved: it wasn't only saved as a draft. */
export const isPublic = (posted: FormData) => !posted.has(AS_DRAFT) || thenOf(posted) === "publish";
