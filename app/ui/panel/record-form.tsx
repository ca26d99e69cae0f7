// What the forms of records with a page of their own have in common: they are autosaved, and their slug follows the title.
import type { ComponentType } from "react";
import { slugify } from "../../platform/slug.ts";
import { useAutosave } from "./autosave.ts";
import { type AutosaveChoice, type AutosaveStart, useAutosaveChoice } from "./autosave-offer.tsx";
import { addOrUpdate } from "./form-dialog.tsx";
import { type SaveFormOptions, useSaveForm } from "./save-form.ts";
import { useSlug } from "./slug-field.tsx";
import { postsOfDraft, type WaitingChanges } from "./waiting-changes.tsx";

type Saved = { id: string; version: number; opened: string; title: string; slug: string };

/** A form that is shown anew once the owner goes on with an autosave. @param Form is given the `choice` */
export function autosaved<Props extends { choice: AutosaveChoice }>(Form: ComponentType<Props>) {
  return function Autosaved({ autosave, ...props }: Omit<Props, "choice"> & { autosave: AutosaveStart }) {
    const choice = useAutosaveChoice(autosave);
    return <Form key={choice.id} {...({ ...props, choice } as unknown as Props)} />;
  };
}

/**
 * @param options.record null to add one, which then starts with `created`
 * @param options.pathOf the path of a record's page by its slug
 * @param options.waiting its changes that wait to be published
 * @param options.onSaved called with the path of what was saved; null where it was kept as a draft
 * @returns `values` that the form starts with, what it `posts` besides its fields, and the changes that wait as it treats
 *   them
 */
export function useRecordForm<Values extends Saved>({
  record,
  waiting: kept,
  created,
  choice,
  pathOf,
  onSaved,
  ...options
}: Omit<SaveFormOptions, "values" | "onSaved" | "isUnsaved"> & {
  record: Values | null;
  waiting: WaitingChanges | null;
  created: Partial<Values>;
  choice: AutosaveChoice;
  pathOf: (slug: string) => string;
  onSaved: (path: string | null) => void;
}) {
  const waiting = choice.waitingWith(kept);
  const values = choice.over<Partial<Values>>(record ?? created);
  const form = useSaveForm({
    ...options,
    values,
    isUnsaved: choice.taken !== null,
    onSaved: (posted) =>
      onSaved(posted.has("keep") ? null : pathOf(slugify(String(posted.get("slug") || posted.get("title"))))),
  });
  const autosave = useAutosave(choice, form);
  const slug = useSlug(values, record?.slug);
  const posts: Record<string, string | number> = {
    ...addOrUpdate(record && { ...record, ...values, version: values.version ?? record.version }),
    draft: choice.id,
    ...postsOfDraft(waiting),
  };
  return { values, form, autosave, slug, posts, waiting };
}
