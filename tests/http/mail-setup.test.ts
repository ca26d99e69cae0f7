// Sets up notifications on a new site with sample content and a mail server.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { readMails, waitForMail } from "../support/mail.ts";
import { PANEL } from "../support/owner.ts";
import { elementsOf, wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite, openTestMail } from "../support/test-site.ts";

const mail = await openTestMail();
const site = await openPanelSite({ SMTP_URL: mail.url, SEED: "demo" });
const { query, read, save } = site;
const TABS = ["dashboard", "settings", "enquiries", "industries"];
/** Returns the notices above a tab. */
const lines = async (tab: string) =>
  elementsOf(await read(`${PANEL}/${tab}`), "div", 'mail-trouble"').map(wordsOf);
const send = (name: string) =>
  fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name, email: "ada@mail.example", message: "Hello", formType: "contact" }),
  });
const words = async (tab: string) => wordsOf(await read(`${PANEL}/${tab}`));
/** Returns the words of the only enquiry's page. */
async function enquiryWords() {
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from enquiries");
  return words(`enquiries?open=${id}`);
}
const contactEmail = (contact_email: string) => save("settings", { intent: "save", contact_email });

describe("no email is sent to or from the sample contact address", () => {
  test("every tab says that you don't get notified yet", async () => {
    for (const tab of TABS) {
      expect([tab, await lines(tab)]).toEqual([
        tab,
        [
          expect.stringMatching(
            /^You aren't getting email notifications about new enquiries: the contact email is still the sample one\./,
          ),
        ],
      ]);
      expect(await read(`${PANEL}/${tab}`)).toContain(`href="${PANEL}/settings#contact_email"`);
    }
    expect(await words("settings/email")).toMatch(
      / Host 127\.0\.0\.1 Port \d+ .*Your developer changes SMTP_URL/,
    );
    const dashboard = await words("dashboard");
    expect(dashboard).toContain("your email address is missing");
    expect(dashboard).not.toContain("All emails have been sent.");
  });

  test("a notification is pending until there's an email address, and is then sent", async () => {
    await send("Ada Waiting");
    await vi.waitFor(
      async () =>
        expect(await query("select trouble, recipient from outgoing_mails")).toEqual([
          { trouble: "no-recipient", recipient: null },
        ]),
      PATIENCE,
    );
    expect(await lines("dashboard")).toEqual([expect.stringContaining("(1 pending)")]);
    expect(await words("dashboard")).toContain("1 pending.");
    expect(await enquiryWords()).toContain("Notification pending: no email address yet");
    expect(await readMails(mail.folder)).toEqual([]);

    await contactEmail("owner@agency.example");
    const { envelope, subject } = await waitForMail(mail.folder, () => true);
    expect(subject).toContain("Ada Waiting");
    expect(envelope).toEqual({ from: "owner@agency.example", to: ["owner@agency.example"] });
    expect(await lines("dashboard")).toEqual([]);
    await vi.waitFor(
      async () => expect(await words("dashboard")).toContain("All emails have been sent."),
      PATIENCE,
    );
    expect(await enquiryWords()).toContain("Notification sent to owner@agency.example");
  });

  test("if no contact email is set, a notice says so", async () => {
    await save("settings", { intent: "remove", key: "contact_email" });
    expect(await lines("industries")).toEqual([
      expect.stringMatching(
        /^You aren't getting email notifications about new enquiries: there's no contact email\./,
      ),
    ]);
  });
});

describe("“Send a test”", () => {
  beforeEach(async () => {
    await contactEmail("owner@agency.example");
    await query("delete from rate_limits where key like 'test-mail%'");
    mail.refuseWith = null;
  });
  const sendTest = () => save("settings", { intent: "test-mail" });
  const isTest = ({ subject = "" }: { subject?: string }) => subject.startsWith("Test email from");

  test("the test email arrives immediately and bypasses the outbox", async () => {
    const before = await query("select 1 from outgoing_mails");
    const { status, text } = await sendTest();
    expect([status, text]).toEqual([
      200,
      expect.stringContaining("accepted the test email to owner@agency.example"),
    ]);
    const arrived = (await readMails(mail.folder)).filter(isTest);
    expect(arrived.map(({ envelope }) => envelope.to)).toEqual([["owner@agency.example"]]);
    expect(await query("select 1 from outgoing_mails")).toHaveLength(before.length);
  });

  test("a rejection is explained in plain words and quotes the mail server", async () => {
    mail.refuseWith = 550;
    const { text } = await sendTest();
    expect(text).toContain("Failed to send the test email");
    expect(text).toContain("rejected this email");
    expect(text).toContain("Refused by the test");
  });

  test("a test without an email address says what's missing", async () => {
    await save("settings", { intent: "remove", key: "contact_email" });
    const { status, text } = await sendTest();
    expect([status, text]).toEqual([400, expect.stringContaining("Enter an email address under")]);
  });

  test("test emails are limited to five in ten minutes", async () => {
    const statuses = [];
    for (let times = 0; times < 6; times++) statuses.push((await sendTest()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 400]);
    expect((await sendTest()).text).toContain("Too many test emails. Try again in 10 minutes.");
  });
});
