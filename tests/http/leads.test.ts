// Where enquiries come from, spam, confirmation emails and the newsletter.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { readMails, waitForMail } from "../support/mail.ts";
import { decode, elementsOf, formOf, wordsOf } from "../support/page.ts";
import { openTestMail, openTestSite } from "../support/test-site.ts";

const mail = await openTestMail();
const site = await openTestSite({ SMTP_URL: mail.url, LEADS_TO: "leads@seo.example", TRUST_PROXY: "1" });
const { clear, query, without } = site;
type Stored = { status: string; spam_reasons: string[]; utm: object; referrer_host: string };
const stored = () => query<Stored>("select * from enquiries order by created_at");
const mailCount = async () => (await query("select 1 from outgoing_mails")).length;

/** Rate limits apply per IP address, so each test uses its own address. */
let address = 0;
beforeEach(async () => {
  await clear("enquiries", "outgoing_mails", "subscribers", "website_settings");
  address++;
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

/** Reads a page and posts its form without JavaScript, including hidden fields. */
const send = async (page: string, form: string, fields: Record<string, string>, changes: object = {}) =>
  post(await (await fetch(site.url + page)).text(), page, form, fields, changes);

/** Posts the form of a page that was read earlier. */
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
])("the response to a form is never cached: %s, %s", async (page, form, fields) => {
  for (const email of ["ada@example.com", "wrong"]) {
    const { headers } = await send(page, form, { ...fields, email });
    expect(headers.get("Cache-Control")).toBe("no-store");
  }
});

describe("the source of an enquiry", () => {
  test("without JavaScript or cookies, an enquiry's page and UTM values are stored", async () => {
    const page = "/contact?utm_source=ads&utm_campaign=spring";
    expect((await fetch(site.url + page)).headers.get("Set-Cookie")).toBeNull();
    await send(page, "contact", contact);
    expect(await stored()).toMatchObject([
      { page: "/contact", utm: { utm_source: "ads", utm_campaign: "spring" }, referrer_host: "" },
    ]);
  });

  test("correcting a form with errors keeps the campaign", async () => {
    const wrong = await send("/contact?utm_source=ads", "contact", { ...contact, email: "ada" });
    expect(wrong.status).toBe(400);
    await post(wrong.html, "/contact", "contact", contact);
    expect(await stored()).toMatchObject([{ utm: { utm_source: "ads" } }]);
  });

  test("an enquiry from the home page is stored with its page and campaign", async () => {
    await send("/?utm_medium=mail", "audit", { name: "Ada", email: "ada@example.com" });
    expect(await stored()).toMatchObject([{ page: "/", utm: { utm_medium: "mail" } }]);
  });

  test("only the referring site's host is stored, never its full URL", async () => {
    await send("/contact", "contact", contact, { referrer: "https://search.example/find?q=secret" });
    expect(await stored()).toMatchObject([{ referrer_host: "search.example" }]);
    expect(JSON.stringify(await stored())).not.toContain("secret");
  });

  test("the JSON endpoint reads the source from the request's headers", async () => {
    const siteUrl = `http://localhost:${new URL(site.url).port}`;
    await api({}, { Referer: `${siteUrl}/about?utm_source=x`, "Accept-Language": "en-GB,en;q=0.5" });
    expect(await stored()).toMatchObject([{ page: "/about", utm: { utm_source: "x" }, language: "en-GB" }]);
  });
});

describe("spam", () => {
  test("an enquiry with a filled honeypot is stored as spam, and no email is sent", async () => {
    const { status, words } = await send("/contact", "contact", contact, { subject: "Cheap pills" });
    expect(status).toBe(200);
    expect(words).toContain(THANKS);
    const [enquiry, ...others] = await stored();
    expect(others).toEqual([]);
    expect(enquiry?.status).toBe("spam");
    expect(enquiry?.spam_reasons.join()).toContain("invisible to people");
    expect(await mailCount()).toBe(0);
  });

  test("spam gets the same response as any stored enquiry (CONTRACT)", async () => {
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
  ])("an ordinary message %s isn't taken for spam", async (_what, changes) => {
    await send("/contact", "contact", contact, changes);
    expect(await stored()).toMatchObject([{ status: "new", spam_reasons: [] }]);
    expect(await mailCount()).toBe(1);
  });

  test("a message with links is spam if the form's stamp is forged", async () => {
    const message = "https://a.example https://b.example https://c.example";
    await send("/contact", "contact", { ...contact, message }, { stamp: "1.x" });
    await api({ message });
    expect((await stored()).map(({ status }) => status)).toEqual(["spam", "new"]);
  });

  test("a form returned with an error keeps its stamp", async () => {
    const { html } = await send("/contact", "contact", { ...contact, email: "ada" });
    const before = /name="stamp" value="([^"]+)"/.exec(formOf(html, "contact"))?.[1];
    const again = await send("/contact", "contact", { ...contact, email: "ada" }, { stamp: before });
    expect(formOf(again.html, "contact")).toContain(`name="stamp" value="${before}"`);
  });

  test("the honeypot is hidden from sight, keyboard and screen readers", async () => {
    const form = formOf(await (await fetch(`${site.url}/contact`)).text(), "contact");
    const hidden = elementsOf(form, "div", "hidden");
    expect(hidden).toHaveLength(1);
    expect(hidden[0]).toContain('name="subject"');
    expect(hidden[0]).toContain('autoComplete="off"');
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

  /** Returns an email's links, pointed at the site under test. */
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

  test("a visitor subscribes, then confirms and later unsubscribes by clicking a button", async () => {
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

  test("opening the confirmation link doesn't confirm, because mail scanners open links", async () => {
    const email = newEmail();
    await subscribe(email);
    const { confirm, unsubscribe } = await linksOf(email);
    for (const link of [confirm, unsubscribe]) {
      await open(link);
      await open(link, { method: "HEAD" });
    }
    expect(await statusOf(email)).toBe("pending");
  });

  test("the email headers allow one-click unsubscribe", async () => {
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

  test("known and new addresses get the same response, and at most one email a day", async () => {
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

  test("an invalid address gets a 400, is reported at the field and isn't stored", async () => {
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

  test("too many sign-ups from one IP address get a 429; other addresses aren't affected", async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => subscribe(newEmail())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    address++;
    expect((await subscribe(newEmail())).status).toBe(200);
  });

  test("if a sign-up can't be stored, the form keeps what was typed", async () => {
    const { status, words, html } = await without("subscribers", () => subscribe("ada@example.com"));
    expect(status).toBe(503);
    const FAILURE = "Failed to subscribe. Please try again.";
    expect(words).toContain(FAILURE);
    for (const part of ['value="ada@example.com"', `data-failure-title="${FAILURE}"`])
      expect(formOf(html, "newsletter")).toContain(part);
    expect((await subscribe("ada@example.com")).status).toBe(200);
  });

  test.each(["/newsletter/confirm/none", "/newsletter/unsubscribe/none"])(
    "an unknown newsletter link returns a 404, whether opened or posted: %s",
    async (path) => {
      for (const init of [{}, { method: "POST", body: new URLSearchParams() }]) {
        const { status, words } = await open(site.url + path, init);
        expect(status).toBe(404);
        expect(words).toContain("This Link Is No Longer Valid");
      }
    },
  );
});
