// Three-way merge of a draft with the published version, field by field.
import type { RecordField } from "../records/record-kind.server.ts";
import { mergeJson } from "./merge-json.ts";

/** `shown`: text displayed instead of the value. */
export type FieldState = Pick<RecordField, "value" | "isDefault" | "shown">;
/** `base` is the published value that the draft was based on. */
export type DraftField = { base: FieldState; value: FieldState };
/** By field name. */
export type DraftFields = Record<string, DraftField>;

/** `conflict`: the draft and the published version both changed the field. */
export type FieldMerge = "write" | "same" | "conflict";

export function meet({ base, value }: DraftField, live: string): FieldMerge {
  if (live === value.value) return "same";
  return live === base.value ? "write" : "conflict";
}

/**
 * Returns a draft based on the published version, if that changed since: JSON fields are merged unless both changed the
 * same text. Other fields stay as they are.
 */
export function rebase(fields: DraftFields, live: readonly RecordField[]): DraftFields {
  const rebased = { ...fields };
  for (const field of live) {
    const kept = fields[field.name];
    if (!kept || field.format !== "json" || meet(kept, field.value) !== "conflict") continue;
    const value = mergeJson(kept.base.value, kept.value.value, field.value);
    if (value !== null) rebased[field.name] = { base: stateOf(field), value: { value } };
  }
  return rebased;
}

/** Fields that determine whether visitors see the record. */
export const SWITCHES = ["published", "is_on"] as const;
export const isSwitch = (name: string) => SWITCHES.some((one) => one === name);

/**
 * Returns whether publishing a draft would make a hidden record visible.
 * @param live the published fields
 */
export const publishes = (draft: DraftFields, live: readonly RecordField[]): boolean =>
  live.some(({ name, value }) => isSwitch(name) && value === "false" && draft[name]?.value.value === "true");

/** Returns whether the draft changes this field. Drafts also contain the unchanged fields of a changed unit. */
export const isChange = ({ base, value }: DraftField): boolean => base.value !== value.value;

/** Returns a field and the other fields of its unit. */
export function unitOf(fields: readonly RecordField[], name: string): RecordField[] {
  const unit = fields.find((one) => one.name === name)?.unit;
  return fields.filter((one) => one.name === name || (unit !== undefined && one.unit === unit));
}

/**
 * Merges a draft into a record. A unit is written completely or not at all, because its fields belong
 * together, like "Decorative" and the alt text.
 * @param isWritten true to also write fields in conflict
 * @returns fields to write, and labels of fields in conflict
 */
export function mergeRecord(draft: DraftFields, live: readonly RecordField[], isWritten: boolean) {
  const kept = rebase(draft, live);
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

/** `taken`: a field that the draft already changes to another value. */
type Kept = { fields: DraftFields } | { taken: string };

/**
 * Merges a posted form into a draft.
 * @param of.live the published fields
 * @param of.next the posted fields, as a save would store them
 * @param of.isOnDraft whether the form showed the draft. Otherwise, fields that the form didn't change keep
 * their drafted values.
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
    } else if (kept.value.value !== field.value) {
      // The form showed the published version, so both are changes to the draft's base.
      const value =
        field.format === "json" ? mergeJson(kept.base.value, kept.value.value, field.value) : null;
      if (value === null) return { taken: name };
      fields[name] = { base: stateOf(before), value: { value } };
    }
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
