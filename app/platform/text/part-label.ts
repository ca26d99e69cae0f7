/**
 * Returns a label for a part of a named list or object, such as "Reasons, 2: text". Only lists that aren't the whole or
 * its only one are named, as in "Prices, plans 1, features 3".
 */
export function partLabel(whole: string, path: readonly (string | number)[]): string {
  let label = whole;
  path.forEach((step, i) => {
    const list = path[i - 1];
    if (typeof step === "number")
      label +=
        typeof list === "string" && list !== "items" ? `, ${inWords(list)} ${step + 1}` : `, ${step + 1}`;
    else if (typeof path[i + 1] !== "number") label += `: ${inWords(step)}`;
  });
  return label;
}

const inWords = (key: string) => key.replaceAll("_", " ").replace(/\bhref$/, "link");
