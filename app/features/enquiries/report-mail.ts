import { auditNotice, auditSummary, reportMail } from "../../copy/audits.ts";
import { ruleWords, troubleWords } from "../../copy/site/audit-rules.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { registeredPart } from "../../platform/http/website.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { type AuditResult, scoreOf, worstOf } from "../audit/result.ts";
import { inviteToBook } from "./confirmation.ts";

/** An audit result without any text from the audited site. */
export type AuditDigest = {
  host: string;
  score: string;
  /** why the page couldn't be read, as a sentence; null if it was read */
  trouble: string | null;
  /** the most important errors and warnings */
  worst: { name: string; todo: string }[];
};

const DOMAIN_CHARACTERS = 40;

/**
 * Returns a host's registered domain for emails to unverified addresses. Long domains are cut, and zero-width
 * spaces around the dots keep email programs from linking them.
 */
function mailDomain(host: string): string {
  const domain = registeredPart(host);
  const short = domain.length > DOMAIN_CHARACTERS ? `${domain.slice(0, DOMAIN_CHARACTERS)}…` : domain;
  return short.replaceAll(".", "\u200b.\u200b");
}

export function digestAudit(result: AuditResult): AuditDigest {
  const { overall } = scoreOf(result);
  return {
    host: result.host,
    score: overall === null ? auditSummary.noScore : auditSummary.score(overall),
    trouble: result.trouble && troubleWords[result.trouble],
    worst: worstOf(result.findings).map(({ id }) => ({
      name: ruleWords[id].name,
      todo: ruleWords[id].todo,
    })),
  };
}

export function noticeRows(
  digest: AuditDigest,
  link: string,
): [label: string, value: string, link?: string][] {
  const { score, trouble, worst } = digest;
  return [
    [auditNotice.label, trouble ? auditNotice.trouble(trouble) : score],
    ...(worst.length
      ? [[auditNotice.worst, worst.map(({ name }) => name).join("; ")] as [string, string]]
      : []),
    [auditNotice.link, link, link],
  ];
}

/**
 * Composes the report email, which also confirms the enquiry.
 * @param about.bookingUrl the owner's booking link, if any
 * @param digest null until the audit has finished
 */
export function composeReport(
  about: { siteTitle: string; host: string; url: string; bookingUrl?: string },
  digest: AuditDigest | null,
) {
  const { siteTitle, host, url, bookingUrl = "" } = about;
  const invitation = inviteToBook(bookingUrl);
  const { before, list, after } = partsOf(mailDomain(host), digest);
  const opening = [reportMail.arrived(siteTitle), ...before];
  const items = list.map(({ name, todo }) => `- ${name}: ${todo}`);
  const text = [...opening, items.join("\n"), ...after, url, ...invitation.text, reportMail.wrongAddress];
  const paragraph = (words: string) => `<p>${escapeHtml(words)}</p>`;
  const html = [
    ...opening.map(paragraph),
    list.length
      ? `<ul>${list.map(({ name, todo }) => `<li><b>${escapeHtml(name)}</b>: ${escapeHtml(todo)}</li>`).join("\n")}</ul>`
      : "",
    ...after.map(paragraph),
    `<p><a href="${escapeHtml(url)}">${escapeHtml(reportMail.button)}</a></p>`,
    ...invitation.html,
    paragraph(reportMail.wrongAddress),
  ];
  return {
    subject: reportMail.subject,
    text_body: `${text.filter(Boolean).join("\n\n")}\n`,
    html_body: mailPage(html.filter(Boolean).join("\n")),
  };
}

function partsOf(domain: string, digest: AuditDigest | null) {
  if (!digest) return { before: [], list: [], after: [reportMail.waiting(domain)] };
  const { trouble, score, worst } = digest;
  if (trouble)
    return {
      before: [reportMail.trouble(domain, trouble), reportMail.byHand],
      list: [],
      after: [reportMail.link],
    };
  const before = [reportMail.score(domain, score), worst.length ? reportMail.worst : reportMail.nothing];
  return { before, list: worst, after: [reportMail.link] };
}
