import type { FoundImages } from "../features/media/images.server.ts";
import { builtInSettings, type Settings } from "../features/settings/defaults.ts";
import { rememberSettings } from "../features/settings/last-known.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { shownBuiltIns } from "../features/website-content/facts.ts";

/** The frame around every page: the texts of header and footer, the settings, and the images that they use. */
export type Shell = {
  texts: { header: Texts<"header">; footer: Texts<"footer"> };
  settings: Settings;
  images: FoundImages;
};

let lastKnown: Shell | undefined;

/** Stores a shell as a visitor's page has read it; never pass that of a preview. */
export function rememberShell(shell: Shell) {
  lastKnown = shell;
  rememberSettings(shell.settings);
}

/** Returns the shell to use while the database is unavailable: the one visitors last saw, or else the built-in one. */
export const fallbackShell = (): Shell =>
  lastKnown ?? {
    texts: { header: shownBuiltIns("header"), footer: shownBuiltIns("footer") },
    settings: builtInSettings(),
    images: new Map(),
  };
