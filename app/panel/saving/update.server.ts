import type { z } from "zod";
import type { RecordKey } from "../../features/changes/record-key.server.ts";
import type { Args } from "../../features/sign-in/actor.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { draftSaved, isDraftSave, saveFormAsDraft } from "./drafts.server.ts";
import { type FormWords, readForm, saveForm, type ToastAddition, withUndo } from "./save.server.ts";

type Stored = { version: number; updated_at: Date | null };

/**
 * Saves the form of an existing record, or saves it as a draft if the form says so.
 * @param of.version the record's version when the form opened
 * @param of.find returns the fields in `labels`, for conflicts; null if the record is gone
 * @param of.findVersion returns the version that a draft is compared with; by default, `find`
 * @param of.what another editor's change, such as "saved this post"
 * @param of.write saves the record and deletes the form's autosaves
 * @param of.prepareDraft completes the form before it's saved as a draft; returns a note for the toast
 */
export function saveUpdate<Input extends object>(
  args: Args,
  form: FormData,
  of: {
    key: RecordKey;
    version: number;
    schema: z.ZodType<Input>;
    labels: Record<string, string>;
    required?: readonly string[];
    words: FormWords & { updated: string };
    find(db: Database): Promise<(Stored & object) | null>;
    findVersion?(db: Database): Promise<Pick<Stored, "version"> | null>;
    what: string;
    write(input: Input): Promise<ToastAddition>;
    prepareDraft?(input: Input): Promise<string | undefined>;
  },
) {
  const { key, version, labels, find, findVersion = find, what } = of;
  const { updated, ...words } = of.words;
  const db = args.context.get(ownerDb);
  const isDraft = isDraftSave(form);
  return saveForm(
    readForm(form, of.schema),
    async (input) => {
      if (!isDraft) return withUndo(args.context, await of.write(input));
      const note = await of.prepareDraft?.(input);
      const draft = await saveFormAsDraft(args, key, { form, opened: version, find: findVersion, what });
      return { ...draft, text: [note, draft.text].filter(Boolean).join(" ") };
    },
    { ...words, done: isDraft ? draftSaved(form) : updated },
    of.required,
    { db, labels, opened: form.get("opened"), find: () => find(db) },
  );
}
