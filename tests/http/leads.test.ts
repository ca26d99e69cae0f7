// What happens to an enquiry after it succeeds: its source, the spam check and the notifications. Also the newsletter.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type ReceivedMail, readMails, waitForMail } from "../support/mail.ts";
import { decode, elementsOf, formOf, wordsOf } from "../support/page.ts";
import { openTestMail, openTestSite } from "../support/test-site.ts";

const mail = await openTestMail();
const site = await openTestSite({ SMTP_URL: mail.url, LEADS_TO: "leads@seo.example", TRUST_PROXY: "1" });
const { query, without } = site;
type Stored = { status: string; spam_reasons: string[]; utm: object; referrer_host: string };
const stored = () => query<Stored>("select * from enquiries order by created_at");
const mailCount = async () => (await query("select 1 from outgoing_mails")).length;

/** Rate limits count by IP address, so each test uses its own. */
let address = 0;
beforeEach(async () => {
  address++;
  await query("delete from enquiries");
  await query("delete from outgoing_mails");
  await query("delete from subscribers");
  await query("delete from website_settings");
});
const visitor = () => ({ "X-Forwarded-For": `203.0.113.${address}` });

const api = (changes: object = {}, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...visitor(), ...headers },
    body: JSON.stringify({
      name: "Ada Byron",
      email: "ada@example.com",
      message: "Hello",
      formType: "contact",
      ...changes,
    }),
  });

/** Reads a page and posts its form the way a browser without scripts does, including the form's hidden fields. */
const send = async (page: string, form: string, fields: Record<string, string>, changes: object = {}) =>
  post(await (await fetch(site.url + page)).text(), page, form, fields, changes);

/** Posts a form of a page that was read earlier. */
async function post(
  read: string,
  page: string,
  form: string,
  fields: Record<string, string>,
  changes: object = {},
) {
  const shown = formOf(read, form);
  const own = [...shown.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const action = new URL(decode(/action="([^"]*)"/.exec(shown)?.[1] ?? ""), site.url);
  const body = new URLSearchParams({
    ...Object.fromEntries(own.map(([, name, value]) => [name, value])),
    ...fields,
    ...changes,
  });
  const headers = { ...visitor(), Origin: new URL(site.url).origin, Referer: site.url + page };
  const response = await fetch(action, { method: "POST", body, headers });
  const html = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    html,
    words: wordsOf(formOf(html, form)),
  };
}

const contact = { name: "Ada Byron", email: "ada@example.com", message: "Hello" };
const THANKS = "Thank you for your message!";

test.each([
  ["/contact", "contact", contact],
  ["/blog", "newsletter", { email: "ada@example.com" }],
])("a visitor's input is never cached: %s, %s", async (page, form, fields) => {
  for (const email of ["ada@example.com", "wrong"]) {
    const { headers } = await send(page, form, { ...fields, email });
    expect(headers.get("Cache-Control")).toBe("no-store");
  }
});

describe("the source of an enquiry", () => {
  test("page, UTM values and language are stored, without scripts and cookies", async () => {
    const page = "/contact?utm_source=ads&utm_campaign=spring";
    expect((await fetch(site.url + page)).headers.get("Set-Cookie")).toBeNull();
    await send(page, "contact", contact);
    expect(await stored()).toMatchObject([
      { page: "/contact", utm: { utm_source: "ads", utm_campaign: "spring" }, referrer_host: "" },
    ]);
  });

  test("a campaign is still stored after a form with errors is corrected and sent again", async () => {
    const wrong = await send("/contact?utm_source=ads", "contact", { ...contact, email: "ada" });
    expect(wrong.status).toBe(400);
    await post(wrong.html, "/contact", "contact", contact);
    expect(await stored()).toMatchObject([{ utm: { utm_source: "ads" } }]);
  });

  test("the home page's forms store their source too", async () => {
    await send("/?utm_medium=mail", "audit", { name: "Ada", email: "ada@example.com" });
    expect(await stored()).toMatchObject([{ page: "/", utm: { utm_medium: "mail" } }]);
  });

  test("the script adds the host of the referring site, never its full URL", async () => {
    await send("/contact", "contact", contact, { referrer: "https://search.example/find?q=secret" });
    expect(await stored()).toMatchObject([{ referrer_host: "search.example" }]);
    expect(JSON.stringify(await stored())).not.toContain("secret");
  });

  test("the endpoint takes the source from the request's headers", async () => {
    const siteUrl = `http://localhost:${new URL(site.url).port}`;
    await api({}, { Referer: `${siteUrl}/about?utm_source=x`, "Accept-Language": "en-GB,en;q=0.5" });
    expect(await stored()).toMatchObject([{ page: "/about", utm: { utm_source: "x" }, language: "en-GB" }]);
  });
});

describe("spam", () => {
  test("an enquiry that fills the honeypot field is set aside without an email, and its sender sees success", async () => {
    const { status, words } = await send("/contact", "contact", contact, { subject: "Cheap pills" });
    expect(status).toBe(200);
    expect(words).toContain(THANKS);
    const [enquiry, ...others] = await stored();
    expect(others).toEqual([]);
    expect(enquiry?.status).toBe("spam");
    expect(enquiry?.spam_reasons.join()).toContain("invisible to people");
    expect(await mailCount()).toBe(0);
  });

  test("CONTRACT: 'once the enquiry is stored, even if it's set aside as spam', with the same response", async () => {
    const response = await api({ message: "[url=https://bad.example]pills[/url]" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ id: expect.any(String) });
    expect(await stored()).toMatchObject([{ status: "spam" }]);
    expect(await mailCount()).toBe(0);
  });

  test.each([
    ["sent in the blink of an eye", {}],
    ["without its stamp", { stamp: "" }],
    ["with a stamp from another installation", { stamp: "mhabcdef.AAAAAAAAAAAAAAAAAAAAAA" }],
  ])("nothing legitimate is lost: an ordinary message %s is new, with its email", async (_what, changes) => {
    await send("/contact", "contact", contact, changes);
    expect(await stored()).toMatchObject([{ status: "new", spam_reasons: [] }]);
    expect(await mailCount()).toBe(1);
  });

  test("links with a forged stamp count as spam; with the page's own stamp they pass", async () => {
    const message = "https://a.example https://b.example https://c.example";
    await send("/contact", "contact", { ...contact, message }, { stamp: "1.x" });
    await api({ message });
    expect((await stored()).map(({ status }) => status)).toEqual(["spam", "new"]);
  });

  test("a form that comes back with an error keeps its stamp, since corrections are quick", async () => {
    const { html } = await send("/contact", "contact", { ...contact, email: "ada" });
    const before = /name="stamp" value="([^"]+)"/.exec(formOf(html, "contact"))?.[1];
    const again = await send("/contact", "contact", { ...contact, email: "ada" }, { stamp: before });
    expect(formOf(again.html, "contact")).toContain(`name="stamp" value="${before}"`);
  });

  test("people never come across the honeypot field, visually, by keyboard or by screen reader", async () => {
    const form = formOf(await (await fetch(`${site.url}/contact`)).text(), "contact");
    const hidden = elementsOf(form, "div", "hidden");
    expect(hidden).toHaveLength(1);
    expect(hidden[0]).toContain('name="subject"');
    expect(hidden[0]).toContain('autoComplete="off"');
  });
});

describe("a confirmation to the sender", () => {
  const to = (email: string) => (one: ReceivedMail) => one.envelope.to.includes(email);

  test("if the owner turned it on, it arrives, from the owner, once a day", async () => {
    const email = `${randomUUID()}@example.com`;
    await api({ email });
    await query("insert into website_settings values ('confirmation_mail', 'on')");
    await api({ email });
    await api({ email });
    const received = await waitForMail(mail.folder, to(email));
    expect(received.envelope.from).toBe("leads@seo.example");
    expect(received.subject).toContain("received your message");
    expect(received.text).not.toContain("Ada");
    expect(
      await query("select 1 from outgoing_mails where kind = 'confirmation' and recipient = $1", [email]),
    ).toHaveLength(1);
  });
});

describe("the newsletter", () => {
  const newEmail = () => `${randomUUID()}@example.com`;
  const subscribe = (email: string, changes: object = {}) => send("/blog", "newsletter", { email }, changes);
  const ASKED = "Please check your inbox.";
  const invitation = (email: string) =>
    waitForMail(mail.folder, ({ envelope }) => envelope.to.includes(email));
  const statusOf = async (email: string) =>
    (await query<{ status: string }>("select status from subscribers where email = $1", [email]))[0]?.status;

  /** Returns the links in an email, pointed at the site under test. */
  async function linksOf(email: string) {
    const { text = "" } = await invitation(email);
    const link = (step: string) =>
      new URL(new RegExp(`https?://\\S+/newsletter/${step}/\\S+`).exec(text)?.[0] ?? "").pathname;
    return { confirm: site.url + link("confirm"), unsubscribe: site.url + link("unsubscribe") };
  }

  async function open(link: string, init?: RequestInit) {
    const response = await fetch(link, init);
    const html = await response.text();
    return { status: response.status, headers: response.headers, html, words: wordsOf(html) };
  }

  test("the whole flow: subscribed on the blog list, confirmed by the button, unsubscribed by the button", async () => {
    const email = newEmail();
    const { status, words } = await subscribe(email);
    expect(status).toBe(200);
    expect(words).toContain(ASKED);
    const links = await linksOf(email);

    const page = await open(links.confirm);
    expect(page.status).toBe(200);
    expect(page.words).toContain(email);
    expect(page.html).toContain('<meta name="robots" content="noindex, nofollow"');
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(elementsOf(page.html, "button").map(wordsOf)).toContain("Confirm");
    expect(await statusOf(email)).toBe("pending");

    const confirmed = await open(links.confirm, { method: "POST", body: new URLSearchParams() });
    expect(confirmed.status).toBe(200);
    expect(confirmed.words).toContain("You’re Subscribed");
    expect(await statusOf(email)).toBe("confirmed");

    expect((await open(links.unsubscribe)).status).toBe(200);
    expect(await statusOf(email)).toBe("confirmed");
    const left = await open(links.unsubscribe, { method: "POST", body: new URLSearchParams() });
    expect(left.words).toContain("You’re Unsubscribed");
    expect(await statusOf(email)).toBe("unsubscribed");
  });

  test("opening the link alone confirms nothing, since mail scanners follow links; nor does HEAD", async () => {
    const email = newEmail();
    await subscribe(email);
    const { confirm, unsubscribe } = await linksOf(email);
    for (const link of [confirm, unsubscribe]) {
      await open(link);
      await open(link, { method: "HEAD" });
    }
    expect(await statusOf(email)).toBe("pending");
  });

  test("'one-click unsubscribe': the email's headers name a URL that accepts the mail program's post", async () => {
    const email = newEmail();
    await subscribe(email);
    const { headers } = await invitation(email);
    const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? "";
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const address = new URL(/^<(.+)>$/.exec(header("list-unsubscribe"))?.[1] ?? "");
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await open(site.url + address.pathname, { method: "POST", body })).status).toBe(200);
    expect(await statusOf(email)).toBe("unsubscribed");
  });

  test("known and new addresses get the same response, and one email a day", async () => {
    const email = newEmail();
    const first = await subscribe(email);
    const { confirm } = await linksOf(email);
    const pending = await subscribe(email.toUpperCase());
    await open(confirm, { method: "POST", body: new URLSearchParams() });
    const confirmed = await subscribe(email);
    for (const answer of [pending, confirmed]) {
      expect([answer.status, answer.words]).toEqual([first.status, first.words]);
    }
    expect(await mailCount()).toBe(1);
    expect((await readMails(mail.folder)).filter(({ envelope }) => envelope.to.includes(email))).toHaveLength(
      1,
    );
  });

  test("an invalid address: 400, reported at the field, kept; nothing is stored", async () => {
    const { status, words, html } = await subscribe("ada@x");
    expect(status).toBe(400);
    expect(words).toContain("Enter a full email address");
    expect(formOf(html, "newsletter")).toContain('value="ada@x"');
    expect(await query("select 1 from subscribers")).toEqual([]);
  });

  test("a bot that fills the honeypot sees success, and no email is sent", async () => {
    expect((await subscribe(newEmail(), { subject: "x" })).words).toContain(ASKED);
    expect(await query("select 1 from subscribers")).toEqual([]);
    expect(await mailCount()).toBe(0);
  });

  test("too many from one address: 429, while another address gets through", async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => subscribe(newEmail())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    address++;
    expect((await subscribe(newEmail())).status).toBe(200);
  });

  test("if it can't be stored: 503, what was typed stays, and a retry works", async () => {
    const { status, words, html } = await without("subscribers", () => subscribe("ada@example.com"));
    expect(status).toBe(503);
    expect(words).toContain("Failed to subscribe. Please try again.");
    expect(formOf(html, "newsletter")).toContain('value="ada@example.com"');
    expect((await subscribe("ada@example.com")).status).toBe(200);
  });

  test.each(["/newsletter/confirm/none", "/newsletter/unsubscribe/none"])(
    "an unknown link returns a 404 page that says so, whether opened or posted: %s",
    async (path) => {
      for (const init of [{}, { method: "POST", body: new URLSearchParams() }]) {
        const { status, words } = await open(site.url + path, init);
        expect(status).toBe(404);
        expect(words).toContain("This Link Is No Longer Valid");
      }
    },
  );
});
