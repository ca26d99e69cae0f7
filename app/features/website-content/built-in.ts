import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type CopyName, copy } from "../../copy/site/pages.ts";
import { type Parts, partsOf } from "../../copy/site/parts.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";

/** A page's texts by section and key. Misspelled names don't compile. */
export type Texts<Name extends CopyName> = Omit<(typeof copy)[Name], "seo">;

/** Returns a copy of a page's built-in texts, which the caller may change. */
export function builtInTexts<Name extends CopyName>(name: Name): Texts<Name> {
  const { seo: _, ...texts } = structuredClone({ seo: undefined, ...copy[name] });
  return texts as Texts<Name>;
}

const builtIns = new Map(
  (Object.keys(copy) as CopyName[]).flatMap((page_name) => {
    const sections: Record<string, Record<string, CopyValue>> = builtInTexts(page_name);
    return Object.entries(sections).flatMap(([section_name, texts]) =>
      Object.entries(texts).map(([content_key, value]) => {
        const textKey: TextKey = { page_name, section_name, content_key };
        return [writeTextKey(textKey), { ...textKey, value }] as const;
      }),
    );
  }),
);

export const listBuiltIns = () => [...builtIns.values()];

/** Returns a text's built-in value; undefined if no page shows this text. */
export const builtInValue = (textKey: TextKey): CopyValue | undefined =>
  builtIns.get(writeTextKey(textKey))?.value;

/** A text's built-in value, undefined if no page shows the text, and what its parts are. */
export type Model = { builtIn: CopyValue | undefined; parts: Parts };
export const builtInModel = (textKey: TextKey): Model => ({
  builtIn: builtInValue(textKey),
  parts: builtInParts(textKey),
});

/** Returns what the copy says about a built-in text's parts; nothing for other texts. */
export const builtInParts = ({ page_name, section_name, content_key }: TextKey): Parts =>
  Object.hasOwn(copy, page_name) ? partsOf(copy[page_name as CopyName], section_name, content_key) : {};
