// Forms with drafts show the published version or the draft, and can save a draft.
import { GitCompareArrows } from "lucide-react";
import { href, Link, useLocation } from "react-router";
import { changes as words } from "../../copy/panel/changes.ts";
import { useSaveFetcher } from "./row-action.ts";
import type { ScheduleShown } from "./schedule-fields.tsx";

const CHANGES = href("/admin-control-panel-seoprozone/changes");

export type PendingDraft = {
  /** the draft's version; 0 if the draft is gone but the form restored its text */
  version: number;
  /** labels of the changed fields */
  labels: string[];
  /** whether the form shows the draft */
  isShown: boolean;
  /** whether publishing the draft makes the record public for the first time */
  isNew?: boolean;
  /** slug of the record's public page, which the draft may change; null if there's no such page */
  publicSlug?: string | null;
  /** why the draft can't be shown */
  problem?: string;
  /** the draft's name in requests, and its schedule */
  at?: { draft: string; schedule: ScheduleShown };
  /** whether the form shows a restored autosave instead of the version in the URL */
  isRestored?: boolean;
};

/** The form field that requests saving as a draft. */
export const AS_DRAFT = "draft";

/** Returns the slug of the record's public page; null if visitors can't see the record. */
export function publicSlugOf(
  record: { published: boolean; slug: string } | null,
  waiting: PendingDraft | null,
): string | null {
  if (waiting?.publicSlug !== undefined) return waiting.publicSlug;
  return record?.published ? record.slug : null;
}

/** Makes a form save the draft on screen, however the form is submitted. */
export function DraftFields({ waiting }: { waiting: PendingDraft | null | undefined }) {
  if (!waiting?.isShown) return null;
  return (
    <>
      <input type="hidden" name={AS_DRAFT} value="on" />
      {waiting.version > 0 && <input type="hidden" name="draft_version" value={waiting.version} />}
    </>
  );
}

/** Returns a key that remounts the form when the record or the version on screen changes. */
export const keyOfForm = (of: { record: { id: string } | null; waiting: PendingDraft | null }) =>
  `${of.record?.id ?? "add"}${of.waiting?.isShown ? " draft" : ""}`;

/**
 * Returns the URL that switches between the draft and the published version.
 * @param isShown whether the form shows the draft now
 */
export function useOtherView(isShown: boolean): string {
  const { pathname, search } = useLocation();
  const to = new URLSearchParams(search);
  // Always set it: without `draft`, an unpublished record opens with the draft that would publish it.
  to.set("draft", isShown ? "0" : "1");
  return `${pathname}?${to}`;
}

/** Renders pending changes and their schedule, with a link to the other version. */
export function DraftNotice({ waiting }: { waiting: PendingDraft | null | undefined }) {
  const otherView = useOtherView(waiting?.isShown === true);
  const fetcher = useSaveFetcher(CHANGES);
  if (!waiting) return null;
  const { version, labels, isShown, isNew, isRestored, problem, at } = waiting;
  const say = isNew ? words.form.isNew : words.form;
  return (
    <fieldset className="unsaved" aria-label={words.form.label}>
      <GitCompareArrows className="i" aria-hidden />
      <p>
        {problem
          ? words.form.cannotShow(problem)
          : version === 0
            ? words.form.again
            : isShown
              ? say.showsDraft(labels)
              : say.showsPublished(labels)}
        {at?.schedule.at && ` ${words.schedule.goesLive(at.schedule.at)}`}
        {at?.schedule.problem && ` ${words.schedule.problem(at.schedule.problem)}`}
      </p>
      <div className="btns">
        {at?.schedule.at && (
          <button
            type="button"
            className="btn btn--line"
            disabled={fetcher.state !== "idle"}
            onClick={({ currentTarget }) => {
              fetcher.submit({ intent: "unschedule", drafts: at.draft }, { method: "post", action: CHANGES });
              // The button disappears, so focus the link beside it.
              currentTarget.parentElement?.querySelector("a")?.focus();
            }}
          >
            {words.schedule.remove}
          </button>
        )}
        {!problem && !isRestored && (
          <Link className="btn btn--line" to={otherView} preventScrollReset>
            {isShown ? say.showLive : words.form.showDraft}
          </Link>
        )}
        <Link className="btn btn--line" to={CHANGES}>
          {words.form.toChanges}
        </Link>
      </div>
    </fieldset>
  );
}

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

/** On phones, only the first word shows if there are several buttons. */
export const SaveDraftLabel = () => <span>{words.form.saveDraft}</span>;

/** The next step after a draft is saved. */
export type ThenDo = "publish" | "schedule" | "share";

/** Uses a temporary submit button, because Enter in a field would trigger a permanent one instead of Save. */
export function submitDraft(form: HTMLFormElement | null, then: ThenDo | "on" = "on") {
  const submitter = Object.assign(document.createElement("button"), {
    name: AS_DRAFT,
    value: then,
    hidden: true,
  });
  submitBy(form, submitter);
}

/** Submits a form by one of its buttons, or by a button that's not in the form, which is added for a moment. */
export function submitBy(form: HTMLFormElement | null, button: HTMLElement | null) {
  const isAdded = form !== null && button !== null && !form.contains(button);
  if (isAdded) form.append(button);
  form?.requestSubmit(button);
  if (isAdded) button.remove();
}

/** Returns the next step for the draft, if any. */
export const thenOf = (posted: FormData) => {
  const then = posted.getAll(AS_DRAFT).at(-1);
  return then === "on" ? undefined : (then as ThenDo | undefined);
};

/** Returns whether visitors see what was saved. They don't see drafts. */
export const isPublic = (posted: FormData) => !posted.has(AS_DRAFT) || thenOf(posted) === "publish";
