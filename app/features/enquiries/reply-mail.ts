import { replyMail } from "../../copy/panel/reply.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";

/** An email that the sender got earlier. */
type Earlier = { message_id: string; subject: string };

type Quote = {
  name: string;
  message: string;
  /** such as "Nov 29, 2026" */
  day: string;
};

/** Gmail shows at most a hundred emails as one conversation, and a header line can't be endless. */
const REFERENCES_MAX = 20;

/**
 * Composes a reply, without the visitor's words in any header.
 * @param facts.earlier the emails that the sender got, oldest first; the reply answers the last one
 * @param facts.quote the message to quote, if any
 */
export function composeReply(
  message: string,
  { earlier, quote, siteTitle }: { earlier: Earlier[]; quote: Quote | null; siteTitle: string },
) {
  const last = earlier.at(-1);
  const text = message.replace(/\r\n?/g, "\n");
  const wrote = quote && replyMail.wrote(quote.day, quote.name);
  const quoted = quote ? [wrote, ...quote.message.split("\n").map((line) => `> ${line}`)] : [];
  const htmlQuote = quote
    ? `\n<p>${escapeHtml(wrote!)}</p>
<blockquote style="margin:0;padding-left:12px;border-left:3px solid #c9cdd8;color:#4a5163">${inHtml(quote.message)}</blockquote>`
    : "";
  return {
    subject: last ? `Re: ${last.subject.replace(/^(re:\s*)+/i, "")}` : replyMail.subject(siteTitle),
    headers: last
      ? { "In-Reply-To": last.message_id, References: referencesOf(earlier) }
      : ({} as Record<string, string>),
    text_body: `${[text, ...(quote ? ["", ...quoted] : [])].join("\n")}\n`,
    html_body: mailPage(`<p>${inHtml(text)}</p>${htmlQuote}`),
  };
}

/** The first email, which began the conversation, and the latest. */
function referencesOf(earlier: Earlier[]): string {
  const ids = earlier.map(({ message_id }) => message_id);
  return [...ids.slice(0, 1), ...ids.slice(1).slice(-REFERENCES_MAX)].join(" ");
}

const inHtml = (text: string) => escapeHtml(text).replaceAll("\n", "<br>\n");
