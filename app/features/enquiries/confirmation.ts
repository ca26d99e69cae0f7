import { booking, confirmationMail } from "../../copy/enquiries.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";

/** Composes the confirmation email. It repeats nothing that the sender typed. */
export function composeConfirmation(siteTitle: string, bookingUrl = "") {
  const [thanks, ...others] = confirmationMail.paragraphs(siteTitle);
  const invitation = inviteToBook(bookingUrl);
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return {
    subject: confirmationMail.subject(siteTitle),
    text_body: `${[thanks, ...invitation.text, ...others].join("\n\n")}\n`,
    html_body: mailPage([paragraph(thanks!), ...invitation.html, ...others.map(paragraph)].join("\n")),
  };
}

/** Returns an email's paragraph with the owner's booking link, if there is one. */
export function inviteToBook(url: string): { text: string[]; html: string[] } {
  if (!url) return { text: [], html: [] };
  return {
    text: [`${booking.text}\n${url}`],
    html: [
      `<p>${escapeHtml(booking.text)} <a href="${escapeHtml(url)}">${escapeHtml(booking.button)}</a></p>`,
    ],
  };
}
