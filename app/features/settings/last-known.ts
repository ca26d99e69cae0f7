// The settings as visitors saw them last, for what is shown while the database cannot be asked.
import { builtInSettings, type Settings } from "./defaults.ts";

let lastKnown: Settings | undefined;

/** @param settings as a visitor's page has read them: never those of a preview */
export function rememberSettings(settings: Settings) {
  lastKnown = settings;
}

/** The built-in ones where this process has read none yet. */
export const lastKnownSettings = (): Settings => lastKnown ?? builtInSettings();
