import { expect, test } from "vitest";
import { composeBody } from "./bodies.ts";
import type { Facts } from "./facts.ts";

const SITE = { url: "https://seopro.test", title: "SEO Pro" };
const facts = (person: Facts["person"] = null): Facts => ({
  event: "enquiry.created",
  at: new Date("2026-11-23T09:00:00Z"),
  data: {
    ...{ id: "1", url: "https://seopro.test/panel?open=1", form: "contact", status: "new", page: "/contact" },
    ...{ services: ["Local SEO", "Audit & more"], source: "google", value: null },
  },
  person,
});
const ADA = {
  ...{ name: "Ada King Lovelace", email: "ada@visitor.test", phone: "", website: "", lost_reason: "" },
  message: "<!channel> *bold* @here [link](https://evil.test) <at>all</at>",
};
const bodyOf = (format: Parameters<typeof composeBody>[0], of: Facts) =>
  JSON.parse(composeBody(format, of, SITE));

test("the standard body has the person only if there's one", () => {
  expect(bodyOf("standard", facts())).toEqual({
    type: "enquiry.created",
    timestamp: "2026-11-23T09:00:00.000Z",
    data: facts().data,
  });
  expect(bodyOf("standard", facts(ADA)).data.person).toEqual(ADA);
});

test("Slack gets visitors' words as plain text only, so they mention no one", () => {
  const { text, blocks } = bodyOf("slack", facts(ADA));
  expect(text).toBe("New enquiry");
  expect(blocks[0].text).toEqual({
    ...{ type: "mrkdwn", verbatim: true, text: "*<https://seopro.test/panel?open=1|New enquiry>*" },
  });
  expect(blocks[1].text).toMatchObject({ type: "plain_text" });
  expect(blocks[1].text.text).toContain(`Message: ${ADA.message}`);
  expect(blocks[1].text.text).toContain("Form: Contact\nStatus: New\nServices: Local SEO, Audit & more");
});

test("Teams gets them as text runs, which have no Markdown and no mentions", () => {
  const [{ contentType, content }] = bodyOf("teams", facts(ADA)).attachments;
  expect(contentType).toBe("application/vnd.microsoft.card.adaptive");
  expect(content.body.every(({ type }: { type: string }) => type === "RichTextBlock")).toBe(true);
  expect(JSON.stringify(content.body)).toContain(ADA.message);
  expect(content.msteams).toBeUndefined();
  expect(content.actions).toEqual([
    { type: "Action.OpenUrl", title: "Open in the panel", url: "https://seopro.test/panel?open=1" },
  ]);
});

test("HubSpot gets a contact without empty fields", () => {
  expect(bodyOf("hubspot-form", facts(ADA))).toEqual({
    fields: [
      { objectTypeId: "0-1", name: "email", value: "ada@visitor.test" },
      { objectTypeId: "0-1", name: "firstname", value: "Ada" },
      { objectTypeId: "0-1", name: "lastname", value: "King Lovelace" },
      { objectTypeId: "0-1", name: "message", value: ADA.message },
    ],
    context: { pageUri: "https://seopro.test/contact", pageName: "SEO Pro" },
  });
});

test("long messages fit, and no character is cut in half", () => {
  for (const name of ["a", ""]) {
    const long = facts({ ...ADA, message: `${name}${"😀".repeat(50_000)}` });
    const { text } = bodyOf("slack", long).blocks[1].text;
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThanOrEqual(3_000);
    const teams = composeBody("teams", long, SITE);
    expect(Buffer.byteLength(teams)).toBeLessThan(28_000);
    expect(teams).not.toContain("\\ud83d");
  }
});
