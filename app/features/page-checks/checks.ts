import { pageChecks as words } from "../../copy/panel/page-checks.ts";
import { ruleWords } from "../../copy/site/audit-rules.ts";
import type { Advice, OwnPage } from "./rule.ts";
import { contentRules } from "./rules.content.ts";
import { headRules } from "./rules.head.ts";

/** The report uses this order. */
const CHECKS = {
  title: { label: ruleWords.title.name, ask: headRules.title },
  description: { label: ruleWords.description.name, ask: headRules.description },
  heading: { label: ruleWords.h1.name, ask: contentRules.h1 },
  images: { label: words.labels.images, ask: contentRules.alt },
  links: { label: words.labels.links, ask: contentRules["broken-links"] },
  linked: { label: words.labels.linked, ask: contentRules.linked },
  defaults: { label: words.labels.defaults, ask: contentRules.defaults },
  twin: { label: words.labels.twin, ask: contentRules.twin },
  canonical: { label: ruleWords.canonical.name, ask: headRules.canonical },
  robots: { label: words.labels.robots, ask: headRules.robots },
  data: { label: words.labels.data, ask: contentRules["data-valid"] },
  weight: { label: words.labels.weight, ask: contentRules.weight },
};

export type CheckId = keyof typeof CHECKS;

export type Check = { id: CheckId; label: string } & Advice;

const CHECK_IDS = Object.keys(CHECKS) as CheckId[];

/** Each of these checks applies either to records only or to landing pages only. */
const OF_SOME: CheckId[] = ["linked", "defaults", "twin"];

/** Returns the report on a page that couldn't be read. */
export const unchecked = (why: string): Check[] =>
  CHECK_IDS.filter((id) => !OF_SOME.includes(id)).map((id) => ({
    ...{ id, label: CHECKS[id].label, state: "unchecked", text: why },
  }));

/** Returns the report on a page. */
export const judgePage = (page: OwnPage): Check[] =>
  CHECK_IDS.flatMap((id) => {
    const advice = CHECKS[id].ask.advice(page);
    return advice ? [{ id, label: CHECKS[id].label, ...advice }] : [];
  });
