import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type AuditResult, worstOf } from "../../app/features/audit/result.ts";
import { readMails, waitForMail } from "../support/mail.ts";
import { PANEL } from "../support/owner.ts";
import { decode, elementsOf, formOf, wordsOf } from "../support/page.ts";
import { processesOf } from "../support/site.ts";
import { openPanelSite, openTestMail } from "../support/test-site.ts";

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plumbers &lt;b&gt;of&lt;/b&gt; Brooklyn</title></head>
<body><h1>Plumbers</h1><p>${"We mend pipes in Brooklyn by day and by night. ".repeat(20)}</p></body></html>`;

/** Pending responses of "slow…" websites, which don't respond while `isHolding` is true. */
const held: (() => void)[] = [];
let isHolding = false;
const websites = createServer((req, res) => {
  const answer = () =>
    req.url === "/"
      ? res.writeHead(200, { "Content-Type": "text/html" }).end(PAGE)
      : res.writeHead(404, { "Content-Type": "text/html" }).end("Nothing here");
  if (isHolding && req.headers.host?.startsWith("slow")) held.push(answer);
  else answer();
}).listen(0, "127.0.0.1");
await once(websites, "listening");
afterAll(() => {
  websites.closeAllConnections();
  websites.close();
});
const { port } = websites.address() as AddressInfo;
const net = ["good.example.org", "slow.example.org", "slow2.example.org"].map(
  (name) => `${name}=93.184.215.14:80>127.0.0.1:${port}`,
);

const mail = await openTestMail();
const site = await openPanelSite({
  SMTP_URL: mail.url,
  LEADS_TO: "leads@seo.example",
  TRUST_PROXY: "1",
  AUDIT: "on",
  AUDIT_TEST_NET: [...net, "inner.example.org=10.0.0.1"].join(),
});
const { query, url, without } = site;

type Row = { id: string; enquiry_id: string; state: string; reason: string; host: string };
const audits = () => query<Row>("select * from audits order by requested_at, id");
const enquiries = () => query<{ id: string; email: string }>("select * from enquiries order by created_at");

/** Rate limits apply per IP address, so each test uses its own address. */
let address = 0;
beforeEach(async () => {
  address++;
  isHolding = false;
  for (const answer of held.splice(0)) answer();
  await query("delete from enquiries");
});

/** Posts the audit form without JavaScript. */
async function send(fields: Record<string, string> = {}) {
  const values = { name: "Ada Byron", email: `ada${address}@example.com`, goals: "", ...fields };
  const response = await fetch(`${url}/?index`, {
    method: "POST",
    body: new URLSearchParams({ formName: "audit", ...values }),
    headers: { "X-Forwarded-For": `203.0.113.${address}`, Origin: new URL(url).origin },
  });
  const form = formOf(await response.text(), "audit");
  const path = /data-check="([^"]+)"/.exec(form)?.[1] ?? "";
  return { status: response.status, form, words: wordsOf(form), path };
}

const read = async (path: string) => {
  const response = await fetch(url + path);
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, words: wordsOf(html) };
};
const mainOf = (html: string) => elementsOf(html, "main")[0] ?? "";
const toOwner = (name: string) => waitForMail(mail.folder, ({ subject }) => subject?.includes(name) ?? false);
const toVisitor = async (email: string) =>
  (await readMails(mail.folder)).filter(({ envelope }) => envelope.to.includes(email));

describe("a website in the audit form", () => {
  test("the website is the first field, before and after it's sent, and name and email are required", async () => {
    const fieldsOf = (form: string) =>
      [...form.matchAll(/<(?:input|textarea)\b[^>]*\bid="audit-(\w+)"[^>]*>/g)]
        .filter(([, name]) => name !== "subject")
        .map(([tag, name]) => (/\brequired\b/.test(tag) ? `${name}*` : name));
    const order = ["website", "name*", "email*", "goals"];
    expect(fieldsOf(formOf((await read("/")).html, "audit"))).toEqual(order);
    expect(fieldsOf((await send({ website: "good.example.org" })).form)).toEqual(order);
    expect(fieldsOf((await send({ name: "", email: "" })).form)).toEqual(order);
  });

  test("the response shows the spec's toast and a link to the report", async () => {
    const { status, words, form, path } = await send({ website: "good.example.org" });
    expect(status).toBe(200);
    expect(words).toContain("Thank you for your request! We would connect you shortly.");
    expect(words).toContain("Checking good.example.org");
    expect(form).toContain(`href="${path}"`);

    const report = await read(path);
    expect(report.status).toBe(200);
    expect(report.words).toContain("SEO check of good.example.org");
    expect(report.html).toContain("data-check");
    // Text from the other site is escaped.
    expect(decode(report.html)).toContain("Plumbers <b>of</b> Brooklyn");
    expect(report.html).not.toContain("<b>of</b>");
    expect(report.words).toContain("What an automated check can’t see");
    expect(await audits()).toMatchObject([{ state: "done", host: "good.example.org" }]);
  });

  test("a report is never cached or indexed and contains no tracking", async () => {
    await query(
      "insert into website_settings (setting_key, setting_value) values ('google_analytics_id', 'G-ABC1234567') on conflict do nothing",
    );
    await expect.poll(async () => (await read("/about")).html).toContain("G-ABC1234567");
    const { path } = await send({ website: "good.example.org" });
    const { headers, html } = await read(path);
    expect(headers.get("Cache-Control")).toContain("no-store");
    expect(headers.get("X-Robots-Tag")).toContain("noindex");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(html).toContain('content="noindex, nofollow"');
    expect(html).not.toContain("G-ABC1234567");
    expect((await read("/sitemap.xml")).html).not.toContain("/audit/");
    expect((await read("/speculation-rules.json")).html).not.toContain("/audit/");
    expect(site.stdout() + site.stderr()).not.toContain(path);
  });

  test("sending the same form twice creates one audit with one link", async () => {
    const first = await send({ website: "good.example.org", idempotencyKey: "same" });
    const second = await send({ website: "good.example.org", idempotencyKey: "same" });
    expect(second.path).toBe(first.path);
    expect(await audits()).toHaveLength(1);
  });

  test("a host with a private IP address gets the same report as an unknown host", async () => {
    const reports = [];
    for (const name of ["inner.example.org", "nosuch.example.org"]) {
      const { html } = await read((await send({ website: name })).path);
      reports.push(mainOf(html).replaceAll(name, "NAME"));
    }
    expect(reports[0]).toContain("NAME");
    expect(reports[0]).not.toContain("10.0.0.1");
    expect(reports[1]).toBe(reports[0]);
  });

  test("the report on an unreachable website says why there are no results", async () => {
    const { path } = await send({ website: "nosuch.example.org" });
    const main = mainOf((await read(path)).html);
    expect(wordsOf(main)).toContain("We couldn’t find a public website at this URL. Check it for typos.");
    expect(main).not.toContain("data-rule");
    expect(wordsOf(main)).not.toMatch(/checklist|not checked|DNS/i);
    expect(main).toMatch(/<a [^>]*href="\/#audit-form"[^>]*>Try another URL/);
  });

  test("each finding in the report has its rule and state as data attributes", async () => {
    const { html } = await read((await send({ website: "good.example.org" })).path);
    const [{ result }] = (await query("select result from audits")) as [{ result: AuditResult }];
    const shown = [...html.matchAll(/data-rule="([\w-]+)" data-state="(\w+)"/g)];
    expect(Object.fromEntries(shown.map(([, rule, state]) => [rule, state]))).toEqual(
      Object.fromEntries(result.findings.map(({ id, state }) => [id, state])),
    );
    expect(shown).toHaveLength(result.findings.length);
  });

  test("the report starts with the errors, then what to fix first at the services' own prices, and who answers", async () => {
    await query(
      `insert into website_content (page_name, section_name, content_key, content_value, content_type) values
        ('services/technical-seo', 'hero', 'price', '$1,234/month', 'text'),
        ('services/local-seo', 'hero', 'price', 'On request', 'text'),
        ('team', 'leadership', 'name', 'Grace Hopper', 'text')`,
    );
    const { path } = await send({ website: "good.example.org" });
    const main = mainOf((await read(path)).html);
    const [{ result }] = (await query("select result from audits")) as [{ result: AuditResult }];
    const errors = result.findings.filter(({ state }) => state === "fail").length;
    const words = wordsOf(main);
    expect(words).toMatch(
      new RegExp(`^SEO check of good\\.example\\.org .*? ${errors} errors? \\d+ warnings Score \\d+`),
    );

    const [offer = ""] = elementsOf(main, "aside");
    expect(main.indexOf(offer)).toBeLessThan(main.indexOf("data-rule"));
    expect(wordsOf(offer)).toMatch(/^Fix these three first /);
    const named = [...offer.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
    expect(named.toSorted()).toEqual(
      worstOf(result.findings)
        .map(({ id }) => id)
        .toSorted(),
    );
    for (const id of named) expect(main).toContain(`<li id="${id}" data-rule="${id}"`);
    expect(wordsOf(offer)).toContain("Technical SEO from $1,234/month See what it includes");
    expect(offer).toContain('href="/services/technical-seo"');
    expect(wordsOf(offer)).toContain("Grace Hopper Founder and CEO");
    expect(offer).toContain('href="/contact"');

    await site.save("settings", { intent: "save", booking_url: "https://cal.example/rank" });
    const [booked = ""] = elementsOf((await read(path)).html, "aside");
    expect(booked).toContain('href="https://cal.example/rank"');
    expect(booked).not.toContain('href="/contact"');
    await query("delete from website_settings where setting_key = 'booking_url'");

    const findings = [{ id: "title", state: "fail", value: {} }];
    await query("update audits set result = $1", [JSON.stringify({ ...result, findings })]);
    const [small = ""] = elementsOf((await read(path)).html, "aside");
    expect(wordsOf(small)).toMatch(/^Fix first Title tag .* Local SEO On request See what it includes/);
    expect(small).not.toContain("Technical SEO");
    await query("delete from website_content");
  });

  test("invalid report URLs return a 404 that explains how to get a new report", async () => {
    for (const token of ["A".repeat(22), "x", "..%2f..", "A".repeat(2_000)]) {
      const { status, words } = await read(`/audit/${token}`);
      expect([token.slice(0, 30), status]).toEqual([token.slice(0, 30), 404]);
      expect(words).toContain("This report has expired");
    }
  });
});

describe("enquiries without an audit", () => {
  test.each([
    ["for an enquiry without a website", { website: "" }],
    ["for an enquiry that looks like spam", { website: "good.example.org", subject: "I am a program" }],
  ])("no audit runs %s", async (_what, fields) => {
    const { words } = await send(fields);
    expect(words).toContain("Thank you for your request!");
    expect(words).not.toContain("Your check of");
    expect(await enquiries()).toHaveLength(1);
    expect(await audits()).toEqual([]);
  });

  test("no automatic audit runs for this site itself, or for a fourth enquiry within an hour", async () => {
    const own = await send({ website: "http://localhost" });
    expect(own.words).toContain("by hand and email you");
    for (const n of [1, 2, 3]) expect((await send({ website: `good.example.org/${n}` })).path).not.toBe("");
    const fourth = await send({ website: "good.example.org/4" });
    expect(fourth.words).toContain("We’ll check good.example.org by hand and email you.");
    expect(await enquiries()).toHaveLength(5);
    const reasons = (await audits()).map(({ reason }) => reason).filter(Boolean);
    expect(reasons.sort()).toEqual(["own-site", "too-many"]);
  });

  test("an enquiry is stored even if its audit can't be stored", async () => {
    await without("audits", () => send({ website: "good.example.org" }));
    expect(await enquiries()).toHaveLength(1);
  });

  test("no audit runs once audits are off or the daily limit is reached", async () => {
    await site.save("settings", { intent: "save", instant_audit: "off" });
    expect((await send({ website: "good.example.org" })).words).not.toContain("good.example.org");
    await site.save("settings", { intent: "save", instant_audit: "on", audits_per_day: "1" });
    expect((await send({ website: "good.example.org/1" })).path).not.toBe("");
    expect((await send({ website: "good.example.org/2" })).words).toContain("by hand");
    await query("delete from website_settings where setting_key = 'audits_per_day'");
    expect(await enquiries()).toHaveLength(3);
  });
});

describe("emails", () => {
  test("the owner's notification has the score, worst findings and link, and the visitor gets one report", async () => {
    const name = `Ada ${address} Lovelace`;
    const email = `report${address}@example.com`;
    const { path } = await send({ name, email, website: "good.example.org" });
    const notice = await toOwner(name);
    expect(notice.text).toMatch(/Audit: \d+ out of 100 on our checklist/);
    expect(notice.text).toContain("Fix first: ");
    expect(notice.text).toContain(path);
    await expect.poll(() => toVisitor(email)).toHaveLength(1);
    const [report] = await toVisitor(email);
    expect(report?.subject).toBe("Your SEO audit report");
    // Anyone can enter a website, and mail programs turn host names into links.
    expect(report?.source).not.toContain("good.example.org");
    expect(report?.text).toContain(path);
    expect(report?.text?.match(/^- /gm)).toHaveLength(3);
    // Visitors may enter someone else's email address, so emails quote nothing from the website.
    expect(report?.source).not.toContain("Brooklyn");

    await send({ name: `Again ${address}`, email: email.toUpperCase(), website: "good.example.org" });
    await toOwner(`Again ${address}`);
    expect(await toVisitor(email)).toHaveLength(1);
    expect(await toVisitor(email.toUpperCase())).toHaveLength(0);
  });

  test.each(["no-such-site.example.org", "inner.example.org", "http://good.example.org:22"])(
    "no report is emailed if there's no public website at %s",
    async (website) => {
      const name = `Nowhere ${address}`;
      const email = `nowhere${address}@example.com`;
      await read((await send({ name, email, website })).path);
      await toOwner(name);
      expect(await query("select kind, status from outgoing_mails where recipient = $1", [email])).toEqual(
        [],
      );
      expect(await toVisitor(email)).toEqual([]);
      const { path } = await send({ name: `Right ${address}`, email, website: "good.example.org" });
      await expect.poll(() => toVisitor(email)).toHaveLength(1);
      expect((await toVisitor(email))[0]?.text).toContain(path);
    },
  );

  test("an enquiry with an unreachable website gets the usual confirmation", async () => {
    await site.save("settings", { intent: "save", confirmation_mail: "on" });
    const email = `confirmed${address}@example.com`;
    await read((await send({ email, website: "no-such-site.example.org" })).path);
    await expect.poll(() => toVisitor(email)).toHaveLength(1);
    const [confirmation] = await toVisitor(email);
    expect(confirmation?.subject).toContain("We received your message");
    expect(confirmation?.source).not.toMatch(/no-such-site|\/audit\//);
    await site.save("settings", { intent: "save", confirmation_mail: "off" });
  });

  test("50 pending audits of slow websites don't delay an enquiry or its email", async () => {
    isHolding = true;
    await send({ website: "slow.example.org" });
    const [{ id } = { id: "" }] = await enquiries();
    await query(
      `insert into audits (enquiry_id, url, host, by_owner)
        select $1, 'http://slow2.example.org/', 'slow2.example.org', true from generate_series(1, 50)`,
      [id],
    );
    await expect.poll(() => held.length).toBeGreaterThan(1);
    const name = `Beside ${address}`;
    expect((await send({ name, website: "" })).words).toContain("Thank you for your request!");
    await toOwner(name);
    expect((await audits()).filter(({ state }) => state === "waiting").length).toBeGreaterThan(40);
    await query("delete from audits");
  });
});

test("while an audit is running, its report page says so, even if 20 requests are waiting", async () => {
  isHolding = true;
  const { path } = await send({ website: "slow.example.org" });
  const left = new AbortController();
  let ended = 0;
  const wait = async () => {
    while (!left.signal.aborted) {
      await fetch(url + path, { signal: left.signal }).catch(() => {});
      ended++;
    }
  };
  const waiting = Array.from({ length: 20 }, wait);
  // Another request gets its response before any of those that wait for the report.
  await expect
    .poll(async () => {
      const before = ended;
      const { words } = await read(path);
      return ended === before ? words : "";
    })
    .toContain("Checking slow.example.org");
  const { html } = await read(path);
  expect(html).toContain("Show my report");
  expect(html).not.toMatch(/http-equiv="refresh"/i);
  expect(html).not.toContain("data-check");
  left.abort();
  await Promise.all(waiting);
});

test("if the process that reads websites crashes, only its audit fails", async () => {
  isHolding = true;
  const name = `Crash ${address}`;
  const { path } = await send({ name, website: "slow.example.org" });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const [jobs] = processesOf(site, "jobs");
  const [reader] = processesOf({ process: { pid: jobs } }, "website");
  const environment = fs.readFileSync(`/proc/${reader}/environ`, "utf8");
  expect(environment).toContain("PATH=");
  expect(environment).not.toMatch(/DATABASE_URL|SMTP_URL|LEADS_TO|DATA_DIR/);
  process.kill(reader!, "SIGKILL");
  expect((await read(path)).words).toContain("We couldn’t check slow.example.org");
  expect((await toOwner(name)).text).toContain("couldn't be checked");
  expect(processesOf(site, "jobs")).toEqual([jobs]);
});

describe("if the link key has changed after a restore", () => {
  const OLD = "o".repeat(22);
  /** Simulates a changed link key by replacing the tokens in the database and in emails. */
  const restore = async () => {
    await query("update audits set token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')", [OLD]);
    await query(
      "update outgoing_mails set text_body = regexp_replace(text_body, '/audit/[\\w-]{22}', '/audit/' || $1)",
      [OLD],
    );
  };

  test("an email about an audit that ends after the restore links to the report", async () => {
    isHolding = true;
    const name = `Restored ${address}`;
    await send({ name, website: "slow.example.org" });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await restore();
    isHolding = false;
    for (const answer of held.splice(0)) answer();
    const [path = ""] = /\/audit\/[\w-]{22}/.exec((await toOwner(name)).text ?? "") ?? [];
    expect((await read(path)).words).toContain("SEO check of slow.example.org");
  });

  test("a report link in an email still works, and so does the panel's link", async () => {
    const { path } = await send({ website: "good.example.org" });
    await read(path);
    await restore();
    expect((await read(`/audit/${OLD}`)).words).toContain("SEO check of good.example.org");
    const [{ id } = { id: "" }] = await enquiries();
    const panel = await site.read(`${PANEL}/enquiries?open=${id}`);
    expect(wordsOf(panel)).toMatch(/Audit \d+ out of 100/);
    for (const [link] of panel.matchAll(/\/audit\/[\w-]{22}/g)) expect((await read(link)).status).toBe(200);
    expect(panel).not.toContain(path);
  });
});

describe("the control panel", () => {
  test("an enquiry shows its audit, which can be repeated or run for another website", async () => {
    const { path } = await send({ website: "good.example.org" });
    await read(path);
    const [{ id } = { id: "" }] = await audits();
    const [{ id: enquiry } = { id: "" }] = await enquiries();
    const shown = async () => wordsOf(await site.read(`${PANEL}/enquiries?open=${enquiry}`));
    expect(await shown()).toMatch(/Audit \d+ out of 100/);
    expect((await site.save("enquiries", { intent: "audit-again", id })).text).toContain(
      "The audit is running",
    );
    const other = { intent: "audit-other", id: enquiry, website: "inner.example.org" };
    expect((await site.save("enquiries", other)).text).toContain("The audit is running");
    await expect.poll(async () => (await audits()).map(({ state }) => state)).toEqual(["done", "done"]);
    expect(await shown()).toContain("inner.example.org");
    expect((await site.save("enquiries", { ...other, website: "javascript:alert(1)" })).text).toContain(
      "Enter a website address",
    );
    expect(wordsOf(await site.read(`${PANEL}/dashboard`))).toContain("2 websites audited in the last 7 days");
  });
});

test("/audit-method lists every rule, the user agent and how to block it", async () => {
  const { status, html, words } = await read("/audit-method");
  expect(status).toBe(200);
  expect(words).toContain(`SEOProZoneAudit/1.0 (+`);
  expect(words).toContain("User-agent: SEOProZoneAudit Disallow: /");
  expect(words).toContain("Weight 3");
  expect(html.match(/class="method__rules"/g)).toHaveLength(7);
  expect((await read("/sitemap.xml")).html).toContain("/audit-method");
});
