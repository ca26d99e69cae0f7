// Keeps the latest settings for pages rendered while the database is unreachable.
import { builtInSettings, type Settings } from "./defaults.ts";

let lastKnown: Settings | undefined;

/** Stores the settings that visitors see. Never pass a preview's settings. */
export function rememberSettings(settings: Settings) {
  lastKnown = settings;
}

/** Returns the latest settings, or defaults if this process hasn't read any. */
export const lastKnownSettings = (): Settings => lastKnown ?? builtInSettings();
