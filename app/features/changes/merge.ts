// Merges a draft with the published version, field by field, using the value that each change was based on.
import type { RecordField } from "../records/record-kind.server.ts";

/**
 * A field's value at one time. `isDefault`: the built-in value, not the owner's. `shown`: what people read instead of
 * the value.
 */
export type FieldState = Pick<RecordField, "value" | "isDefault" | "shown">;
/** One field of a draft: the published value it was based on, and the new value. */
export type DraftField = { base: FieldState; value: FieldState };
/** By field name. */
export type DraftFields = Record<string, DraftField>;

/** Result of the merge for a field: write it, it already has that value, or both sides changed it. */
export type FieldMerge = "write" | "same" | "conflict";

export function meet({ base, value }: DraftField, live: string): FieldMerge {
  if (live === value.value) return "same";
  return live === base.value ? "write" : "conflict";
}

/** Fields that decide whether visitors see the record. */
export const SWITCHES = ["published", "is_on"] as const;
export const isSwitch = (name: string) => SWITCHES.some((one) => one === name);

/**
 * Returns whether a draft publishes a record that visitors can't see yet.
 * @param live the fields as published
 */
export const publishes = (draft: DraftFields, live: readonly RecordField[]): boolean =>
  live.some(({ name, value }) => isSwitch(name) && value === "false" && draft[name]?.value.value === "true");

/** Returns whether the field itself differs. If not, it's in the draft because another field of its unit differs. */
export const isChange = ({ base, value }: DraftField): boolean => base.value !== value.value;

/** Returns a field together with the fields that only make sense with it. */
export function unitOf(fields: readonly RecordField[], name: string): RecordField[] {
  const unit = fields.find((one) => one.name === name)?.unit;
  return fields.filter((one) => one.name === name || (unit !== undefined && one.unit === unit));
}

/**
 * Returns what to write to a record and which fields are in conflict. A unit is written as a whole or not at all: a
 * field must not invalidate another save of the fields it belongs with, such as "Decorative" and the alt text.
 * @param isWritten whether to write conflicting fields too
 * @returns `writes`, based on the published values
 */
export function mergeRecord(kept: DraftFields, live: readonly RecordField[], isWritten: boolean) {
  const meetings = new Map(
    live.flatMap(({ name, value }) => (kept[name] ? [[name, meet(kept[name], value)]] : [])),
  );
  const writes: DraftFields = {};
  const labels: string[] = [];
  for (const { name, label } of live) {
    const meeting = meetings.get(name);
    if (!meeting) continue;
    if (meeting === "conflict") labels.push(label);
    const all = unitOf(live, name).map((one) => meetings.get(one.name));
    if (all.every((one) => one === "same" || !one)) continue;
    if (!isWritten && all.includes("conflict")) continue;
    const { value } = kept[name]!;
    writes[name] = meeting === "same" ? { base: value, value } : kept[name]!;
  }
  return { writes, labels };
}

export const inverse = (fields: DraftFields): DraftFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { base, value }]) => [name, { base: value, value: base }]),
  );

/** `taken` names a field for which the draft already has a different value. */
type Kept = { fields: DraftFields } | { taken: string };

/**
 * Returns the draft after a form was saved as a draft.
 * @param of.live the record's fields as published
 * @param of.next the posted fields, as a save would have stored them
 * @param of.draft the draft before
 * @param of.isOnDraft whether the form showed that draft; it then replaces the draft's values. Otherwise it showed the
 * published version, and fields it didn't change stay in the draft.
 */
export function mergeDraftFields(of: {
  live: readonly RecordField[];
  next: readonly RecordField[];
  draft: DraftFields;
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
  for (const field of live) {
    const goesAlong = !fields[field.name] && unitOf(live, field.name).some(({ name }) => fields[name]);
    if (goesAlong) fields[field.name] = { base: stateOf(field), value: stateOf(field) };
  }
  return { fields };
}

export function stateOf({ value, isDefault, shown }: RecordField): FieldState {
  return { value, ...(isDefault && { isDefault }), ...(shown !== undefined && { shown }) };
}
