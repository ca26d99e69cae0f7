import type { FoundImages } from "../features/media/images.server.ts";
import { builtInSettings, type Settings } from "../features/settings/defaults.ts";
import { rememberSettings } from "../features/settings/last-known.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { shownBuiltIns } from "../features/website-content/facts.ts";

export type Shell = {
  texts: { header: Texts<"header">; footer: Texts<"footer"> };
  settings: Settings;
  images: FoundImages;
};

let lastKnown: Shell | undefined;

/** Stores the shell for `fallbackShell`. Never pass a preview's shell. */
export function rememberShell(shell: Shell) {
  lastKnown = shell;
  rememberSettings(shell.settings);
}

/** Returns the last shell that visitors saw, or the built-in one, for use while the database is unavailable. */
export const fallbackShell = (): Shell =>
  lastKnown ?? {
    texts: { header: shownBuiltIns("header"), footer: shownBuiltIns("footer") },
    settings: builtInSettings(),
    images: new Map(),
  };
