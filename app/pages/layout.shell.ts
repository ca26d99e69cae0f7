import type { FoundPictures } from "../features/media/pictures.server.ts";
import { builtInSettings, type Settings } from "../features/settings/defaults.ts";
import { rememberSettings } from "../features/settings/last-known.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { shownBuiltIns } from "../features/website-content/facts.ts";

/** What stands around every page: the texts of header and footer, the settings and the pictures that they show. */
export type Shell = {
  texts: { header: Texts<"header">; footer: Texts<"footer"> };
  settings: Settings;
  pictures: FoundPictures;
};

let lastKnown: Shell | undefined;

/** @param shell as a visitor's page has read it: never that of a preview */
export function rememberShell(shell: Shell) {
  lastKnown = shell;
  rememberSettings(shell.settings);
}

/** What stands there while the database cannot be asked: what visitors saw last, else what is built in. */
export const fallbackShell = (): Shell =>
  lastKnown ?? {
    texts: { header: shownBuiltIns("header"), footer: shownBuiltIns("footer") },
    settings: builtInSettings(),
    pictures: new Map(),
  };
