import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { waitForMail } from "../support/mail.ts";
import { decode, formOf, wordsOf } from "../support/page.ts";
import { queryOnce } from "../support/query-once.ts";
import { openTestMail, openTestSite } from "../support/test-site.ts";

const mail = await openTestMail();
const site = await openTestSite({ SMTP_URL: mail.url, LEADS_TO: "leads@seo.example", TRUST_PROXY: "1" });
const { database, query, without } = site;
const stored = () =>
  query<{ id: string; name: string; message: string }>("select * from enquiries order by created_at");

/** Rate limits apply per IP address, so each test uses its own address. */
let address = 0;
beforeEach(async () => {
  address++;
  await query("delete from enquiries");
});
const visitor = () => ({ "X-Forwarded-For": `203.0.113.${address}` });

const payload = {
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "+1 212 555 0101",
  website: "ada.example",
  message: "Hello",
  services: ["Local SEO", "Digital PR"],
  formType: "contact",
};

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...visitor(), ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

describe("POST /api/send-contact-email", () => {
  test("a valid enquiry gets a 200 with its ID, and the notification arrives", async () => {
    const name = `Ada ${randomUUID()}`;
    const response = await post({ ...payload, name });
    expect(response.status).toBe(200);
    const { id } = (await response.json()) as { id: string };
    const { formType: form_type, ...fields } = payload;
    expect(await stored()).toMatchObject([
      { id, ...fields, name, form_type, website: "https://ada.example" },
    ]);
    const arrived = await waitForMail(mail.folder, ({ subject }) => subject?.includes(name) ?? false);
    expect(arrived.envelope.to).toEqual(["leads@seo.example"]);
    expect(arrived.replyTo).toMatchObject([{ address: "ada@example.com" }]);
  });

  test("repeating an Idempotency-Key with the same content stores one enquiry", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const answers = await Promise.all([
      post(payload, headers),
      post(payload, headers),
      post(payload, headers),
    ]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(await stored()).toHaveLength(1);
    expect(await query("select 1 from outgoing_mails where enquiry_id is not null")).toHaveLength(1);
    await post({ ...payload, message: "Corrected" }, headers);
    expect(await stored()).toHaveLength(2);
  });

  test("errors are reported by field, and nothing is stored", async () => {
    const response = await post({
      ...payload,
      name: "",
      email: "ada",
      website: "javascript:alert(1)",
      phone: {},
    });
    expect(response.status).toBe(400);
    const body = (await response.json()) as { error: string; fields: Record<string, string> };
    expect(body.error).not.toBe("");
    expect(Object.keys(body.fields).sort()).toEqual(["email", "name"]);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["a body that isn't JSON", "{", {}, 400],
    ["JSON that isn't an object", "[]", {}, 400],
    ["an empty body", "", {}, 400],
    ["a form submission", "name=Ada", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
    ["JSON with another content type", JSON.stringify(payload), { "Content-Type": "text/plain" }, 415],
    ["a body over 64 kB", JSON.stringify({ ...payload, message: "x".repeat(65 * 1024) }), {}, 413],
    ["a request from another website", JSON.stringify(payload), { Origin: "https://evil.example" }, 403],
  ])("%s is rejected with a JSON error", async (_what, body, headers, status) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: expect.stringMatching(/./) });
    expect(await stored()).toEqual([]);
  });

  test.each(["GET", "PUT", "DELETE"])("%s gets a 405 with a JSON error", async (method) => {
    const response = await fetch(`${site.url}/api/send-contact-email`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("POST");
    expect(await response.json()).toMatchObject({ error: expect.any(String) });
  });

  test("an IP address can send 20 enquiries a minute before it gets a 429", async () => {
    // Earlier tests have sent enquiries within the same minute.
    await query("delete from rate_limits");
    const flood = Promise.all(Array.from({ length: 200 }, () => post(payload)));
    const other = await post({ ...payload, name: "Other" }, { "X-Forwarded-For": "198.51.100.8" });
    expect(other.status).toBe(200);
    await query("delete from enquiries where name = 'Other'");
    const answers = await flood;
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    const limited = answers.filter((answer) => answer.status === 429);
    expect(limited).toHaveLength(180);
    expect(Number(limited[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(limited[0]?.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
    expect(await limited[0]?.json()).toMatchObject({ error: expect.stringMatching(/./) });
    expect(await stored()).toHaveLength(20);
    expect((await post(payload, { "X-Forwarded-For": "198.51.100.7" })).status).toBe(200);
  });
});

const contact = { name: "Ada Byron", email: "ada@example.com", message: `Hello <b>"you"</b>` };
const hero = {
  firstName: "Ada",
  lastName: "Byron",
  phone: "212 555 0101",
  email: "ada@example.com",
  service: "Local SEO",
};
const audit = { name: "Ada Byron", email: "ada@example.com", website: "ada.example", goals: "More calls" };

const service = { name: "Ada Byron", email: "ada@example.com", message: "Two shops" };

/** Posts a form to its own action URL, without JavaScript. */
async function send(page: string, formName: string, fields: Record<string, string>, services: string[] = []) {
  const shown = formOf(await (await fetch(site.url + page)).text(), formName);
  const action = new URL(attribute(shown, "action"), site.url + page);
  const idempotencyKey = /name="idempotencyKey" value="([^"]+)"/.exec(shown)?.[1] ?? "";
  const body = new URLSearchParams({ formName, idempotencyKey, ...fields });
  for (const one of services) body.append("services", one);
  const submit = async () => {
    const response = await fetch(action, {
      method: "POST",
      body,
      headers: { ...visitor(), Origin: new URL(site.url).origin },
    });
    const html = await response.text();
    return { status: response.status, headers: response.headers, html, form: formOf(html, formName) };
  };
  return { ...(await submit()), again: submit };
}

const attribute = (html: string, name: string) =>
  decode(new RegExp(`${name}="([^"]*)"`).exec(html)?.[1] ?? "");

const chosenIn = (form: string) =>
  form
    .split("<input")
    .filter((part) => part.includes('type="checkbox"') && /checked=/.test(part))
    .map((part) => attribute(part, "value"));

describe("forms without JavaScript", () => {
  test.each([
    ["/contact", "contact", contact, "Thank you for your message!", "We would connect you shortly."],
    ["/", "hero", hero, "Thank you for your inquiry!", "We'll get in touch with you shortly."],
    ["/", "audit", audit, "Thank you for your request!", "We would connect you shortly."],
    [
      "/services/local-seo",
      "service",
      service,
      "Thank you for your inquiry!",
      "We'll get back to you within 24 hours.",
    ],
  ])(
    "%s, %s: the enquiry is stored, and the response has the spec's toast",
    async (page, name, fields, title, text) => {
      const { status, form } = await send(page, name, fields);
      expect(status).toBe(200);
      expect(wordsOf(form)).toContain(title);
      expect(wordsOf(form)).toContain(text);
      expect(wordsOf(form)).toContain("What happens next");
      expect(form).toMatch(/<details[^>]*><summary[^>]*>Send another</);
      // The response shows the address as text, not in a field.
      expect(wordsOf(form)).toContain("Your email address: ada@example.com");
      expect(form.match(/ada@example\.com/g)).toHaveLength(1);
      const form_type = name === "hero" ? "contact" : name;
      expect(await stored()).toMatchObject([
        { form_type, name: "Ada Byron", email: "ada@example.com", page },
      ]);
    },
  );

  test("every field of the contact form is stored", async () => {
    const whole = { ...contact, phone: "+1 212 555 0101", website: "www.ada.example", message: "One\nTwo" };
    const services = ["Local SEO", "Digital PR"];
    await send("/contact", "contact", whole, services);
    expect(await stored()).toMatchObject([{ ...whole, website: "https://www.ada.example", services }]);
    const page = "/services/gbp-optimization";
    const shown = formOf(await (await fetch(site.url + page)).text(), "service");
    const { form } = await send(page, "service", service, ["Local SEO"]);
    for (const one of [shown, form]) expect(chosenIn(one)).toEqual(["GBP Optimization"]);
  });

  test("the hero form's message names the chosen service", async () => {
    await send("/", "hero", { ...hero, service: "Technical SEO" });
    const [enquiry] = await stored();
    expect(enquiry).toMatchObject({ services: ["Technical SEO"] });
    expect(enquiry!.message).toContain("Technical SEO");
  });

  test("reloading the response or double-clicking creates only one enquiry", async () => {
    const { again } = await send("/contact", "contact", contact);
    expect((await again()).status).toBe(200);
    await Promise.all([again(), again()]);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ["contact", "/contact", { ...contact, email: "ada" }, "email", "ada"],
    ["service", "/services/local-seo", { ...service, email: "ada" }, "email", "ada"],
  ])("%s on %s with %o gets a 400 with an error at the field", async (name, page, fields, wrong, typed) => {
    const { status, form } = await send(page, name, fields);
    expect(status).toBe(400);
    const input = form.split("<input").find((part) => part.includes(`name="${wrong}"`)) ?? "";
    expect(attribute(input, "value")).toBe(typed);
    expect(attribute(input, "aria-invalid")).toBe("true");
    expect(form).toContain(`id="${attribute(input, "aria-describedby")}"`);
    for (const value of Object.values(fields)) expect(decode(form)).toContain(value);
    expect(await stored()).toEqual([]);
  });

  test("text in place of a website or an optional phone number is kept, and a website isn't checked then", async () => {
    const typed = { website: "www.a.com / www.b.com, @mybrand", phone: "call me" };
    expect((await send("/contact", "contact", { ...contact, ...typed })).status).toBe(200);
    expect((await send("/", "audit", { ...audit, website: "javascript:alert(1)" })).status).toBe(200);
    const rows = await query("select website, phone from enquiries order by form_type desc");
    expect(rows).toEqual([typed, { website: "javascript:alert(1)", phone: "" }]);
    expect(await query("select from audits")).toEqual([]);
    const [notice] = await query<{ html_body: string }>(
      "select html_body from outgoing_mails where html_body like '%javascript%'",
    );
    expect(notice!.html_body).not.toContain('href="javascript');
  });

  test("a missing service gets the spec's message, and nothing is sent", async () => {
    const { status, form } = await send("/", "hero", { ...hero, service: "" });
    expect(status).toBe(400);
    expect(wordsOf(form)).toContain("Please select a service you're interested in.");
    expect(form).toContain('value="Byron"');
    expect(await stored()).toEqual([]);
  });

  test("a response changes only the submitted form, not others on the page", async () => {
    const { html } = await send("/", "audit", { ...audit, email: "ada" });
    expect(formOf(html, "hero")).not.toContain("aria-invalid");
    expect(formOf(html, "hero")).not.toContain("Ada Byron");
  });

  test("a rejected form keeps the selected services", async () => {
    const { form } = await send("/contact", "contact", { ...contact, email: "", services: "Digital PR" });
    expect(chosenIn(form)).toEqual(["Digital PR"]);
  });

  test.each([
    ["/contact", "contact", contact, "Failed to send message. Please try again."],
    ["/", "hero", hero, "Failed to send your inquiry. Please try again."],
    ["/", "audit", audit, "Failed to send audit request. Please try again."],
    ["/services/local-seo", "service", service, "Failed to send your inquiry. Please try again."],
  ])(
    "%s, %s: if storing fails, the response is a 503 with everything typed, and a retry works",
    async (page, name, fields, failure) => {
      const { status, form, again } = await without("enquiries", () => send(page, name, fields));
      expect(status).toBe(503);
      expect(wordsOf(form)).toContain(failure);
      // The toast that the script shows if it gets no response.
      const toast = ["title", "text"].map((part) => attribute(form, `data-failure-${part}`));
      expect(toast).toContain(failure);
      for (const value of Object.values(fields)) expect(decode(form)).toContain(value);
      expect((await again()).status).toBe(200);
      expect(await stored()).toHaveLength(1);
    },
  );

  test("if the database is down, the form comes back with everything typed", async () => {
    const admin = { ...database, database: "postgres" };
    const allow = (value: boolean) =>
      queryOnce(admin, `alter database ${database.database} allow_connections ${value}`);
    const { again } = await send("/contact", "contact", { ...contact, email: "wrong" });
    expect((await again()).status).toBe(400);
    const before = await send("/contact", "contact", contact);
    await query("delete from enquiries");
    await allow(false);
    await queryOnce(admin, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      database.database,
    ]);
    const { status, form } = await before.again().finally(() => allow(true));
    expect(status).toBe(503);
    expect(wordsOf(form)).toContain("Failed to send message. Please try again.");
    expect(decode(form)).toContain(contact.message);
    expect((await before.again()).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });
});
