import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type CopyName, copy } from "../../copy/site/pages.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";

/** The texts of a page by section and key, of the shape of its defaults: a misspelt one does not compile. */
export type Texts<Name extends CopyName> = Omit<(typeof copy)[Name], "seo">;

/** The texts of a page whose owner has changed nothing; the caller may change its copy. */
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

/** Every text that the site's pages show, in the order of `copy/`. */
export const listBuiltIns = () => [...builtIns.values()];

/** The built-in value of an address; undefined where no page shows a text of that address. */
export const builtInValue = (textKey: TextKey): CopyValue | undefined =>
  builtIns.get(writeTextKey(textKey))?.value;
