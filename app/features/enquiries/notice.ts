import { enquiryMail } from "../../copy/enquiries.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import type { enquiries } from "../enquiry-table/table.server.ts";
import { type AuditDigest, noticeRows } from "./report-mail.ts";
import { type Enquiry, websiteLink } from "./rules.ts";

type NoticeFacts = {
  /** absolute URL of the form's page; empty if unknown */
  page: string;
  /** from `Origin`, like the next two */
  referrer_host?: string;
  utm?: Record<string, string>;
  trail?: string[];
  receivedAt: Date;
  /** IANA name; unknown names fall back to the default */
  timeZone: string;
  siteTitle: string;
  /** null without an audit result */
  audit?: { digest: AuditDigest; reportUrl: string } | null;
};

/**
 * Returns the address for a notice's Reply-To header; empty for one that some mail servers would reject the whole
 * email for. The text contains it anyway.
 */
export const replyTo = (email: string) => (/^(?!\.)(?!.*\.[.@])\p{ASCII}*$/u.test(email) ? email : "");

const SUBJECT_CHARS = 150;
/** decision 0035.4 */
const DEFAULT_TIME_ZONE = "America/New_York";

/** Composes the email that notifies the owner of an enquiry (SPEC 7). Visitor input is escaped. */
export function composeNotice(enquiry: Enquiry, facts: NoticeFacts) {
  const { labels, empty } = enquiryMail;
  const rows: [label: string, value: string, link?: string][] = [
    [labels.name, enquiry.name],
    [labels.email, enquiry.email, `mailto:${encodeURIComponent(enquiry.email).replace("%40", "@")}`],
    [labels.phone, enquiry.phone],
    [labels.website, enquiry.website, websiteLink(enquiry.website)],
    ...(facts.audit ? noticeRows(facts.audit.digest, facts.audit.reportUrl) : []),
    [labels.services, enquiry.services.join(", ")],
    ...(["budget", "timeline"] as const).flatMap((name): [string, string][] =>
      enquiry[name] ? [[labels[name], enquiry[name]]] : [],
    ),
    [labels.formType, enquiry.formType],
    [labels.page, facts.page, facts.page],
    ...originRows(facts),
    [labels.time, inTimeZone(facts.receivedAt, facts.timeZone)],
  ];
  const subject = enquiryMail.subject(enquiry.formType, enquiry.name);
  const intro = enquiryMail.intro(facts.siteTitle);
  const message = enquiry.message || empty;

  const text = [
    intro,
    "",
    ...rows.map(([label, value]) => `${label}: ${value || empty}`),
    "",
    `${labels.message}:`,
    message,
    "",
  ].join("\n");

  const cell = 'style="padding:4px 16px 4px 0;vertical-align:top;text-align:left"';
  const html = mailPage(`<p>${escapeHtml(intro)}</p>
<table style="border-collapse:collapse">
${rows
  .map(([label, value, link]) => {
    const shown = escapeHtml(value || empty);
    const content = value && link ? `<a href="${escapeHtml(link)}">${shown}</a>` : shown;
    return `<tr><th ${cell}>${label}</th><td ${cell}>${content}</td></tr>`;
  })
  .join("\n")}
</table>
<p><b>${labels.message}</b></p>
<p>${escapeHtml(message).replaceAll("\n", "<br>\n")}</p>`);
  return { subject: subject.slice(0, SUBJECT_CHARS).toWellFormed(), text_body: text, html_body: html };
}

/**
 * Composes the notice for a stored enquiry.
 * @param facts.siteUrl prepended to the page's path
 */
export function composeStoredNotice(
  row: typeof enquiries.$inferSelect,
  { siteUrl, ...facts }: Pick<NoticeFacts, "timeZone" | "siteTitle" | "audit"> & { siteUrl: string },
) {
  const { form_type, page, created_at } = row;
  const enquiry = { ...row, formType: form_type as Enquiry["formType"] };
  return composeNotice(enquiry, { ...row, ...facts, page: page && siteUrl + page, receivedAt: created_at });
}

function originRows({
  referrer_host = "",
  utm = {},
  trail = [],
}: NoticeFacts): [label: string, value: string][] {
  const { labels } = enquiryMail;
  const campaign = Object.entries(utm).map(([key, value]) => `${key}=${value}`);
  const rows: [string, string][] = [
    [labels.referrer_host, referrer_host],
    [labels.utm, campaign.join(", ")],
    [labels.trail, trail.join(" → ")],
  ];
  return rows.filter(([, value]) => value !== "");
}

function inTimeZone(time: Date, timeZone: string): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "long", timeZone: zone }).format(time);
  try {
    return format(timeZone);
  } catch {
    // An enquiry must be stored even if the setting has a typo.
    return format(DEFAULT_TIME_ZONE);
  }
}
