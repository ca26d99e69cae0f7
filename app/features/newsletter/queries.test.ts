import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { PATIENCE } from "../../../tests/support/patience.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { eachSubscriber } from "./queries.owner.server.ts";
import {
  confirmStep,
  findSubscriber,
  purgePendingSubscribers,
  requestSubscription,
  type Step,
  stepPath,
} from "./queries.server.ts";
import { subscribers } from "./table.server.ts";

const { owner } = await openTestDatabases();
const siteUrl = "https://seo.example";
const MONDAY = new Date("2026-11-16T15:00:00Z");
const TUESDAY = new Date("2026-11-17T15:00:00Z");

beforeEach(async () => {
  await owner.delete(subscribers);
  await owner.delete(outgoing_mails);
});

const ask = (email = "ada@example.com", now = MONDAY) => requestSubscription(owner, email, { siteUrl, now });
const markSent = () => owner.update(outgoing_mails).set({ status: "sent" });
const mails = () => owner.select().from(outgoing_mails).orderBy(asc(outgoing_mails.created_at));
const tokenOf = (step: Step, row: { id: string; token: string }) => stepPath(step, row).split("/").at(-1)!;
const take = (step: Step, row: { id: string; token: string }) => confirmStep(owner, step, tokenOf(step, row));
async function subscriber() {
  const [row] = await owner.select().from(subscribers);
  if (!row) throw new Error("There is no subscriber");
  return row;
}

test("an address is stored as pending and gets one email with both links", async () => {
  await ask("Ada@Example.com");
  const row = await subscriber();
  expect(row).toMatchObject({ email: "Ada@Example.com", status: "pending", mailed_on: "2026-11-16" });
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: "newsletter",
    enquiry_id: null,
    recipient: "Ada@Example.com",
    status: "waiting",
    headers: {
      "List-Unsubscribe": `<${siteUrl}${stepPath("unsubscribe", row)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  for (const body of [mail?.text_body, mail?.html_body?.replaceAll("&amp;", "&")]) {
    expect(body).toContain(siteUrl + stepPath("confirm", row));
    expect(body).toContain(siteUrl + stepPath("unsubscribe", row));
  }
});

test("an address gets one email a day, even for concurrent requests", async () => {
  await Promise.all([ask(), ask("ADA@example.com"), ask()]);
  await ask();
  expect(await mails()).toHaveLength(1);
  await Promise.all([TUESDAY, TUESDAY, TUESDAY].map((day) => ask("ada@example.com", day)));
  expect(await mails()).toHaveLength(2);
  expect(await owner.$count(subscribers)).toBe(1);
});

test("days are counted in the site's time zone", async () => {
  await ask("ada@example.com", new Date("2026-11-17T02:00:00Z"));
  expect(await subscriber()).toMatchObject({ mailed_on: "2026-11-16" });
});

test("a confirmed subscriber gets no further email", async () => {
  await ask();
  await markSent();
  const asked = await subscriber();
  expect(await take("confirm", asked)).toEqual({ email: "ada@example.com" });
  const confirmed = await subscriber();
  expect(confirmed.status).toBe("confirmed");
  await take("confirm", asked);
  await ask("ada@example.com", TUESDAY);
  expect(await subscriber()).toEqual(confirmed);
  expect(await mails()).toHaveLength(1);
});

test("an unsubscribed address keeps its status until a new sign-up is confirmed", async () => {
  await ask();
  await markSent();
  const asked = await subscriber();
  await take("confirm", asked);
  await take("unsubscribe", asked);
  expect(await subscriber()).toMatchObject({ status: "unsubscribed", unsubscribed_at: expect.any(Date) });
  await ask("ada@example.com", TUESDAY);
  expect((await subscriber()).status).toBe("unsubscribed");
  expect(await mails()).toHaveLength(2);
  await take("confirm", asked);
  expect(await subscriber()).toMatchObject({ status: "confirmed", unsubscribed_at: null });
});

test.each(["confirm", "unsubscribe"] as const)(
  "after the %s link in one email is used, other pending emails aren't sent",
  async (step) => {
    await ask();
    await markSent();
    await ask("ada@example.com", TUESDAY);
    await ask("bob@example.com");
    const [ada] = await owner.select().from(subscribers).where(eq(subscribers.email, "ada@example.com"));
    await take(step, ada!);
    expect((await mails()).map(({ recipient, status }) => `${recipient} ${status}`)).toEqual([
      "ada@example.com sent",
      "bob@example.com waiting",
    ]);
  },
);

test("an unknown token does nothing", async () => {
  await ask();
  const row = await subscriber();
  const right = tokenOf("confirm", row);
  const id = right.slice(0, 22);
  for (const token of [
    "x",
    id,
    `${id}${"A".repeat(22)}`,
    `${"A".repeat(22)}${right.slice(22)}`,
    `${right}A`,
    "é".repeat(44),
  ]) {
    expect(await findSubscriber(owner, "confirm", token)).toBeNull();
    expect(await confirmStep(owner, "confirm", token)).toBeNull();
    expect(await confirmStep(owner, "unsubscribe", token)).toBeNull();
  }
  expect((await subscriber()).status).toBe("pending");
});

test("a link for one step doesn't work for the other", async () => {
  await ask();
  const row = await subscriber();
  expect(await confirmStep(owner, "confirm", tokenOf("unsubscribe", row))).toBeNull();
  expect(await findSubscriber(owner, "confirm", tokenOf("unsubscribe", row))).toBeNull();
  expect(await confirmStep(owner, "unsubscribe", tokenOf("confirm", row))).toBeNull();
  expect((await subscriber()).status).toBe("pending");
  const [mail] = await mails();
  expect(JSON.stringify(mail)).not.toContain(row.token);
});

test("old links can always unsubscribe, but can't confirm after that", async () => {
  await ask();
  const { token } = await subscriber();
  expect(await confirmStep(owner, "confirm", token)).toEqual({ email: "ada@example.com" });
  expect(await findSubscriber(owner, "confirm", token)).toMatchObject({ status: "confirmed" });
  expect(await confirmStep(owner, "unsubscribe", token)).toEqual({ email: "ada@example.com" });
  expect(await confirmStep(owner, "confirm", token)).toBeNull();
  expect(await findSubscriber(owner, "unsubscribe", token)).toMatchObject({ status: "unsubscribed" });
});

test("tokens can't be guessed from one another", async () => {
  await ask("one@example.com");
  await ask("two@example.com");
  const tokens = (await owner.select().from(subscribers)).map(({ token }) => token);
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
});

test("a subscription isn't stored if its email can't be stored", async () => {
  await owner.execute(sql`alter table outgoing_mails add constraint no_mail check (subject = '') not valid`);
  try {
    await expect(ask()).rejects.toThrow();
    expect(await owner.$count(subscribers)).toBe(0);
  } finally {
    await owner.execute(sql`alter table outgoing_mails drop constraint no_mail`);
  }
});

test("pending sign-ups are deleted with their emails after seven days", async () => {
  for (const email of ["old@example.com", "asked@example.com", "in@example.com", "out@example.com"])
    await ask(email);
  await owner.update(subscribers).set({ created_at: sql`now() - interval '8 days'` });
  await owner.update(outgoing_mails).set({ created_at: sql`now() - interval '8 days'` });
  const set = (email: string, values: Partial<typeof subscribers.$inferInsert>) =>
    owner.update(subscribers).set(values).where(eq(subscribers.email, email));
  const { rows } = await owner.execute<{ before: string; lately: string }>(
    sql`select (now() - interval '8 days')::date::text as before, (now() - interval '2 days')::date::text as lately`,
  );
  const { before, lately } = rows[0]!;
  await owner.update(subscribers).set({ mailed_on: before });
  await set("asked@example.com", { mailed_on: lately });
  await set("in@example.com", { status: "confirmed" });
  await set("out@example.com", { status: "unsubscribed" });

  await purgePendingSubscribers(owner);
  const kept = ["asked@example.com", "in@example.com", "out@example.com"];
  expect((await owner.select().from(subscribers)).map(({ email }) => email).sort()).toEqual(kept);
  expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual(kept);
});

test.each([
  [
    "was written late in the evening in the site's time zone",
    { created_at: sql`now() - interval '7 days' + interval '1 minute'` },
  ],
  ["waited for the mail server for days", { sent_at: sql`now() - interval '7 days' + interval '1 minute'` }],
])(
  "'the request is forgotten after seven days' and not earlier, if its last email %s",
  async (_what, mail) => {
    await ask();
    await owner.update(subscribers).set({
      created_at: sql`now() - interval '9 days'`,
      mailed_on: sql`((now() - interval '7 days' + interval '1 minute') at time zone 'America/New_York')::date`,
    });
    await owner.update(outgoing_mails).set({ created_at: sql`now() - interval '9 days'`, ...mail });
    await purgePendingSubscribers(owner);
    expect(await owner.$count(subscribers)).toBe(1);
    expect(await mails()).toHaveLength(1);

    for (const column of ["created_at", "sent_at"]) {
      const name = sql.identifier(column);
      await owner.execute(sql`update outgoing_mails set ${name} = ${name} - interval '2 minutes'`);
    }
    await purgePendingSubscribers(owner);
    expect(await owner.$count(subscribers)).toBe(0);
    expect(await mails()).toEqual([]);
  },
);

test("a repeated sign-up gets its email even if the old row is deleted at the same moment", async () => {
  await ask();
  await owner.delete(outgoing_mails);
  let asking = Promise.resolve();
  await owner.transaction(async (tx) => {
    await tx.select().from(subscribers).for("update");
    asking = ask("ada@example.com", TUESDAY);
    await vi.waitFor(async () => {
      const { rows } = await owner.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    }, PATIENCE);
    await tx.delete(subscribers);
  });
  await asking;
  expect(await mails()).toHaveLength(1);
  expect(await owner.$count(subscribers)).toBe(1);
});

test("an export has every subscriber once, newest first, even with equal timestamps", async () => {
  // Up to thirty rows share each timestamp.
  await owner.execute(sql`
    insert into subscribers (email, token, created_at)
    select 'n' || n || '@example.com', 'token ' || n, timestamptz '2026-11-16 15:00Z' + (n / 30) * interval '1 microsecond'
    from generate_series(1, 2500) as n`);
  const emails: string[] = [];
  for await (const { email } of eachSubscriber(owner, { search: "", status: "" })) emails.push(email);
  expect(new Set(emails).size).toBe(2500);
  expect(emails).toHaveLength(2500);
  const moments = emails.map((email) => Math.floor(Number(email.match(/\d+/)?.[0]) / 30));
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
});
