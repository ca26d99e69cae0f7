// What speaks for spam. One weak sign never sets an enquiry aside: a person trips over one now and then.
import { spamSigns } from "../../copy/enquiries.ts";
import { type FormSigns, type Sign, SPAM_THRESHOLD, signsOfForm } from "../public-forms/signs.ts";
import type { Enquiry } from "./rules.ts";

/** People send their own site's addresses, whatever their number; foreign hosts are counted. */
const HOSTS_SOME = 3;
const HOSTS_MANY = 10;
/**
 * What mass mail sells. An agency's clients may be in any one of these trades and say so; a real client is hardly in two of them.
 */
const TRADES = [
  /\b(viagra|cialis|levitra|tramadol|xanax)\b/i,
  /\b(casinos?|slot machines?|sports? betting|poker)\b/i,
  /\b(porn|xxx|escorts?|sex (cams?|chat|dating))\b/i,
  /\b(payday loans?|(crypto|bitcoin|forex) (investments?|profits?|trading signals?))\b/i,
  /\b(replica (watches|bags)|fake (passports?|diplomas?))\b/i,
];
const TRADES_SOME = 2;
/**
 * An offer that opens a message or a sentence: a visitor who asks about one quotes it or tells of it, and "Get more traffic"
 * is what a client wants.
 */
const OFFER =
  /(^|[.!?]\s|\n) *((buy|order|grab)\s+([\w-]+\s+){0,3}(backlinks?|guest posts?|traffic|followers|likes|reviews)|get\s+[\d.,]+k?\s+([\w-]+\s+){0,2}(backlinks?|followers|likes))\b/i;

/**
 * Why an enquiry is to be set aside, in words for the owner; empty for what goes its way.
 * @param form absent for an enquiry that came through the endpoint: its content alone is judged then
 */
export function findSpamReasons(enquiry: Enquiry, form?: FormSigns): string[] {
  const signs = [...signsOfContent(enquiry), ...(form ? signsOfForm(form) : [])];
  const weight = signs.reduce((sum, sign) => sum + sign.weight, 0);
  return weight >= SPAM_THRESHOLD ? signs.map(({ words }) => words) : [];
}

function signsOfContent({ name, email, phone, website, message }: Enquiry): Sign[] {
  const signs: Sign[] = [];
  if (/https?:\/\/|www\./i.test(`${name} ${phone}`)) signs.push({ words: spamSigns.linkInName, weight: 2 });
  // An owner's question may quote a script; a visitor types no forum's codes into a contact form.
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

/** How many different sites a text links to, the sender's own ones aside. */
function foreignHosts(text: string, own: string[]): number {
  const hosts = [...text.matchAll(/https?:\/\/[^\s"'<>[\])]+/gi)].map(([link]) => hostOf(link));
  return new Set(hosts.filter((host) => host && !own.map(bare).includes(host))).size;
}

const hostOf = (link: string) => bare(URL.parse(link)?.hostname ?? "");
const bare = (host: string) => host.toLowerCase().replace(/^www\./, "");
