import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { decode, elementsOf, headingsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, read, save, download, ...site } = await openPanelSite();
await query(
  `with one as (insert into enquiries (id, form_type, name, email)
     values (gen_random_uuid(), 'contact', '=HYPERLINK("x")', 'ada@example.com') returning id)
   insert into outgoing_mails (id, enquiry_id, message_id, subject, text_body, html_body, created_at)
     select gen_random_uuid(), id, '<m@example.com>', 's', 't', 'h', now() - interval '1 hour' from one`,
);

test("the CSV export is UTF-8 with BOM and safe from formula injection", async () => {
  const { headers, bytes } = await download(`${PANEL}/enquiries.csv`);
  expect(headers.get("Content-Disposition")).toContain("attachment");
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString()).toContain(`"'=HYPERLINK(""x"")","ada@example.com"`);
  expect((await download(`${PANEL}/enquiries.csv?status=won`)).text).not.toContain("ada@example.com");
});

test("the export says which enquiries it has: all but spam, unless the URL names a list or a filter", async () => {
  const exportOf = async (search: string) => {
    const html = await read(`${PANEL}/enquiries${search}`);
    const [, to = "", says = ""] =
      /<a class="btn btn--line" href="([^"]*enquiries\.csv[^"]*)"[^>]*>(.*?)<\/a>/s.exec(html) ?? [];
    return [wordsOf(says), to.split("?")[1] ?? ""];
  };
  expect(await exportOf("")).toEqual(["Export CSV: All", ""]);
  expect(await exportOf("?status=won")).toEqual(["Export CSV: Won", "status=won"]);
  expect(await exportOf("?form=audit")).toEqual(["Export CSV: these", "form=audit"]);
});

test("a badge counts new enquiries, and every tab warns about pending emails", async () => {
  for (const tab of ["enquiries", "industries"]) {
    const html = await read(`${PANEL}/${tab}`);
    expect(wordsOf(html)).toMatch(/Enquiries 1 new/);
    expect(wordsOf(html)).toContain("Email isn't set up (1 pending)");
  }
});

test("without a mail server, 'Send again' is rejected and emails stay pending", async () => {
  const [mail] = await query<{ id: string; enquiry_id: string }>("select id, enquiry_id from outgoing_mails");
  for (const tab of ["enquiries", "enquiries/subscribers"]) {
    const { status, text } = await save(tab, { intent: "send-again", id: mail!.id });
    expect([status, text]).toEqual([400, expect.stringContaining("Email isn't set up: no email goes out")]);
  }
  expect(wordsOf(await read(`${PANEL}/enquiries?open=${mail!.enquiry_id}`))).toMatch(
    /Notification pending: email isn't set up (?!.*next try)/,
  );
});

test("an email that's rejected because of a visitor's address isn't reported as an outage", async () => {
  await query(
    `update outgoing_mails set kind = 'confirmation', status = 'refused', last_error = 'No such user'`,
  );
  await query("insert into subscribers (email, token) values ('Bob@example.com', 'token')");
  await query(
    `insert into outgoing_mails (id, kind, recipient, message_id, subject, text_body, html_body, status, last_error)
     values (gen_random_uuid(), 'newsletter', 'bob@example.com', '<n@example.com>', 's', 't', 'h', 'refused', 'Unknown here')`,
  );
  // The first notice is about the missing mail server.
  const line = () =>
    read(`${PANEL}/industries`).then((html) => elementsOf(html, "div", 'mail-trouble"')[1] ?? "");
  const shown = wordsOf(await line());
  expect(shown).toBe(
    "1 email to a visitor was rejected: see the enquiry 1 newsletter confirmation was rejected: see the subscriber",
  );
  const subscriber = /href="([^"]*subscribers[^"]*)"/.exec(await line())?.[1];
  expect(wordsOf(await read(decode(subscriber!)))).toMatch(
    /Bob@example.com Pending rejected The email couldn't be sent.* Unknown here/,
  );
  await query("update enquiries set status = 'contacted'");
  await query("delete from subscribers");
  expect(await line()).toBe("");
  await query("delete from outgoing_mails where kind = 'newsletter'");
  await query("update enquiries set status = 'new'");
});

/** Adds an enquiry from Grace with an email that was rejected, until the test ends. Returns its ID. */
async function addGrace(hoursAgo = 0) {
  onTestFinished(async () => {
    for (const table of ["enquiries", "subscribers"])
      await query(`delete from ${table} where email = 'grace@example.com'`);
    await query("delete from enquiry_status_changes");
    await query("update enquiries set status = 'new'");
  });
  const [{ id } = { id: "" }] = await query<{ id: string }>(
    `insert into enquiries (id, form_type, name, email, phone, message, services, page, created_at)
     values (gen_random_uuid(), 'contact', 'Grace', 'grace@example.com', '(718) 555-0188', E'Line one\nLine two',
       '{Local SEO}', '/contact', now() - make_interval(hours => $1)) returning id`,
    [hoursAgo],
  );
  await query(
    `insert into outgoing_mails (id, enquiry_id, message_id, subject, text_body, html_body, status, last_error, trouble, refusals)
     values (gen_random_uuid(), $1, gen_random_uuid(), 's', 't', 'h', 'refused', '550 No such user', 'recipient', 1)`,
    [id],
  );
  return id;
}
const articleOf = async (id: string) =>
  elementsOf(await read(`${PANEL}/enquiries?open=${id}`), "article")[0] ?? "";

test("an enquiry shows everything that was sent, and why its email was rejected", async () => {
  const id = await addGrace();
  const article = await articleOf(id);
  expect(wordsOf(article)).toMatch(
    / Grace Contact .* Reply within 24 hours .*Local SEO.*\/contact.*Notification rejected The mail server doesn't recognize/,
  );
  for (const part of ['href="mailto:grace@example.com"', 'href="tel:7185550188"', "Line one\nLine two"])
    expect(article).toContain(part);
  // The notice on every tab links to the enquiry.
  const [notice = ""] = elementsOf(await read(`${PANEL}/industries`), "div", 'mail-trouble"').slice(1);
  expect(wordsOf(notice)).toContain("1 rejected");
  const to = decode(/href="([^"]*enquiries[^"]*)"/.exec(notice)?.[1] ?? "");
  expect(headingsOf(elementsOf(await read(to), "article")[0] ?? "", 2)).toEqual(["Grace"]);
});

test("enquiries unanswered for 24 hours are labeled and counted, and can be filtered", async () => {
  await addGrace(30);
  const html = await read(`${PANEL}/enquiries?status=overdue`);
  expect(wordsOf(html)).toContain("2 new, 1 overdue, 2 in the last 12 weeks");
  const list = wordsOf(elementsOf(html, "tbody")[0] ?? "");
  expect(list).toContain("Grace");
  expect(list).toContain("Overdue: waiting 30 hours");
  expect(list).not.toContain("HYPERLINK");
});

/** The fields of the toast's Undo. */
const undoIn = ({ text }: { text: string }) => ({
  intent: "undo-change",
  id: /"undo-change".*?"([\da-f-]{36})"/.exec(text)?.[1] ?? "",
});
const pressed = (article: string) =>
  elementsOf(article, "button", 'aria-pressed="true"').map((button) => wordsOf(button));

test("a status can be set for one or several enquiries, and the toast names it and undoes it", async () => {
  const [ada] = await query<{ id: string }>("select id from enquiries");
  const grace = await addGrace();
  for (const status of ["contacted", "qualified", "won", "lost", "spam", "new"]) {
    const name = status.charAt(0).toUpperCase() + status.slice(1);
    expect((await save("enquiries", { intent: "change", ids: grace, status })).text).toContain(
      `Status set to ${name}`,
    );
    expect(pressed(await articleOf(grace))).toEqual([name]);
  }
  await save("enquiries", { intent: "change", ids: grace, status: "qualified" });
  const ids = `${ada!.id},${grace},${grace}`;
  const won = await save("enquiries", { intent: "change", ids, status: "won" });
  expect(won.text).toContain("Status of 2 enquiries set to Won");
  expect((await save("enquiries", undoIn(won))).text).toContain("Change undone");
  expect(await query("select status from enquiries order by name")).toEqual([
    { status: "new" },
    { status: "qualified" },
  ]);
});

test("next step, value and reason are saved at once, listed and exported", async () => {
  const id = await addGrace();
  const change = (fields: Record<string, string>) =>
    save("enquiries", { intent: "change", ids: id, ...fields });
  expect((await change({ follow_up_on: "2026-01-05" })).text).toMatch(/Next step: \d+ days late/);
  const value = { value: "$3,000", value_per: "month", value_is_estimate: "on" };
  expect((await change(value)).text).toContain("Value: about $3,000 a month");
  const today = wordsOf(elementsOf(await read(`${PANEL}/enquiries?status=today`), "tbody")[0] ?? "");
  expect(today).toMatch(/Grace .* days late about \$3,000 a month/);
  const lost = await change({ status: "lost" });
  expect((await change({ lost_reason: "Price" })).text).toContain("Reason saved");
  expect(pressed(await articleOf(id))).toEqual(["Lost", "Price"]);
  expect(wordsOf(await articleOf(id))).toMatch(
    /Lost because: Price .*from New to Lost .*Value set to about \$3,000 a month .*Next step set for Jan 5/,
  );
  expect(wordsOf(await read(`${PANEL}/enquiries?status=today`))).not.toContain("Grace");
  expect((await download(`${PANEL}/enquiries.csv?status=closed`)).text).toContain(
    `"2026-01-05","3000.00","month","yes","Price"`,
  );
  await save("enquiries", undoIn(lost));
  expect((await change({ follow_up_on: "" })).text).toContain("Next step removed");
  expect((await change({ value: "" })).text).toContain("Value removed");
  expect(wordsOf(await read(`${PANEL}/enquiries?status=today`))).toContain("Nothing is due today");
});

test("enquiries and subscribers can be deleted, and Undo restores them", async () => {
  const restoreIn = ({ text }: { text: string }) => ({
    intent: /"(restore[a-z-]*)"/.exec(text)?.[1] ?? "",
    id: /"restore[a-z-]*".*?"([\da-f-]{36})"/.exec(text)?.[1] ?? "",
  });
  const id = await addGrace();
  expect((await save("enquiries", { intent: "add-note", id, note: "Called back" })).text).toContain(
    "Note added",
  );
  const gone = await save("enquiries", { intent: "delete", ids: id });
  expect(gone.text).toContain("Enquiry deleted");
  expect(await read(`${PANEL}/enquiries`)).not.toContain("Grace");
  expect((await save("enquiries", restoreIn(gone))).text).toContain("Enquiry restored");
  expect(wordsOf(await articleOf(id))).toMatch(/Called back.*Notification rejected/);

  await query("insert into subscribers (email, token) values ('grace@example.com', 'grace')");
  const [subscriber] = await query<{ id: string }>("select id from subscribers");
  const left = await save("enquiries/subscribers", { intent: "delete", id: subscriber!.id });
  expect(left.text).toContain("Subscriber deleted");
  expect(await read(`${PANEL}/enquiries/subscribers`)).not.toContain("grace@example.com");
  expect((await save("enquiries/subscribers", restoreIn(left))).text).toContain("Subscriber restored");
  const subscribers = `${PANEL}/enquiries/subscribers`;
  expect(wordsOf(await read(subscribers))).toContain("0 confirmed, 1 pending, 0 unsubscribed");
  expect(await read(subscribers)).toContain("grace@example.com");
  expect(await read(`${subscribers}?status=confirmed`)).not.toContain("grace@example.com");

  const about = wordsOf(await read(`${PANEL}/enquiries/person?email=grace@example.com`));
  expect(about).toMatch(/1 enquiry 1 note 0 replies and answers 1 email 1 newsletter subscription/);
});

const PRIVATE = [
  ...["enquiries", "enquiries/subscribers", "enquiries/person?email=ada@example.com"],
  ...["enquiries.csv", "subscribers.csv", "person.json?email=ada@example.com"],
  ...["enquiries/sources", "sources.csv"],
];

test("nothing on the tab can be cached", async () => {
  for (const path of PRIVATE) {
    const { status, headers } = await download(`${PANEL}/${path}`);
    expect([path, status, headers.get("Cache-Control")]).toEqual([
      path,
      200,
      expect.stringContaining("no-store"),
    ]);
  }
});

test("the export of one person's data is JSON without secret tokens", async () => {
  await query(
    "insert into subscribers (email, status, token) values ('ADA@example.com', 'confirmed', 'secret-token')",
  );
  const { headers, text } = await download(`${PANEL}/person.json?email=Ada@example.com`);
  expect(headers.get("Content-Disposition")).toContain("attachment");
  expect(JSON.parse(text)).toMatchObject({
    email: "Ada@example.com",
    exported_at: expect.any(String),
    enquiries: [{ name: '=HYPERLINK("x")', mails: [{ subject: "s" }] }],
    newsletter: { status: "confirmed" },
  });
  expect(text).not.toContain("secret-token");
});

test("the CSV export of subscribers uses the list's filter", async () => {
  const { text: all } = await download(`${PANEL}/subscribers.csv`);
  expect(all).toMatch(
    /^\uFEFF?"Email","Status","Asked","Confirmed","Unsubscribed"\r\n"ADA@example.com","confirmed"/,
  );
  expect((await download(`${PANEL}/subscribers.csv?status=unsubscribed`)).text).not.toContain(
    "ADA@example.com",
  );
});

const EXPORTS = ["enquiries.csv", "subscribers.csv", "redirects.csv", "person.json?email=ada@example.com"];
const asFrom = (mode: string, site: string, destination: string) => ({
  "Sec-Fetch-Mode": mode,
  "Sec-Fetch-Site": site,
  "Sec-Fetch-Dest": destination,
});

test("no URL contains a person's email address", async () => {
  const sealed = async (text: string) => {
    const response = await request(`${PANEL}/seal`, { text });
    return new URLSearchParams({ search: ((await response.json()) as { sealed: string }).sealed }).toString();
  };
  const ada = await sealed("ada@Example");
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from enquiries");
  for (const address of [`enquiries?${ada}&open=${id}`, `enquiries/subscribers?${ada}`]) {
    const html = await read(`${PANEL}/${address}`);
    expect(wordsOf(html)).toMatch(/ada@example.com/i);
    const links = [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, to]) => decode(to!));
    expect(links.filter((to) => /@|%40/.test(to) && !to.startsWith("mailto:"))).toEqual([]);
    const person = links.find((to) => to.includes("/enquiries/person?"));
    const about = await read(person!);
    expect(wordsOf(about)).toMatch(/Data about ada@example.com/i);
    const file = decode(/href="([^"]*person\.json[^"]*)"/.exec(about)?.[1] ?? "");
    expect(file).not.toMatch(/@|%40/);
    expect((await download(file)).text).toMatch(/"email": "ada@example.com"/i);
  }
  for (const path of ["enquiries", "enquiries/subscribers"])
    expect(await read(`${PANEL}/${path}?${ada}`)).toMatch(/type="search"[^>]* value="ada@Example"/);
  const nobody = await sealed("nobody@example.com");
  for (const path of ["enquiries", "enquiries/subscribers"])
    expect(await read(`${PANEL}/${path}?${nobody}`)).not.toContain("ada@example.com");
  for (const path of ["enquiries.csv", "subscribers.csv"]) {
    expect((await download(`${PANEL}/${path}?${ada}`)).text).toMatch(/"ada@example.com"/i);
    expect((await download(`${PANEL}/${path}?${nobody}`)).text).not.toMatch(/ada@/i);
  }
  expect((await request(`${PANEL}/seal`, { text: "" })).status).toBe(400);
});

const NOT_CLICKS: Record<string, string>[] = [
  asFrom("cors", "same-origin", "empty"),
  asFrom("same-origin", "same-origin", "empty"),
  asFrom("no-cors", "same-origin", "script"),
  asFrom("navigate", "same-origin", "iframe"),
  asFrom("navigate", "same-site", "document"),
  asFrom("navigate", "cross-site", "document"),
  { "Sec-Fetch-Mode": "navigate" },
  {},
];

test("exports work for clicks, but not for scripts, frames or other sites", async () => {
  const exports = () => query<object>("select 1 from audit_log where event = 'export.made'");
  const before = (await exports()).length;
  for (const path of EXPORTS)
    for (const address of [path, path.replace(/(?=\?|$)/, ".data")])
      for (const headers of NOT_CLICKS) {
        const { status, text } = await download(`${PANEL}/${address}`, headers);
        expect([address, headers, status]).toEqual([address, headers, 403]);
        expect(text).not.toContain("ada@");
      }
  expect((await download(`${PANEL}/enquiries.csv`, {})).text).toContain("downloaded by clicking its button");
  const head = await fetch(`${site.url}${PANEL}/enquiries.csv`, { method: "HEAD", headers: site.session });
  expect(head.status).toBe(403);
  await download(`${PANEL}/enquiries.csv`, asFrom("navigate", "none", "document"), "HEAD");
  expect(await exports()).toHaveLength(before);
  expect((await download(`${PANEL}/enquiries.csv`, asFrom("navigate", "none", "document"))).text).toContain(
    "ada@example.com",
  );
  expect(await exports()).toHaveLength(before + 1);
});

test("over plain HTTP, exports work without Sec-Fetch headers, except on localhost", async () => {
  const at = (Host: string) => download(`${PANEL}/enquiries.csv`, { Host });
  for (const host of ["192.0.2.7:3000", "seo.example", "localhost.example"])
    expect([host, (await at(host)).status]).toEqual([host, 200]);
  for (const host of ["localhost", "localhost:3000", "site.localhost", "127.1.2.3:80", "[::1]:3000"])
    expect([host, (await at(host)).status]).toEqual([host, 403]);
});

test("invalid input gets a 400 and changes nothing", async () => {
  const [enquiry] = await query<{ id: string }>("select id from enquiries");
  const senseless: [string, Record<string, string>][] = [
    ["enquiries", { intent: "delete", ids: "" }],
    ["enquiries", { intent: "delete", ids: `${enquiry!.id},nobody` }],
    ["enquiries", { intent: "change", ids: enquiry!.id, status: "eaten" }],
    ["enquiries", { intent: "change", ids: enquiry!.id, follow_up_on: "2026-02-30" }],
    ["enquiries", { intent: "change", ids: enquiry!.id, value: "much" }],
    ["enquiries", { intent: "change", ids: enquiry!.id, value: "5", value_per: "year" }],
    ["enquiries", { intent: "change", ids: enquiry!.id, lost_reason: "x".repeat(201) }],
    ["enquiries", { intent: "change", ids: enquiry!.id, assigned_to: enquiry!.id }],
    ["enquiries", { intent: "change", ids: enquiry!.id }],
    ["enquiries", { intent: "change", ids: enquiry!.id, value_per: "month" }],
    ["enquiries", { intent: "undo-change", id: enquiry!.id }],
    ["enquiries", { intent: "restore", id: "{" }],
    ["enquiries", { intent: "restore", id: enquiry!.id }],
    ["enquiries", { intent: "restore", removed: '{"enquiries":[]}' }],
    ["enquiries/subscribers", { intent: "restore", removed: "[]" }],
    ["enquiries/person", { email: "" }],
  ];
  for (const [path, fields] of senseless)
    expect([path, fields, (await request(`${PANEL}/${path}`, fields)).status]).toEqual([path, fields, 400]);
  expect(await query("select status from enquiries")).toEqual([{ status: "new" }]);
});

test("the history records a bulk status change with the old and the new status", async () => {
  const [enquiry] = await query<{ id: string }>("select id from enquiries");
  await save("enquiries", { intent: "change", ids: `${enquiry!.id},${randomUUID()}`, status: "qualified" });
  const trail = elementsOf(await articleOf(enquiry!.id), "ul", 'class="trail"')[0]!;
  expect(wordsOf(trail)).toMatch(/^Status changed from New to Qualified A program, not a browser/);
});

test("an invalid email address in the search for a person's data is reported at the field", async () => {
  for (const typed of ["", "?email=", "?email=ada"]) {
    const html = await read(`${PANEL}/enquiries/person${typed}`);
    expect([typed, html.includes("Enter a full email address")]).toEqual([typed, typed !== ""]);
    expect(elementsOf(html, "form", 'class="toolbar"')[0]).toMatch(/^<form[^>]* noValidate/i);
  }
});

test("deleting one person's data leaves no enquiry, email or subscription", async () => {
  expect((await request(`${PANEL}/enquiries/person`, { email: "ada@EXAMPLE.com" })).status).toBe(200);
  for (const table of ["enquiries", "outgoing_mails", "subscribers"])
    expect(await query(`select * from ${table}`)).toEqual([]);
});
