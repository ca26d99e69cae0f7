import { newsletter } from "../../copy/site/newsletter.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";

/** Composes the double opt-in email (decision 0035.13). */
export function composeInvitation(facts: { siteTitle: string; confirmUrl: string; unsubscribeUrl: string }) {
  const { siteTitle, confirmUrl, unsubscribeUrl } = facts;
  const { subject, intro, button, ignore, unsubscribe, unsubscribeLink } = newsletter.mail;
  return {
    subject: subject(siteTitle),
    text_body: [intro(siteTitle), confirmUrl, ignore, `${unsubscribe}\n${unsubscribeUrl}`, ""].join("\n\n"),
    html_body: mailPage(`<p>${escapeHtml(intro(siteTitle))}</p>
<p><a href="${escapeHtml(confirmUrl)}">${button}</a></p>
<p>${ignore}</p>
<p>${unsubscribe} <a href="${escapeHtml(unsubscribeUrl)}">${unsubscribeLink}</a></p>`),
  };
}
