import { invitationMail as words } from "../../copy/panel/people.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";

/**
 * Composes an invitation email.
 * @param facts.isKnown true if the person already has a sign-in and the link is for a new password
 */
export function composeInvitation(facts: {
  siteTitle: string;
  name: string;
  link: string;
  days: number;
  isKnown: boolean;
}) {
  const { siteTitle, name, link, days, isKnown } = facts;
  const said = isKnown ? words.renewed : words.invited;
  const lines = [words.hello(name), said.intro(siteTitle)];
  const after = [words.expires(days), words.ignore];
  const html = (line: string) => `<p>${escapeHtml(line)}</p>`;
  return {
    subject: said.subject(siteTitle),
    text_body: [...lines, link, ...after, ""].join("\n\n"),
    html_body: mailPage(
      [
        ...lines.map(html),
        `<p><a href="${escapeHtml(link)}">${said.button}</a></p>`,
        ...after.map(html),
      ].join("\n"),
    ),
  };
}
