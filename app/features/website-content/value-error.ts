// Validates values. Saves, the panel's list and pages share these checks.

import { BUILT_IN_PORTRAIT } from "../../copy/business.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type Part, type PartPath, type Parts, partAt } from "../../copy/site/parts.ts";
import { isLink } from "../../platform/text/link.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { isImageUrl } from "../../platform/text/text-rules.ts";
import { contentType } from "./content-type.ts";
import { findJsonError } from "./json-error.ts";
import { partPlace } from "./part-name.ts";

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const NOT_AN_IMAGE = "Use the full URL of the image, with https://, or / for an image on this site.";
const NOT_A_LINK = "Use a path on this site such as /contact, or a URL that starts with https://.";

/** Why a value is invalid, and the path to the invalid part. */
export type ValueError = { message: string; path: PartPath; reason: string };

/** A text's value and what determines its type. */
export type StoredValue = { content_value: string; content_type: string };

/**
 * Returns why a text's value is invalid; null if it's valid.
 * @param model the built-in value, which determines the type; without it, `content_type` does
 * @param parts what the model's parts are
 * @param columns headings of a table; no row may have more cells
 */
export function findValueError(
  text: StoredValue,
  model: CopyValue | undefined,
  parts: Parts = {},
  columns?: readonly string[],
): ValueError | null {
  const value = text.content_value;
  const whole = (reason: string | null): ValueError | null =>
    reason === null ? null : { message: reason, path: [], reason };
  switch (model === undefined ? text.content_type : contentType(model)) {
    case "json": {
      const fault = findJsonError(value);
      if (fault || model === undefined) return whole(fault);
      const parsed: CopyValue = JSON.parse(value);
      return shapeFault(parsed, model, parts, "The value") ?? (columns ? rowFault(parsed, columns) : null);
    }
    case "number":
      return whole(isNumber(value) ? null : "Enter a number, such as 61.");
    case "color":
      return whole(COLOR.test(value) ? null : "Use a hex color such as #FF0000.");
    case "image_url":
      return whole(value !== "" && isImageUrl(value) ? null : NOT_AN_IMAGE);
    case "html":
      return null;
    default:
      if (text.content_type === "html" && model !== undefined)
        return whole(textOf(value) ? null : "This HTML has no text.");
      if (model === undefined || (value === "" && isOptionalPart(model))) return null;
      return whole(partAt(parts, []).is === "link" && !isLink(value) ? NOT_A_LINK : null);
  }
}

/** Returns only the message of `findValueError`. */
export const mismatch = (text: StoredValue, model: CopyValue | undefined, parts?: Parts): string | null =>
  findValueError(text, model, parts)?.message ?? null;

export const isNumber = (text: string) => text.trim() !== "" && Number.isFinite(Number(text));

/** Returns whether an object may lack this part or leave it empty. */
export const isOptionalPart = (model: CopyValue, part: Part = {}) =>
  model === "" || model === BUILT_IN_PORTRAIT || part.isOptional === true;
export const isList = (value: CopyValue): value is readonly CopyValue[] => Array.isArray(value);

/** Returns the model for a list's items; undefined if the built-in list is empty and `part` declares none. */
export const itemModel = (list: readonly CopyValue[], part: Part): CopyValue | undefined =>
  list[0] ?? part.item;

/**
 * Returns an error if a value doesn't have the model's shape, or a link or image in it is invalid. List items need
 * the shape of the model's first item, and objects need the model's keys, except optional ones.
 * @param where names the part being checked
 */
function shapeFault(
  value: CopyValue | null,
  model: CopyValue,
  parts: Parts,
  where: string,
  path: PartPath = [],
): ValueError | null {
  const fault = (message: string): ValueError => ({ message, path, reason: message });
  if (isList(model)) {
    if (value === null || !isList(value)) return fault(`${where} must be a list: [ … ].`);
    const first = itemModel(model, partAt(parts, path));
    if (first === undefined) return null;
    return firstFault(value, (item, i) =>
      shapeFault(item, first, parts, `${placeIn(where)}item ${i + 1}`, [...path, i]),
    );
  }
  if (typeof model === "object") {
    if (value === null || typeof value !== "object" || isList(value))
      return fault(`${capital(where)} must be an object: { … }.`);
    const own = new Map(Object.entries(value));
    return firstFault(Object.entries(model), ([name, part]) => {
      const mine = own.get(name);
      if (mine === undefined && isOptionalPart(part, partAt(parts, [...path, name]))) return null;
      if (mine === undefined) return fault(`${capital(where)} is missing “${name}”.`);
      return shapeFault(mine, part, parts, `“${name}” of ${where}`, [...path, name]);
    });
  }
  if (typeof value !== typeof model)
    return fault(
      `${capital(where)} must be ${typeof model === "number" ? "a number" : "text in double quotes"}.`,
    );
  if (value === "" && isOptionalPart(model)) return null;
  const { is } = partAt(parts, path);
  const reason =
    is === "link" && !isLink(String(value))
      ? NOT_A_LINK
      : is === "image" && !isImageUrl(String(value))
        ? NOT_AN_IMAGE
        : null;
  return reason && { message: `${partPlace(path)}: ${reason}`, path, reason };
}

/** Returns an error for the first cell without a column. */
function rowFault(rows: CopyValue, { length }: readonly string[]): ValueError | null {
  return firstFault(isList(rows) ? rows : [], (row, i) => {
    if (!isList(row) || row.length <= length) return null;
    const reason = `The table has ${length} columns: remove this cell, or add a column first.`;
    return { message: `Row ${i + 1}, cell ${length + 1}: ${reason}`, path: [i, length], reason };
  });
}

const placeIn = (where: string) => (where === "The value" ? "" : `${where}, `);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function firstFault<Part>(parts: readonly Part[], look: (part: Part, i: number) => ValueError | null) {
  for (const [i, part] of parts.entries()) {
    const fault = look(part, i);
    if (fault) return fault;
  }
  return null;
}
