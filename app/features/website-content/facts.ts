// Business facts that texts refer to with placeholders, so the owner enters each only once.
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import { footer } from "../../copy/site/footer.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { CopyName } from "../../copy/site/pages.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import type { Settings } from "../settings/defaults.ts";
import { builtInTexts, type Texts } from "./built-in.ts";
import { contentType } from "./content-type.ts";

/** Placeholder values; empty if not set. */
export type Facts = { site: string; phone: string; email: string; address: string };

const ADDRESS_LINES: readonly string[] = footer.contact.address_lines;

/** A new site's facts. */
export const BUILT_IN_FACTS: Facts = {
  site: BUILT_IN_SITE_TITLE,
  phone: "",
  email: "",
  address: ADDRESS_LINES.join(", "),
};

/** Sections where `{email}` is the subscriber's email address, which the page fills in. */
const SUBSCRIBERS = new Set(["newsletter_confirm", "newsletter_unsubscribe"]);

export const factsIn = (section: string, facts: Facts): Facts =>
  SUBSCRIBERS.has(section) ? { ...facts, email: "{email}" } : facts;

const NAMES = /\{(site|phone|email|address)\}/g;
/**
 * If the phone number or email address isn't set, its line is removed. Sentences with an email link then link to
 * the contact page instead.
 */
const PHONE_LINE = /<p>[^<]*\{phone\}<\/p>/g;
const EMAIL_LINE = /<p>[^<]*<a href="mailto:\{email\}">[^<]*<\/a><\/p>/g;
const EMAIL_LINK = /<a href="mailto:\{email\}">[^<]*<\/a>/g;
const BY_FORM = '<a href="/contact">us through our contact form</a>';

/** Returns a text with its facts filled in, escaped in HTML. */
export function fillFacts(text: string, facts: Facts, isHtml = contentType(text) === "html"): string {
  if (!isHtml) return text.replace(NAMES, (_, name: keyof Facts) => facts[name]);
  const located = facts.address ? text : text.replaceAll(", {address}", "");
  const kept = facts.phone ? located : located.replace(PHONE_LINE, "");
  const linked = facts.email ? kept : kept.replace(EMAIL_LINE, "").replace(EMAIL_LINK, BY_FORM);
  return linked.replace(NAMES, (_, name: keyof Facts) => escapeHtml(facts[name]));
}

/** Fills in facts like `fillFacts`, but in any value, including all parts of lists and objects. */
export function fillValue<Value extends CopyValue>(value: Value, facts: Facts, isHtml?: boolean): Value {
  if (typeof value === "string") return fillFacts(value, facts, isHtml) as Value;
  if (Array.isArray(value)) return value.map((part) => fillValue(part, facts)) as unknown as Value;
  if (typeof value !== "object") return value;
  const parts = Object.entries(value as { [key: string]: CopyValue });
  return Object.fromEntries(parts.map(([key, part]) => [key, fillValue(part, factsIn(key, facts))])) as Value;
}

/**
 * Returns a page's built-in texts as visitors read them.
 * @param settings supplies the facts; defaults to a new site's facts
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
 * Returns the lines of the business address: the footer's, or the contact page's if only that was changed.
 * @param rows the owner's texts for either place
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
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === "string")) return null;
  return lines.filter((line) => line.trim());
}
