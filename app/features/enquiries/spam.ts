// Spam detection. One weak sign never marks an enquiry as spam: real people trigger one now and then.
import { spamSigns } from "../../copy/enquiries.ts";
import { type FormSigns, type Sign, SPAM_THRESHOLD, signsOfForm } from "../public-forms/signs.ts";
import type { Enquiry } from "./rules.ts";

/** Only links to foreign hosts count: people may link to their own site as often as they like. */
const HOSTS_SOME = 3;
const HOSTS_MANY = 10;
/** What mass emails sell. A real client may work in one of these trades and say so, but rarely in two. */
const TRADES = [
  /\b(viagra|cialis|levitra|tramadol|xanax)\b/i,
  /\b(casinos?|slot machines?|sports? betting|poker)\b/i,
  /\b(porn|xxx|escorts?|sex (cams?|chat|dating))\b/i,
  /\b(payday loans?|(crypto|bitcoin|forex) (investments?|profits?|trading signals?))\b/i,
  /\b(replica (watches|bags)|fake (passports?|diplomas?))\b/i,
];
const TRADES_SOME = 2;
/**
 * A sales offer at the start of a message or sentence. Visitors who ask about such an offer describe it mid-sentence.
 * "Get more traffic" doesn't match, because that's what clients want.
 */
const OFFER =
  /(^|[.!?]\s|\n) *((buy|order|grab)\s+([\w-]+\s+){0,3}(backlinks?|guest posts?|traffic|followers|likes|reviews)|get\s+[\d.,]+k?\s+([\w-]+\s+){0,2}(backlinks?|followers|likes))\b/i;

/**
 * Returns why an enquiry is spam, in sentences for the owner; empty if it isn't.
 * @param form undefined for an enquiry through the endpoint: only its content is judged then
 */
export function findSpamReasons(enquiry: Enquiry, form?: FormSigns): string[] {
  const signs = [...signsOfContent(enquiry), ...(form ? signsOfForm(form) : [])];
  const weight = signs.reduce((sum, sign) => sum + sign.weight, 0);
  return weight >= SPAM_THRESHOLD ? signs.map(({ words }) => words) : [];
}

function signsOfContent({ name, email, phone, website, message }: Enquiry): Sign[] {
  const signs: Sign[] = [];
  if (/https?:\/\/|www\./i.test(`${name} ${phone}`)) signs.push({ words: spamSigns.linkInName, weight: 2 });
  // A site owner's question may quote a script; no one types forum markup into a contact form.
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

/** Counts the different sites a text links to, without the sender's own. */
function foreignHosts(text: string, own: string[]): number {
  const hosts = [...text.matchAll(/https?:\/\/[^\s"'<>[\])]+/gi)].map(([link]) => hostOf(link));
  return new Set(hosts.filter((host) => host && !own.map(bare).includes(host))).size;
}

const hostOf = (link: string) => bare(URL.parse(link)?.hostname ?? "");
const bare = (host: string) => host.toLowerCase().replace(/^www\./, "");
