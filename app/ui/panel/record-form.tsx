import { type ComponentType, useState } from "react";
import { slugify } from "../../platform/text/slug.ts";
import { useAutosave } from "./autosave.ts";
import { type AutosaveChoice, type AutosaveStart, useAutosaveChoice } from "./autosave-offer.tsx";
import { addOrUpdate } from "./form-dialog.tsx";
import { useQueryState } from "./query-state.ts";
import { type SaveFormOptions, useSaveForm } from "./save-form.ts";
import type { SaveReply } from "./save-reply.ts";
import { useSlug } from "./slug-field.tsx";
import { AS_DRAFT, isPublic, type PendingDraft, thenOf } from "./waiting-changes.tsx";

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
 * What a kind's tab gives its form.
 * @property record null for a new record
 * @property onSaved receives the path of a public page, which is then checked; null for a draft
 */
export type FormProps<Values> = Pick<AutosavedOptions<Values>, "record" | "waiting" | "choice"> & {
  onClose: () => void;
  onSaved: (path?: string | null) => void;
};

/** Returns hidden values: the ids of the autosaves that the server deletes once the form is saved. */
export const autosavesOf = ({ id, restored }: AutosaveChoice) => ({
  autosave: id,
  ...(restored && { restored }),
});

/** Wraps a form, so that it remounts when an autosave is restored. */
export function autosaved<Props extends { choice: AutosaveChoice }>(Form: ComponentType<Props>) {
  return function Autosaved({ autosave, ...props }: Omit<Props, "choice"> & { autosave: AutosaveStart }) {
    const choice = useAutosaveChoice(autosave);
    return <Form key={choice.key} {...({ ...props, choice } as unknown as Props)} />;
  };
}

/**
 * @param options.record null for a new record, which starts with `created`
 * @returns the form, its initial `values`, hidden `posts` and draft, and props for `AutosaveState` and
 *   `AutosaveOffer`
 */
export function useAutosavedForm<Values extends Saved>({
  record,
  waiting: pending,
  created,
  choice,
  ...options
}: AutosavedOptions<Values>) {
  const now = choice.waitingWith(pending);
  // The draft version that this form last loaded or saved. Saving over a newer one is a conflict.
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
      if (!then && keepsOpen(posted, reply)) return;
      if (!then || then === "publish") return options.onSaved(posted, reply);
      // Keep the form open with the draft, and open the dialog for the next step.
      if (reply.version) setDraftVersion(Number(reply.version));
      change({ draft: "1", do: then, ...(reply.record && { add: null, edit: reply.record }) });
    },
  });
  /** Keeps the form open if more was typed after sending, unless it shows a different version from the saved one. */
  const keepsOpen = (posted: FormData, { version }: SaveReply) => {
    const isDraft = waiting?.isShown === true;
    if (!record || !version || isDraft !== posted.has(AS_DRAFT) || !form.hasChanges()) return false;
    if (isDraft) setDraftVersion(Number(version));
    else form.setSavedVersion(version);
    return true;
  };
  const autosave = useAutosave(choice, form, setDraftVersion);
  const posts: Record<string, string | number> = {
    ...addOrUpdate(record && { ...record, ...values, version: values.version ?? record.version }),
    ...autosavesOf(choice),
  };
  const isDraft = waiting?.isShown === true;
  const offer = { choice, version: record?.version, isDraft, hasChanges: form.hasChanges };
  const seen = { now: record !== null && isOn(record), willBe: isOn(values) };
  return { values, form, autosave, offer, posts, waiting, seen };
}

/** Records without a switch are public once they're saved. */
const isOn = (values: object) =>
  !("published" in values && values.published === false) && !("is_on" in values && values.is_on === "false");

export type AutosavedForm = Omit<ReturnType<typeof useAutosavedForm<Saved>>, "values">;

type Described = Pick<SaveFormOptions, "schema" | "labels" | "required"> & {
  words: { missing: string; failed: Record<"add" | "update", string> };
};

/** Works like `useAutosavedForm`, with what its kind and tab say about a form. */
export function useKindForm<Values extends Saved>(
  { schema, labels, required, words }: Described,
  { record, waiting, choice }: Pick<FormProps<Values>, "record" | "waiting" | "choice">,
  of: Pick<AutosavedOptions<Values>, "created" | "onSaved">,
) {
  const { missing, failed } = words;
  return useAutosavedForm<Values>({
    ...{ schema, labels, required, missing, failed: failed[record ? "update" : "add"] },
    ...{ record, waiting, choice, ...of },
  });
}

/** Works like `useKindForm`, for a record with a page. Also returns `slug` from `useSlug`. */
export function useRecordForm<Values extends SavedPage>(
  kind: Described,
  props: FormProps<Values>,
  { created, pathOf }: { created: Partial<Values>; pathOf: (slug: string) => string },
) {
  const { record, onSaved } = props;
  const saving = useKindForm(kind, props, {
    created,
    onSaved: (posted) =>
      onSaved(isPublic(posted) ? pathOf(slugify(String(posted.get("slug") || posted.get("title")))) : null),
  });
  const slug = useSlug(saving.values, record?.slug);
  return { ...saving, slug };
}
