import type { PartPath } from "../../copy/site/parts.ts";

/** Returns a key as readable words: "Primary link" for "primary_href", "Link label" for "linkLabel". */
export function partName(key: string): string {
  const words = key
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/\bhref$/, "link");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Returns a path in the words of the field labels, such as "Link of item 8". */
export function partPlace(path: PartPath): string {
  const names = path.map((step) => (typeof step === "number" ? `item ${step + 1}` : partName(step)));
  const [last = "", ...around] = names.toReversed();
  const place = [last, ...around.map((name) => name.charAt(0).toLowerCase() + name.slice(1))].join(" of ");
  return place.charAt(0).toUpperCase() + place.slice(1);
}
