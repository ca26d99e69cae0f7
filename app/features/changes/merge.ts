// How the fields of a draft meet what is live: field by field, with the value that each was based on.
import type { RecordField } from "../records/record-kind.server.ts";

/** A field's value at one time. `isDefault`: the owner had written none. `shown`: what a person reads instead of it. */
export type FieldState = Pick<RecordField, "value" | "isDefault" | "shown">;
/** One field of a draft: what it becomes, and what was live when it was changed. */
export type DraftField = { base: FieldState; value: FieldState };
/** By the names of the fields. */
export type DraftFields = Record<string, DraftField>;

/** What becomes of a field: it is written, it is so already, or it was changed on both sides. */
export type FieldMerge = "write" | "same" | "conflict";

export function meet({ base, value }: DraftField, live: string): FieldMerge {
  if (live === value.value) return "same";
  return live === base.value ? "write" : "conflict";
}

/** The fields that show a record to visitors or hide it. */
export const SWITCHES = ["published", "is_on"] as const;
export const isSwitch = (name: string) => SWITCHES.some((one) => one === name);

/**
 * Whether a draft publishes a record that visitors do not see.
 * @param live the record's fields as they are saved
 */
export const publishes = (draft: DraftFields, live: readonly RecordField[]): boolean =>
  live.some(({ name, value }) => isSwitch(name) && value === "false" && draft[name]?.value.value === "true");

/** Whether the field itself differs; one that does not is kept for another one of its unit. */
export const isChange = ({ base, value }: DraftField): boolean => base.value !== value.value;

/** A field with those that say one thing with it. */
export function unitOf(fields: readonly RecordField[], name: string): RecordField[] {
  const unit = fields.find((one) => one.name === name)?.unit;
  return fields.filter((one) => one.name === name || (unit !== undefined && one.unit === unit));
}

/**
 * What is written of a record, and which fields were changed on both sides. Of a unit all is written or nothing: words
 * must not be taken from under another save by a field that goes with them.
 * @param isWritten whether what is in conflict is written too
 * @returns `writes` with what was live as their base
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

/** @returns null where a draft of another value waits for one of the fields: its name */
type Kept = { fields: DraftFields } | { taken: string };

/**
 * The draft after a form was kept.
 * @param of.live the record's fields as they are live
 * @param of.next those fields that the form posted, as a save would have stored them
 * @param of.draft what was kept of the record before
 * @param of.isOnDraft whether the form showed that draft: it then says all that it holds. Otherwise it showed what is
 *   live, and what it did not change stays in the draft.
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
