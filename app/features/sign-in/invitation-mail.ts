import { invitationMail as words } from "../../copy/panel/people.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import type { Role } from "../staff/rights.ts";

/**
 * Composes an invitation email.
 * @param facts.by name of the person who invites, or null
 * @param facts.isKnown true if the person already has a sign-in and the link is for a new password
 */
export function composeInvitation(facts: {
  siteTitle: string;
  name: string;
  link: string;
  days: number;
  isKnown: boolean;
  by: string | null;
  role: Role;
}) {
  const { siteTitle, name, link, days, isKnown, by, role } = facts;
  const said = isKnown ? words.renewed : words.invited;
  const lines = [words.hello(name), said.intro(siteTitle, by, role), said.start].filter(
    (line) => line !== null,
  );
  const after = [words.expires(days), words.ignore];
  const html = (line: string) => `<p>${escapeHtml(line)}</p>`;
  return {
    subject: said.subject(siteTitle, by),
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
