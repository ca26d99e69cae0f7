// The settings visitors last saw, used while the database is unavailable.
import { builtInSettings, type Settings } from "./defaults.ts";

let lastKnown: Settings | undefined;

/** Stores settings as a visitor's page has read them; never pass those of a preview. */
export function rememberSettings(settings: Settings) {
  lastKnown = settings;
}

/** Returns the built-in settings if this process hasn't read any yet. */
export const lastKnownSettings = (): Settings => lastKnown ?? builtInSettings();
