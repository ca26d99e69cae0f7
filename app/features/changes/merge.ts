// How the fields of a draft meet what is live: field by field, with the value that each was based on.
import type { RecordField } from "../records/record-kind.server.ts";

/** A field's value at one time. `isDefault`: the owner had written none. `shown`: what a person reads instead of it. */
export type FieldState = Pick<RecordField, "value" | "isDefault" | "shown">;
/** One field of a draft: what it becomes, and what was live when it was changed. */
export type KeptField = { base: FieldState; value: FieldState };
/** By the names of the fields. */
export type KeptFields = Record<string, KeptField>;

/** What becomes of a field: it is written, it is so already, or it was changed on both sides. */
export type Meeting = "write" | "same" | "conflict";

export function meet({ base, value }: KeptField, live: string): Meeting {
  if (live === value.value) return "same";
  return live === base.value ? "write" : "conflict";
}

/**
 * Whether a draft publishes a record that visitors do not see.
 * @param live the record's fields as they are saved
 */
export const publishes = ({ published }: KeptFields, live: readonly RecordField[]): boolean =>
  published?.value.value === "true" &&
  live.some(({ name, value }) => name === "published" && value === "false");

/** What brings back the state before. */
export const inverse = (fields: KeptFields): KeptFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { base, value }]) => [name, { base: value, value: base }]),
  );

/** @returns null where a draft of another value waits for one of the fields: its name */
type Kept = { fields: KeptFields } | { taken: string };

/**
 * The draft after a form was kept.
 * @param of.live the record's fields as they are live
 * @param of.next those fields that the form posted, as a save would have stored them
 * @param of.draft what was kept of the record before
 * @param of.isOnDraft whether the form showed that draft: it then says all that it holds. Otherwise it showed what is
 *   live, and what it did not change stays in the draft.
 */
export function keepFields(of: {
  live: readonly RecordField[];
  next: readonly RecordField[];
  draft: KeptFields;
  isOnDraft: boolean;
}): Kept {
  const { live, next, draft, isOnDraft } = of;
  const fields = { ...draft };
  for (const field of next) {
    const { name } = field;
    const before = live.find((one) => one.name === name);
    if (!before) continue;
    const kept = draft[name];
    if (field.value === before.value) {
      if (isOnDraft) delete fields[name];
    } else if (isOnDraft || !kept) {
      fields[name] = { base: kept?.base ?? stateOf(before), value: stateOf(field) };
    } else if (kept.value.value !== field.value) return { taken: name };
  }
  return { fields };
}

export function stateOf({ value, isDefault, shown }: RecordField): FieldState {
  return { value, ...(isDefault && { isDefault }), ...(shown !== undefined && { shown }) };
}
