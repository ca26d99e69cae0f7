import path from "node:path";
import type { RouterContextProvider } from "react-router";
import { firstSteps } from "../../copy/panel/first-steps.ts";
import { listTickedSteps, tickStep } from "../../features/first-steps/queries.server.ts";
import { type FirstStep, type FirstStepId, firstStepsOf } from "../../features/first-steps/steps.ts";
import type { Settings } from "../../features/settings/defaults.ts";
import { saveSettings } from "../../features/settings/queries.server.ts";
import { listPeople } from "../../features/team/people.ts";
import { builtInTexts } from "../../features/website-content/built-in.ts";
import { loadTexts, loadWrittenTexts } from "../../features/website-content/texts.server.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { isPublicSite } from "../../platform/http/public-site.ts";
import { save, withUndo } from "../saving/save.server.ts";

const LEGAL = ["privacy", "terms"] as const;

type Known = { settings: Settings; config: Config; samples: string; hasMailServer: boolean };

/** @returns no steps once all are done, and the message for the developer; empty if there's nothing to change */
export async function readFirstSteps(db: Database, known: Known) {
  const steps = await listFirstSteps(db, known);
  const { settings, config } = known;
  const lines = steps.map(({ developer }) => developer).filter(Boolean);
  return {
    steps: steps.some(({ isDone }) => !isDone) ? steps : [],
    message: lines.length ? firstSteps.developer.text(settings.site_title || config.siteUrl, lines) : "",
  };
}

export async function listFirstSteps(db: Database, known: Known): Promise<FirstStep[]> {
  const [texts, written, ticked] = await Promise.all([
    loadTexts(db, ["header", "footer", "contact", "team", ...LEGAL]),
    loadWrittenTexts(db, LEGAL),
    listTickedSteps(db),
  ]);
  const { settings, config, samples, hasMailServer } = known;
  const legal = (page: (typeof LEGAL)[number]) => ({
    title: written[page].content.title,
    edit: `${page}:content:html`,
  });
  return firstStepsOf({
    ...{ settings, samples, hasMailServer, ticked },
    localUrl: isPublicSite(config.siteUrl) ? null : config.siteUrl,
    leadsTo: config.leadsTo,
    passwordChars: config.adminPassword === undefined ? null : [...config.adminPassword].length,
    searchEngines: config.searchEngines,
    backups: whereBackupsGo(config),
    updatesFrom: config.updateFeed ? new URL(config.updateFeed.url).hostname : null,
    exampleLegal: LEGAL.filter((page) => EXAMPLE.test(texts[page].content.html)).map(legal),
    logo: texts.header.brand.logo_image,
    addresses: [
      { edit: "footer:contact:address_lines", text: texts.footer.contact.address_lines.join(", ") },
      { edit: "contact:cards:address", text: texts.contact.cards.address },
    ],
    leader: texts.team.leadership.name,
    members: texts.team.members.items.map(({ name }) => name),
    hasPhotos: listPeople(texts.team).some(({ image }) => image !== ""),
    builtInLegal: LEGAL.filter((page) => written[page].content.html === builtInTexts(page).content.html).map(
      legal,
    ),
  });
}

/** Sample domains in legal pages. */
const EXAMPLE = /\bexample\.(com|net|org)\b/i;

/** Even a folder outside DATA_DIR may be on the same disk, so only the owner can mark this step as done. */
function whereBackupsGo({ backupDir, dataDir }: Config) {
  if (backupDir === null) return "none";
  const fromData = path.relative(dataDir, backupDir);
  return fromData.startsWith("..") || path.isAbsolute(fromData) ? "elsewhere" : "beside";
}

/** Marks an item as done or not done. If it's done, the toast offers Undo. */
export function toggleStep(db: Database, { intent, step }: { intent: string; step: FirstStepId }) {
  const { failed } = firstSteps.toasts;
  const { ticked, unticked } = step === "updates" ? firstSteps.steps.updates.toasts : firstSteps.toasts;
  const isTicked = intent === "tick-step";
  return save(
    async () => {
      await tickStep(db, step, isTicked);
      return isTicked ? { undo: { intent: "untick-step", step } } : undefined;
    },
    { done: isTicked ? ticked : unticked, failed },
  );
}

/** Makes articles show their publication dates instead of today's date. The toast offers Undo. */
export function showPublicationDates(context: Readonly<RouterContextProvider>) {
  const { dates, datesFailed } = firstSteps.toasts;
  return save(
    async () => {
      await saveSettings(context.get(ownerDb), { blog_date_display: "published" });
      return withUndo(context);
    },
    { done: dates, failed: datesFailed },
  );
}
