// Drafts of settings: one per setting, so that saving another one is no conflict.

import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { applyChanges, withSerializableRetry } from "../../features/changes/apply.server.ts";
import { listDraftsOf, saveDraft } from "../../features/changes/drafts.server.ts";
import { builtInSettings } from "../../features/settings/defaults.ts";
import {
  listStoredSettings,
  refuseChanged,
  type Stamps,
  type Stored,
} from "../../features/settings/queries.server.ts";
import type { SettingsInput } from "../../features/settings/rules.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { describeSavedDraft } from "../saving/drafts.server.ts";
import type { ToastAddition } from "../saving/save.server.ts";

/** Draft versions by setting key. */
type Versions = Partial<Record<string, number>>;
const versionsJson = z.record(z.string(), z.number().int());

/**
 * What the cards show.
 * @property stored the drafts if shown, else the published values; `stamps` of the published values
 */
export type OpenedSettings = {
  stored: Stored;
  stamps: Stamps;
  /** the settings with drafts */
  drafts: Versions;
  /** the titles of their sets, by key; empty for an untitled one */
  titles: Partial<Record<string, string>>;
  isDraft: boolean;
  /** why requested drafts can't be shown */
  problem?: string;
};

/** Reads the settings as the cards open them, along with the published values in `live`. */
export async function openSettings(
  db: Database,
  isAsked: boolean,
): Promise<OpenedSettings & { live: Stored }> {
  const [live, items] = await Promise.all([listStoredSettings(db), listDraftsOf(db, "settings")]);
  const drafts = Object.fromEntries(items.map(({ record_id, version }) => [record_id, version]));
  const titles = Object.fromEntries(items.map(({ record_id, title }) => [record_id, title]));
  const opened = { ...live, live: live.stored, drafts, titles, isDraft: false };
  if (!isAsked || !items.length) return opened;
  try {
    const { stored } = await withRollback(db, async (tx) => {
      await applyChanges(tx, items, "take");
      return listStoredSettings(tx);
    });
    return { ...opened, stored, isDraft: true };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...opened, problem: error.message };
  }
}

/** What a card posts, as it would be stored; an empty field keeps its value, as in a save (SPEC 5). */
export const wantedOf = (input: SettingsInput): [key: string, value: string][] =>
  Object.entries(input).flatMap(([key, value]): [string, string][] => {
    const text = value === true ? "on" : value === false ? "" : value;
    return text || value === false ? [[key, text]] : [];
  });

/**
 * Saves what differs from the published values as drafts.
 * @param wanted values by key; an empty one removes the setting, so its default applies again
 * @param opened the stamps of the published values when the card was opened
 * @throws Refused as `saveDraft` does, and if another editor has saved one of the card's settings since
 */
export async function saveSettingsAsDraft(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  wanted: [key: string, value: string][],
  opened: Stamps | undefined,
): Promise<ToastAddition> {
  const defaults: Stored = builtInSettings();
  context.set(isContentUntouched, true);
  const versions = readVersions(form);
  const kept = await withSerializableRetry(context.get(ownerDb), async (tx) => {
    if (opened) await refuseChanged(tx, opened);
    const { stored } = await listStoredSettings(tx);
    const all: Awaited<ReturnType<typeof saveDraft>>[] = [];
    for (const [key, text] of wanted) {
      const now = stored[key] ?? "";
      // What a choice shows if nothing is stored.
      const value = !now && text === defaults[key] ? now : text;
      // A value equal to the published one removes its draft, if the card showed the draft.
      if (value === now && versions[key] === undefined) continue;
      all.push(
        await saveDraft(tx, { kind: "settings", id: key }, { posted: { value }, draft: versions[key] }).catch(
          (error) => {
            throw error instanceof Refused && error.fields.value
              ? new Refused({ [key]: error.fields.value })
              : error;
          },
        ),
      );
    }
    const last = all.at(-1) ?? { waiting: 0, title: "" };
    return { ...last, isNothing: all.every(({ isNothing }) => isNothing) };
  });
  return describeSavedDraft(kept);
}

/** Of the drafts that the card showed; none if it showed the published values. */
function readVersions(form: FormData): Versions {
  const posted = form.get("draft_version");
  if (typeof posted !== "string") return {};
  try {
    return versionsJson.parse(JSON.parse(posted));
  } catch {
    throw new Refused({ "": "The form is incomplete. Reload the page." });
  }
}
