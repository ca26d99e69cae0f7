// Detects spam. One weak sign isn't enough, because real people show one now and then.
import { spamSigns } from "../../copy/enquiries.ts";
import { type FormSigns, type Sign, SPAM_THRESHOLD, signsOfForm } from "../public-forms/signs.ts";
import type { Enquiry } from "./rules.ts";

/** Numbers of linked sites that count as spam signs. The sender's own site doesn't count. */
const HOSTS_SOME = 3;
const HOSTS_MANY = 10;
/** Typical spam. Real clients may work in one of these trades, but rarely two. */
const TRADES = [
  /\b(viagra|cialis|levitra|tramadol|xanax)\b/i,
  /\b(casinos?|slot machines?|sports? betting|poker)\b/i,
  /\b(porn|xxx|escorts?|sex (cams?|chat|dating))\b/i,
  /\b(payday loans?|(crypto|bitcoin|forex) (investments?|profits?|trading signals?))\b/i,
  /\b(replica (watches|bags)|fake (passports?|diplomas?))\b/i,
];
const TRADES_SOME = 2;
/**
 * A sales offer at the start of a sentence. Visitors who ask about an offer quote it mid-sentence. "Get more
 * traffic" is fine: clients want that.
 */
const OFFER =
  /(^|[.!?]\s|\n) *((buy|order|grab)\s+([\w-]+\s+){0,3}(backlinks?|guest posts?|traffic|followers|likes|reviews)|get\s+[\d.,]+k?\s+([\w-]+\s+){0,2}(backlinks?|followers|likes))\b/i;

/**
 * Returns why an enquiry is spam, in sentences for the owner, or an empty list.
 * @param form undefined for the endpoint
 */
export function findSpamReasons(enquiry: Enquiry, form?: FormSigns): string[] {
  const signs = [...signsOfContent(enquiry), ...(form ? signsOfForm(form) : [])];
  const weight = signs.reduce((sum, sign) => sum + sign.weight, 0);
  return weight >= SPAM_THRESHOLD ? signs.map(({ words }) => words) : [];
}

function signsOfContent({ message, ...fields }: Enquiry): Sign[] {
  const { name, email, phone, website, budget = "", timeline = "" } = fields;
  const signs: Sign[] = [];
  if (/https?:\/\/|www\./i.test([name, phone, budget, timeline].join(" ")))
    signs.push({ words: spamSigns.linkInName, weight: 2 });
  // Site owners may quote a script, but not forum markup.
  if (/<script\b|javascript:/i.test(message)) signs.push({ words: spamSigns.script, weight: 1 });
  if (/\[(url|link)[=\]]/i.test(message)) signs.push({ words: spamSigns.forumLink, weight: 2 });
  if (/<a\s[^>]*href/i.test(message)) signs.push({ words: spamSigns.htmlLink, weight: 1 });
  const words = `${name}\n${message}`;
  if (OFFER.test(words)) signs.push({ words: spamSigns.offer, weight: 1 });
  if (TRADES.filter((trade) => trade.test(words)).length >= TRADES_SOME)
    signs.push({ words: spamSigns.trades, weight: 1 });
  const hosts = foreignHosts(message, [hostOf(website), email.split("@")[1] ?? ""]);
  if (hosts >= HOSTS_SOME) signs.push({ words: spamSigns.links(hosts), weight: hosts >= HOSTS_MANY ? 2 : 1 });
  return signs;
}

function foreignHosts(text: string, own: string[]): number {
  const hosts = [...text.matchAll(/https?:\/\/[^\s"'<>[\])]+/gi)].map(([link]) => hostOf(link));
  return new Set(hosts.filter((host) => host && !own.map(bare).includes(host))).size;
}

const hostOf = (link: string) => bare(URL.parse(link)?.hostname ?? "");
const bare = (host: string) => host.toLowerCase().replace(/^www\./, "");
