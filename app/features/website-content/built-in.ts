import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type CopyName, copy } from "../../copy/site/pages.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";

/** A page's texts by section and key, typed after its defaults: a misspelled name doesn't compile. */
export type Texts<Name extends CopyName> = Omit<(typeof copy)[Name], "seo">;

/** Returns a page's built-in texts. The result is a copy that the caller may change. */
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

/** Returns every text on the site's pages, in the order of `copy/`. */
export const listBuiltIns = () => [...builtIns.values()];

/** Returns a text's built-in value; undefined if no page shows that text key. */
export const builtInValue = (textKey: TextKey): CopyValue | undefined =>
  builtIns.get(writeTextKey(textKey))?.value;
