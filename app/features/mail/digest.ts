import { createHash } from "node:crypto";
import { digestMail as words } from "../../copy/enquiries.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { ENQUIRY_FORMS, type EnquiryForm } from "../enquiry-table/statuses.ts";

type HeldNotice = {
  id: string;
  enquiry_id: string | null;
  name: string;
  email: string;
  form_type: string;
  message: string;
  created_at: Date;
};

/** Further enquiries are only counted. */
const NAMED_MAX = 100;
const MESSAGE_CHARS = 120;
const ENQUIRIES_TAB = "/admin-control-panel-seoprozone/enquiries";

/**
 * Composes a digest. The Message-ID is derived from the notifications' ids, so retries reuse it.
 * @param held at least one, oldest first
 * @param facts.timeZone an IANA name
 */
export function composeDigest(
  held: HeldNotice[],
  { siteUrl, siteTitle, timeZone }: { siteUrl: string; siteTitle: string; timeZone: string },
) {
  const tab = siteUrl + ENQUIRIES_TAB;
  const named = held.slice(0, NAMED_MAX).map((one) => ({
    line: `${shortTime(one.created_at, timeZone)}, ${ENQUIRY_FORMS[one.form_type as EnquiryForm]}: ${oneLine(one.name)} <${one.email}>`,
    message: shortened(one.message),
    link: `${tab}?open=${one.enquiry_id}`,
  }));
  const others = held.length - named.length;
  const intro = words.intro(siteTitle, held.length);
  const more = others > 0 ? [words.others(others)] : [];
  const text = [
    intro,
    tab,
    ...named.map(({ line, message, link }) => [line, message, link].filter(Boolean).join("\n")),
    ...more,
    "",
  ].join("\n\n");
  const rows = named.map(
    ({ line, message, link }) =>
      `<li style="margin-bottom:12px"><a href="${escapeHtml(link)}">${escapeHtml(line)}</a><br>\n${escapeHtml(message)}</li>`,
  );
  const html = mailPage(`<p>${escapeHtml(intro)} <a href="${escapeHtml(tab)}">${words.openTab}</a></p>
<ul>
${rows.join("\n")}
</ul>
${more.map((words) => `<p>${escapeHtml(words)}</p>`).join("\n")}`);
  const ids = held.map(({ id }) => id).toSorted();
  const digest = createHash("sha256").update(ids.join()).digest("hex").slice(0, 32);
  return {
    messageId: `<digest-${digest}@${new URL(siteUrl).hostname}>`,
    replyTo: "",
    subject: words.subject(held.length, siteTitle),
    text,
    html,
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

function shortened(message: string): string {
  const line = oneLine(message);
  return (line.length > MESSAGE_CHARS ? `${line.slice(0, MESSAGE_CHARS).trimEnd()}…` : line).toWellFormed();
}
