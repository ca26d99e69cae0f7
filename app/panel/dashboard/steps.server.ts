// Reads what the list of first steps is about, and ticks off.
import { firstSteps } from "../../copy/panel/first-steps.ts";
import { listTickedSteps, tickStep } from "../../features/first-steps/queries.server.ts";
import { type FirstStepId, firstStepsOf } from "../../features/first-steps/steps.ts";
import type { Settings } from "../../features/settings/defaults.ts";
import { builtInTexts } from "../../features/website-content/built-in.ts";
import { loadTexts, loadWrittenTexts } from "../../features/website-content/texts.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { save } from "../save.server.ts";

const LEGAL = ["privacy", "terms"] as const;

/**
 * The first steps as the dashboard shows them.
 * @param known what the dashboard has read already
 * @returns none once all of them are done
 */
export async function readFirstSteps(
  db: Database,
  known: { settings: Settings; hasMailServer: boolean; hasSamples: boolean },
) {
  const [texts, written, ticked] = await Promise.all([
    loadTexts(db, ["header", "footer", "contact", "team"]),
    loadWrittenTexts(db, LEGAL),
    listTickedSteps(db),
  ]);
  const steps = firstStepsOf({
    ...known,
    ticked,
    logo: texts.header.brand.logo_image,
    addresses: [
      { edit: "footer:contact:address_lines", text: texts.footer.contact.address_lines.join(", ") },
      { edit: "contact:cards:address", text: texts.contact.cards.address },
    ],
    leader: texts.team.leadership.name,
    members: texts.team.members.items.map(({ name }) => name),
    builtInLegal: LEGAL.filter((page) => written[page].content.html === builtInTexts(page).content.html).map(
      (page) => ({ title: written[page].content.title, edit: `${page}:content:html` }),
    ),
  });
  return steps.some(({ isDone }) => !isDone) ? steps : [];
}

/** What the button beside a step does; the toast of a tick takes it back. */
export function saveTick(db: Database, { intent, step }: { intent: string; step: FirstStepId }) {
  const { ticked, unticked, failed } = firstSteps.toasts;
  const isTicked = intent === "tick-step";
  return save(
    () => tickStep(db, step, isTicked),
    { done: isTicked ? ticked : unticked, failed },
    isTicked ? { undo: { intent: "untick-step", step } } : {},
  );
}
