import { confirmationMail } from "../../copy/enquiries.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";

/** The mail that tells a sender that their enquiry has arrived; the same for everybody. */
export function composeConfirmation(siteTitle: string) {
  const paragraphs = confirmationMail.paragraphs(siteTitle);
  return {
    subject: confirmationMail.subject(siteTitle),
    text_body: `${paragraphs.join("\n\n")}\n`,
    html_body: mailPage(paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")),
  };
}
