// Detects other editors' changes while a form is open.
import { z } from "zod";
import { parseJson } from "../text/parse-json.ts";
import { stampOf } from "./stamp.server.ts";

type Fields = object;
type Labels = Record<string, string>;

const stamps = z.record(z.string(), z.string());

/** Returns a stamp per value, as JSON. With these, a rejected save can name the changed fields. */
export const stampsOf = (record: Fields, labels: Labels): string => JSON.stringify(stampEach(record, labels));

const stampEach = (record: Fields, labels: Labels) =>
  Object.fromEntries(
    Object.keys(labels).map((name) => [name, stampOf((record as Record<string, unknown>)[name])]),
  );

/**
 * Returns the labels of fields that changed after the form was opened.
 * @param opened the form's stamps from `stampsOf`
 * @returns null if `opened` is invalid
 */
export function changedFields(opened: unknown, now: Fields, labels: Labels): string[] | null {
  const before = stamps.safeParse(parseJson(String(opened)));
  return before.success ? different(before.data, stampEach(now, labels), labels) : null;
}

/** Returns the labels of `one`'s fields whose values differ from `other`'s. */
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
