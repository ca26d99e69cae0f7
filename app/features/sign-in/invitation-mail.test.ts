import { expect, test } from "vitest";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { ROLES } from "../staff/rights.ts";
import { composeInvitation } from "./invitation-mail.ts";

const invite = (facts: Partial<Parameters<typeof composeInvitation>[0]> = {}) =>
  composeInvitation({
    ...{ siteTitle: "Maple & Co", name: "Ivy", link: "https://maple.example/i", days: 7 },
    ...{ isKnown: false, by: "Dana Reed", role: "editor" },
    ...facts,
  });

test("an invitation says who invites, the role and what it may do, in text and HTML", () => {
  const { subject, text_body, html_body } = invite();
  expect(subject).toBe("Dana Reed invites you to the control panel of Maple & Co");
  const intro =
    "Dana Reed invites you to the control panel of Maple & Co as an editor. You can edit, add and publish everything visitors read: pages, posts, case studies and images. You won't see enquiries or settings.";
  expect(text_body).toContain(
    `Hi Ivy,\n\n${intro}\n\nChoose a password to get started:\n\nhttps://maple.example/i\n`,
  );
  expect(html_body).toContain(`<p>${escapeHtml(intro)}</p>`);
});

test("each role is described", () => {
  expect(
    ROLES.map(
      (role) => / to the control panel of Maple & Co (.*?)\. You /.exec(invite({ role }).text_body)?.[1],
    ),
  ).toEqual(["as owner", "as an editor", "to handle enquiries"]);
});

test("someone who logged in with the site's password has no name to show", () => {
  const { subject, text_body } = invite({ by: null });
  expect(subject).toBe("You're invited to the control panel of Maple & Co");
  expect(text_body).toContain("\n\nYou're invited to the control panel of Maple & Co as an editor. You can ");
  expect(invite({ by: null, isKnown: true }).text_body).toContain("Here's a link to choose a new password");
});

test("a link for a new password says who sent it, and not a role that stays", () => {
  const { subject, text_body } = invite({ isKnown: true });
  expect(subject).toBe("Choose a new password for the control panel of Maple & Co");
  expect(text_body).toContain(
    "Dana Reed sent you a link to choose a new password for the control panel of Maple & Co.",
  );
  expect(text_body).not.toContain("editor");
});

test("names are shown as typed, even long ones and those with <", () => {
  const by = `<b>${"Dana".repeat(18)}</b>`;
  const { subject, text_body, html_body } = invite({ by, name: "Ivy <ivy@example.com>" });
  expect(subject.startsWith(`${by} invites you`)).toBe(true);
  expect(text_body).toContain(`Hi Ivy <ivy@example.com>,\n\n${by} invites you`);
  expect(html_body).toContain("<p>Hi Ivy &lt;ivy@example.com&gt;,</p>");
  expect(html_body).not.toContain("<b>");
});
