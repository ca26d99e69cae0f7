import { type CopyName, copy } from "../../copy/pages.ts";

/** The texts of a page by section and key, of the shape of its defaults: a misspelt one does not compile. */
export type Texts<Name extends CopyName> = Omit<(typeof copy)[Name], "seo">;

/** The texts of a page whose owner has changed nothing; the caller may change its copy. */
export function builtInTexts<Name extends CopyName>(name: Name): Texts<Name> {
  const { seo: _, ...texts } = structuredClone({ seo: undefined, ...copy[name] });
  return texts as Texts<Name>;
}
