import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite();

/** Blocks every write to these tables until `letGo`. */
async function holdUp(tables: string) {
  const client = new pg.Client(site.database);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin");
  await client.query(`lock table ${tables} in exclusive mode`);
  return { letGo: () => client.query("rollback") };
}

/** Waits until this many statements are blocked. */
const heldUp = (statements: number) =>
  vi.waitUntil(async () => {
    const waiting = "select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'";
    return (await site.query(waiting, [site.database.database])).length === statements;
  }, PATIENCE);

test("on a slow database, an enquiry times out but a long save by the owner doesn't", async () => {
  await site.save("industries", { intent: "add", name: "Local Shops" });
  const [industry] = await site.query<Record<string, string>>("select id, version, name from industries");
  await site.query(
    `insert into case_studies (title, slug, client, industry, industry_id)
       select 'One', 'one', 'A client', name, id from industries`,
  );
  const send = () =>
    fetch(`${site.url}/api/send-contact-email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": "one" },
      body: JSON.stringify({ name: "Ada", email: "ada@example.com", message: "Hello", formType: "contact" }),
    });

  const { letGo } = await holdUp("enquiries, case_studies");
  const saving = site.save("industries", { intent: "update", ...industry, name: "Retail" });
  await heldUp(1);
  const refused = await send();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await refused.json()).toEqual({ error: expect.stringContaining("try again") });
  await letGo();

  expect((await saving).text).toContain("Industry updated successfully");
  expect(await site.query("select industry from case_studies")).toEqual([{ industry: "Retail" }]);
  expect((await send()).status).toBe(200);
  expect(await site.query("select name from enquiries")).toEqual([{ name: "Ada" }]);
});

test("an enquiry is stored even while saves use all of the panel's connections", async () => {
  const names = ["Law", "Dental", "Travel"];
  for (const name of names) await site.save("industries", { intent: "add", name });
  await site.query(
    `insert into case_studies (title, slug, client, industry, industry_id)
       select name, lower(name), 'A client', name, id from industries where name = any($1)`,
    [names],
  );
  const industries = await site.query<Record<string, string>>(
    "select id, version, name from industries where name = any($1)",
    [names],
  );

  const { letGo } = await holdUp("case_studies");
  const saving = industries.map((industry) =>
    site.save("industries", { intent: "update", ...industry, name: `${industry.name} firms` }),
  );
  await heldUp(names.length);
  const fields = { formName: "contact", name: "Grace", email: "grace@example.com", message: "Hello" };
  const sent = await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(fields) });
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("Thank you")]);
  await letGo();
  for (const { text } of await Promise.all(saving)) expect(text).toContain("Industry updated successfully");
  expect(await site.query("select 1 from enquiries where name = 'Grace'")).toHaveLength(1);
});
