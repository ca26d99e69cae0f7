// Whether a value fits its address: the same answer when it is saved, when the panel lists it, when a page reads it.

import { BUILT_IN_PORTRAIT } from "../../copy/business.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { isImageUrl } from "../../platform/text/text-rules.ts";
import { contentType } from "./content-type.ts";
import { jsonFault } from "./json-fault.ts";
import { isLink } from "./link.ts";
import { type PartPath, partPlace } from "./part-name.ts";

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const NOT_A_PICTURE = "Use the full URL of the image, with https://, or / for an image on this site.";
const NOT_A_LINK = "Use a path on this site such as /contact, or a URL that starts with https://.";

/** Why a value cannot be shown, in words for the owner, and which part of a list or an object is at fault. */
export type ValueError = { message: string; path: PartPath; reason: string };

/** A text's value with what tells what it has to be. */
export type StoredValue = { content_key: string; content_value: string; content_type: string };

/**
 * Why a value cannot be shown at its address; null where it can.
 * @param text.content_type decides only where `model` does not
 * @param model the built-in value of the address, undefined where the site has no such text: it decides the type, so
 *   that a page always gets what it can show
 * @param columns of a table, the heads of its columns: no row has more cells
 */
export function findValueError(
  text: StoredValue,
  model: CopyValue | undefined,
  columns?: readonly string[],
): ValueError | null {
  const value = text.content_value;
  const whole = (reason: string | null): ValueError | null =>
    reason === null ? null : { message: reason, path: [], reason };
  switch (model === undefined ? text.content_type : contentType(model)) {
    case "json": {
      const fault = jsonFault(value);
      if (fault || model === undefined) return whole(fault);
      const parsed: CopyValue = JSON.parse(value);
      return shapeFault(parsed, model, "The value") ?? (columns ? rowFault(parsed, columns) : null);
    }
    case "number":
      return whole(isNumber(value) ? null : "Enter a number, such as 61.");
    case "color":
      return whole(COLOR.test(value) ? null : "Use a hex color such as #FF0000.");
    case "image_url":
      return whole(value !== "" && isImageUrl(value) ? null : NOT_A_PICTURE);
    case "html":
      return null;
    default:
      if (text.content_type === "html" && model !== undefined)
        return whole(textOf(value) ? null : "This HTML has no text.");
      if (model === undefined || (value === "" && isOptionalPart(model))) return null;
      return whole(isLinkKey(text.content_key) && !isLink(value) ? NOT_A_LINK : null);
  }
}

/** `findValueError` in words alone. */
export const misfit = (text: StoredValue, model: CopyValue | undefined): string | null =>
  findValueError(text, model)?.message ?? null;

export const isNumber = (text: string) => text.trim() !== "" && Number.isFinite(Number(text));
const isLinkKey = (key: string) => key === "href" || key.endsWith("_href");

export const isImageKey = (key: string) => key === "image" || key.endsWith("_image");

/** Whether an object may lack a part, or have nothing in it: those whose built-in value says that there is none. */
export const isOptionalPart = (model: CopyValue) => model === "" || model === BUILT_IN_PORTRAIT;
export const isList = (value: CopyValue): value is readonly CopyValue[] => Array.isArray(value);

/** The part of a list's shape that all its items have; undefined where the list is empty. */
export const itemModel = (list: readonly CopyValue[]): CopyValue | undefined => list[0];

/**
 * What a page that can show `model` would miss in `value`: lists have like items, objects the same keys.
 * @param where names the part that is looked at
 */
function shapeFault(
  value: CopyValue | null,
  model: CopyValue,
  where: string,
  path: PartPath = [],
): ValueError | null {
  const fault = (message: string): ValueError => ({ message, path, reason: message });
  if (isList(model)) {
    if (value === null || !isList(value)) return fault(`${where} must be a list: [ … ].`);
    const first = itemModel(model);
    if (first === undefined) return null;
    return firstFault(value, (item, i) =>
      shapeFault(item, first, `${placeIn(where)}item ${i + 1}`, [...path, i]),
    );
  }
  if (typeof model === "object") {
    if (value === null || typeof value !== "object" || isList(value))
      return fault(`${capital(where)} must be an object: { … }.`);
    const own = new Map(Object.entries(value));
    return firstFault(Object.entries(model), ([name, part]) => {
      const mine = own.get(name);
      if (mine === undefined && isOptionalPart(part)) return null;
      if (mine === undefined) return fault(`${capital(where)} lacks “${name}”.`);
      return shapeFault(mine, part, `“${name}” of ${where}`, [...path, name]);
    });
  }
  if (typeof value !== typeof model)
    return fault(
      `${capital(where)} must be a ${typeof model === "number" ? "number" : "text in double quotes"}.`,
    );
  if (value === "" && isOptionalPart(model)) return null;
  const key = String(path.at(-1) ?? "");
  const reason =
    isLinkKey(key) && !isLink(String(value))
      ? NOT_A_LINK
      : isImageKey(key) && !isImageUrl(String(value))
        ? NOT_A_PICTURE
        : null;
  return reason && { message: `${partPlace(path)}: ${reason}`, path, reason };
}

/** A cell that no column stands above. */
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
