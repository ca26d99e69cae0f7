// Settings that are kept beside what is live: each is a draft of its own, so that another one's save is no conflict.
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { applyChanges, withRollback, withSerializableRetry } from "../../features/changes/apply.server.ts";
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
import { isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { describeSavedDraft } from "../saving/drafts.server.ts";
import type { ToastAddition } from "../saving/save.server.ts";

/** The versions of drafts, by the keys of their settings. */
type Versions = Partial<Record<string, number>>;
const versionsJson = z.record(z.string(), z.number().int());

/** What the cards show. @property stored the drafts where these are shown, else what is live; `stamps` of what is live */
export type OpenedSettings = {
  stored: Stored;
  stamps: Stamps;
  /** those that wait */
  drafts: Versions;
  /** the titles of the sets in which they wait, by the keys of the settings; empty for none */
  titles: Partial<Record<string, string>>;
  isDraft: boolean;
  /** why drafts that were asked for cannot be shown */
  problem?: string;
};

/** Reads the settings as the cards open them, what is `live` besides. */
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

/** What a card posts, as it would be stored; an emptied field stays as it was, as in a save (SPEC 5). */
export const wantedOf = (input: SettingsInput): [key: string, value: string][] =>
  Object.entries(input).flatMap(([key, value]): [string, string][] => {
    const text = value === true ? "on" : value === false ? "" : value;
    return text || value === false ? [[key, text]] : [];
  });

/**
 * Keeps what differs from what is live.
 * @param wanted the values by their keys; an empty one removes the setting, so that its default holds again
 * @param opened the stamps of what is live that the card was opened with
 * @throws Refused as `saveDraft`, and where another editor has saved one of the card's settings meanwhile
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
      // What a choice shows where nothing is stored.
      const value = !now && text === defaults[key] ? now : text;
      // What is as it is live takes its draft away, where the card showed that.
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

/** Of the drafts that the card showed; none where it showed what is live. */
function readVersions(form: FormData): Versions {
  const posted = form.get("draft_version");
  if (typeof posted !== "string") return {};
  try {
    return versionsJson.parse(JSON.parse(posted));
  } catch {
    throw new Refused({ "": "The form is incomplete. Reload the page." });
  }
}
