// Detects what another editor changed in a record while it was open in a form.
import { z } from "zod";
import { parseJson } from "../text/parse-json.ts";
import { stampOf } from "./stamp.server.ts";

/** A record's fields by name. */
type Fields = object;
/** Field labels by field name. */
type Labels = Record<string, string>;

const stamps = z.record(z.string(), z.string());

/** Returns a stamp of each value, as JSON, which the form posts so that a rejected save can say what has changed. */
export const stampsOf = (record: Fields, labels: Labels): string => JSON.stringify(stampEach(record, labels));

const stampEach = (record: Fields, labels: Labels) =>
  Object.fromEntries(
    Object.keys(labels).map((name) => [name, stampOf((record as Record<string, unknown>)[name])]),
  );

/**
 * Returns the labels of the fields that changed after a form was opened.
 * @param opened the form's stamps from `stampsOf`
 * @returns null if `opened` isn't valid
 */
export function changedFields(opened: unknown, now: Fields, labels: Labels): string[] | null {
  const before = stamps.safeParse(parseJson(String(opened)));
  return before.success ? different(before.data, stampEach(now, labels), labels) : null;
}

/** Returns the labels of the fields that differ between two states of a record, comparing only those that both have. */
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
