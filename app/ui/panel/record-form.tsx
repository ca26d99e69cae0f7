// What autosaved forms share, and forms of records with a page, whose slug follows the title.
import { type ComponentType, useState } from "react";
import { slugify } from "../../platform/text/slug.ts";
import { useAutosave } from "./autosave.ts";
import { type AutosaveChoice, type AutosaveStart, useAutosaveChoice } from "./autosave-offer.tsx";
import { addOrUpdate } from "./form-dialog.tsx";
import { useQueryState } from "./query-state.ts";
import { type SaveFormOptions, useSaveForm } from "./save-form.ts";
import { useSlug } from "./slug-field.tsx";
import { isPublic, type PendingDraft, thenOf } from "./waiting-changes.tsx";

/** How a new record's switches start. */
export const NEW_SWITCHES = { featured: false, is_indexable: true, is_followable: true };

type Saved = { id: string; version: number; opened: string };
type SavedPage = Saved & { title: string; slug: string };
type AutosavedOptions<Values> = Omit<SaveFormOptions, "values" | "isUnsaved"> & {
  record: Values | null;
  waiting: PendingDraft | null;
  created: Partial<Values>;
  choice: AutosaveChoice;
};

/**
 * Returns a form that's remounted when an autosave is restored.
 * @param Form receives the `choice`
 */
export function autosaved<Props extends { choice: AutosaveChoice }>(Form: ComponentType<Props>) {
  return function Autosaved({ autosave, ...props }: Omit<Props, "choice"> & { autosave: AutosaveStart }) {
    const choice = useAutosaveChoice(autosave);
    return <Form key={choice.id} {...({ ...props, choice } as unknown as Props)} />;
  };
}

/**
 * Returns an autosaved form.
 * @param options.record null to add one, which starts with `created`
 * @param options.waiting its pending changes
 * @returns the form's initial `values`, what it `posts` besides its fields, its pending changes, and the props of
 * its `AutosaveState` (`autosave`) and `AutosaveOffer` (`offer`)
 */
export function useAutosavedForm<Values extends Saved>({
  record,
  waiting: pending,
  created,
  choice,
  ...options
}: AutosavedOptions<Values>) {
  const now = choice.waitingWith(pending);
  // The version that the form shows: one saved elsewhere in the meantime is a conflict.
  const [draftVersion, setDraftVersion] = useState(now?.version ?? 0);
  const waiting = now?.isShown ? { ...now, version: draftVersion } : now;
  const values = choice.over<Partial<Values>>(record ?? created);
  const { change } = useQueryState();
  const form = useSaveForm({
    ...options,
    values,
    isUnsaved: choice.taken !== null,
    onSaved(posted, reply) {
      const then = thenOf(posted);
      if (!then || then === "publish") return options.onSaved(posted, reply);
      // The form stays open and shows the draft, now with what comes next.
      if (reply.version) setDraftVersion(Number(reply.version));
      change({ draft: "1", do: then, ...(reply.record && { add: null, edit: reply.record }) });
    },
  });
  const autosave = useAutosave(choice, form, setDraftVersion);
  const posts: Record<string, string | number> = {
    ...addOrUpdate(record && { ...record, ...values, version: values.version ?? record.version }),
    draft: choice.id,
  };
  const isDraft = waiting?.isShown === true;
  const offer = { choice, version: record?.version, isDraft, hasChanges: form.hasChanges };
  return { values, form, autosave, offer, posts, waiting };
}

/**
 * Does the same as `useAutosavedForm` for a record with a page.
 * @param options.pathOf returns its page's path for a slug
 * @param options.onSaved called with the path of the saved record; null if a draft was saved
 */
export function useRecordForm<Values extends SavedPage>({
  pathOf,
  onSaved,
  ...options
}: Omit<AutosavedOptions<Values>, "onSaved"> & {
  pathOf: (slug: string) => string;
  onSaved: (path: string | null) => void;
}) {
  const saving = useAutosavedForm<Values>({
    ...options,
    onSaved: (posted) =>
      onSaved(isPublic(posted) ? pathOf(slugify(String(posted.get("slug") || posted.get("title")))) : null),
  });
  const slug = useSlug(saving.values, options.record?.slug);
  return { ...saving, slug };
}
