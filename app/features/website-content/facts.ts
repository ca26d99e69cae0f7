// Business facts that texts refer to in braces, so that each is entered in only one place.
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import { footer } from "../../copy/site/footer.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { CopyName } from "../../copy/site/pages.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import type { Settings } from "../settings/defaults.ts";
import { builtInTexts, type Texts } from "./built-in.ts";
import { contentType } from "./content-type.ts";

/** Values of `{site}`, `{phone}`, `{email}` and `{address}`; empty if the owner hasn't set them. */
export type Facts = { site: string; phone: string; email: string; address: string };

const ADDRESS_LINES: readonly string[] = footer.contact.address_lines;

/** The facts of a site whose owner hasn't set any. */
export const BUILT_IN_FACTS: Facts = {
  site: BUILT_IN_SITE_TITLE,
  phone: "",
  email: "",
  address: ADDRESS_LINES.join(", "),
};

/** Sections whose `{email}` is the subscriber's; the page that shows them fills it in. */
const SUBSCRIBERS = new Set(["newsletter_confirm", "newsletter_unsubscribe"]);

export const factsIn = (section: string, facts: Facts): Facts =>
  SUBSCRIBERS.has(section) ? { ...facts, email: "{email}" } : facts;

const NAMES = /\{(site|phone|email|address)\}/g;
/** Without the fact, a contact line is dropped, while a sentence links to the contact page instead. */
const PHONE_LINE = /<p>[^<]*\{phone\}<\/p>/g;
const EMAIL_LINE = /<p>[^<]*<a href="mailto:\{email\}">[^<]*<\/a><\/p>/g;
const EMAIL_LINK = /<a href="mailto:\{email\}">[^<]*<\/a>/g;
const BY_FORM = '<a href="/contact">us through our contact form</a>';

/** Returns a text with its facts filled in, escaped if it is HTML. */
export function fillFacts(text: string, facts: Facts, isHtml = contentType(text) === "html"): string {
  if (!isHtml) return text.replace(NAMES, (_, name: keyof Facts) => facts[name]);
  const kept = facts.phone ? text : text.replace(PHONE_LINE, "");
  const linked = facts.email ? kept : kept.replace(EMAIL_LINE, "").replace(EMAIL_LINK, BY_FORM);
  return linked.replace(NAMES, (_, name: keyof Facts) => escapeHtml(facts[name]));
}

/** Does the same as `fillFacts` for any type of value, including the parts of lists and objects. */
export function fillValue<Value extends CopyValue>(value: Value, facts: Facts, isHtml?: boolean): Value {
  if (typeof value === "string") return fillFacts(value, facts, isHtml) as Value;
  if (Array.isArray(value)) return value.map((part) => fillValue(part, facts)) as unknown as Value;
  if (typeof value !== "object") return value;
  const parts = Object.entries(value as { [key: string]: CopyValue });
  return Object.fromEntries(parts.map(([key, part]) => [key, fillValue(part, factsIn(key, facts))])) as Value;
}

/**
 * Returns a page's built-in texts as visitors read them.
 * @param settings the owner's, for the facts in the texts
 */
export function shownBuiltIns<Name extends CopyName>(name: Name, settings?: Settings): Texts<Name> {
  const own = settings && {
    site: settings.site_title,
    phone: settings.phone_number ?? "",
    email: settings.contact_email ?? "",
  };
  const texts = builtInTexts(name) as { [section: string]: CopyValue };
  return fillValue(texts, { ...BUILT_IN_FACTS, ...own }) as unknown as Texts<Name>;
}

type StoredText = { section_name: string; content_key: string; content_value: string; page_name: string };

/**
 * Returns the lines of the business address: the footer's, or the contact page's card if only that was changed.
 * @param rows what the owner has stored for either
 */
export function addressLinesOf(rows: readonly StoredText[]): readonly string[] {
  const stored = (page: string, section: string, key: string) =>
    rows.find((row) => row.page_name === page && row.section_name === section && row.content_key === key)
      ?.content_value;
  const lines = linesOf(stored("footer", "contact", "address_lines"));
  if (lines) return lines;
  const card = stored("contact", "cards", "address")?.trim();
  if (card && !card.includes("{address}")) return [card];
  return ADDRESS_LINES;
}

function linesOf(json: string | undefined): string[] | null {
  const lines = parseJson(json ?? "");
  return Array.isArray(lines) && lines.every((line) => typeof line === "string") ? lines : null;
}
