// Builds readable labels for texts from rules and a word list.
import { KEY_LABELS, PAGE_LABELS, SECTION_LABELS, SPELLINGS } from "../../copy/panel/text-labels.ts";
import type { TextKey } from "./text-key.ts";

/** Labels by key suffix. The first match wins. */
const ENDINGS: [RegExp, (of: string) => string][] = [
  [/_(href|link)$/, (of) => `${of}: link target`],
  [/_label$/, (of) => of],
  [/_title$/, (of) => `headline “${of}”`],
  [/_heading$/, (of) => `headline “${of}”`],
  [/_intro$/, (of) => `introduction to ${of}`],
  [/_text$/, (of) => `text for ${of}`],
  [/_note$/, (of) => `fine print for ${of}`],
  [/_placeholder$/, (of) => `${of}: placeholder`],
  [/_items$/, (of) => `${of}, list`],
  [/_button$/, (of) => `button of ${of}`],
];

/** Returns a label such as “Home, top of the page: headline”, even for an unused text. */
export const textLabel = (textKey: TextKey): string =>
  `${pageLabel(textKey.page_name)}, ${labelOnPage(textKey)}`;

/** Returns a label without the page, such as “top of the page: headline”. */
export function labelOnPage({ page_name, section_name, content_key }: TextKey): string {
  const section = SECTION_LABELS[`${page_name} ${section_name}`] ?? SECTION_LABELS[section_name];
  return `${section ?? inWords(section_name)}: ${keyLabel(`${page_name} ${section_name}`, content_key)}`;
}

export const pageLabel = (page_name: string): string =>
  PAGE_LABELS[page_name] ?? capital(inWords(page_name.replace(/^services\//, "")));

function keyLabel(place: string, key: string): string {
  const [, section = ""] = place.split(" ");
  const known = (part: string) =>
    KEY_LABELS[`${place} ${part}`] ?? KEY_LABELS[`${section} ${part}`] ?? KEY_LABELS[part];
  const whole = known(key);
  if (whole) return whole;
  if (key.startsWith("contents_")) return `“On this page”: ${inWords(key.slice("contents_".length))}`;
  for (const [ending, words] of ENDINGS) {
    if (!ending.test(key)) continue;
    const stem = key.replace(ending, "");
    const button = known(stem);
    // If no button or link has this name, the key is a form field's label.
    if (ending.source === "_label$" && !button) return `label “${inWords(stem)}”`;
    return words(button ?? inWords(stem));
  }
  return inWords(key);
}

const inWords = (name: string) =>
  name
    .split(/[_\-/\s]+/)
    .filter(Boolean)
    .map((word) => SPELLINGS[word] ?? word)
    .join(" ");

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
