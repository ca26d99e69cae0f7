import { confirmationMail } from "../../copy/enquiries.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";

/** Composes the confirmation email. It repeats nothing that the sender typed. */
export function composeConfirmation(siteTitle: string) {
  const paragraphs = confirmationMail.paragraphs(siteTitle);
  return {
    subject: confirmationMail.subject(siteTitle),
    text_body: `${paragraphs.join("\n\n")}\n`,
    html_body: mailPage(paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")),
  };
}
