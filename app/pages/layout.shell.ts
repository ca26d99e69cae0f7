import type { FoundPictures } from "../features/media/pictures.server.ts";
import { builtInSettings, type Settings } from "../features/settings/defaults.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { shownBuiltIns } from "../features/website-content/facts.ts";

/** What stands around every page: the texts of header and footer, the settings and the pictures that they show. */
export type Shell = {
  texts: { header: Texts<"header">; footer: Texts<"footer"> };
  settings: Settings;
  pictures: FoundPictures;
};

/** The same where the database cannot be asked. */
export const builtInShell = (): Shell => ({
  texts: { header: shownBuiltIns("header"), footer: shownBuiltIns("footer") },
  settings: builtInSettings(),
  pictures: new Map(),
});
