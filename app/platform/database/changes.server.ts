// What another editor changed in a record while it stood open in a form.
import { z } from "zod";
import { parseJson } from "../text/parse-json.ts";
import { stampOf } from "./stamp.server.ts";

/** Fields by their names, whatever else is with them. */
type Fields = object;
/** What fields are called, by their names. */
type Labels = Record<string, string>;

const stamps = z.record(z.string(), z.string());

/** Posted with a form, so that a refused save can say what has changed: a stamp of each value, as JSON. */
export const stampsOf = (record: Fields, labels: Labels): string => JSON.stringify(stampEach(record, labels));

const stampEach = (record: Fields, labels: Labels) =>
  Object.fromEntries(
    Object.keys(labels).map((name) => [name, stampOf((record as Record<string, unknown>)[name])]),
  );

/**
 * The labels of the fields in which a record is not as it was.
 * @param opened from `stampsOf`, as the form was opened
 * @returns null where `opened` is not such a text
 */
export function changedFields(opened: unknown, now: Fields, labels: Labels): string[] | null {
  const before = stamps.safeParse(parseJson(String(opened)));
  return before.success ? different(before.data, stampEach(now, labels), labels) : null;
}

/** The labels of the fields in which two states of a record differ, as far as both have them. */
export const differentFields = (one: Fields, other: Fields, labels: Labels): string[] =>
  different(stampEach(one, labels), stampEach(other, labels), present(one, labels));

const different = (one: Record<string, string>, other: Record<string, string>, labels: Labels) =>
  Object.keys(labels)
    .filter((name) => name in one && one[name] !== other[name])
    .map((name) => labels[name]!);

const present = (record: Fields, labels: Labels): Labels =>
  Object.fromEntries(
    Object.entries(labels).filter(([name]) => (record as Record<string, unknown>)[name] !== undefined),
  );
