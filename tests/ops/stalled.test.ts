// A database that neither answers nor goes away: its processes are stopped where they stand.
import { expect, onTestFinished, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { clusterProcesses } from "../../server/postgres.leftover.ts";
import { clusterDirectory, embeddedConnection } from "../../server/postgres.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { PAST_CACHE } from "../support/page.ts";
import { queryOnce } from "../support/query-once.ts";
import { startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";

const enquiry = { name: "Ada Byron", email: "ada@example.com", message: "Hello", formType: "contact" };

test.runIf(process.platform === "linux")(
  "DECISIONS 12: while the database is stalled 'a failed read is 503 with Retry-After', and no enquiry counts as stored; afterwards the same enquiry is stored once",
  async () => {
    await ensureBuild();
    const DATA_DIR = folderOfTest();
    const site = await startSite({ DATA_DIR, ADMIN_PASSWORD });
    const signal = (name: NodeJS.Signals) => {
      for (const pid of clusterProcesses(clusterDirectory(DATA_DIR))) process.kill(pid, name);
    };
    onTestFinished(async () => {
      signal("SIGCONT");
      await site.stop();
    });
    const login = await fetch(site.url + PANEL, {
      method: "POST",
      body: new URLSearchParams({ password: ADMIN_PASSWORD }),
      redirect: "manual",
    });
    const [session = ""] = login.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
    const get = (address: string, Cookie = PAST_CACHE.Cookie) =>
      fetch(site.url + address, { headers: { Cookie } });
    const send = () =>
      fetch(`${site.url}/api/send-contact-email`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": "one" },
        body: JSON.stringify(enquiry),
      });
    const fill = () => {
      const fields = { ...enquiry, formName: "contact", idempotencyKey: "two" };
      return fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(fields) });
    };
    const subscribe = () => {
      const fields = { formName: "newsletter", email: enquiry.email };
      return fetch(`${site.url}/blog`, { method: "POST", body: new URLSearchParams(fields) });
    };
    const pages = ["/", "/case-studies", "/blog", "/no-such-page", "/sitemap.xml", "/rss.xml", "/healthz"];
    // Connections that look alive are what it is about.
    for (const address of pages) await get(address);
    expect((await get(`${PANEL}/enquiries`, session)).status).toBe(200);

    signal("SIGSTOP");
    const reads = pages.map((address) => get(address));
    const answers = await Promise.all([
      ...reads,
      get(`${PANEL}/enquiries`, session),
      send(),
      fill(),
      subscribe(),
    ]);
    signal("SIGCONT");
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    for (const { headers } of answers) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    const [byProgram, byForm] = answers.slice(-3);
    expect(await byProgram!.json()).toEqual({ error: expect.any(String) });
    const form = await byForm!.text();
    expect(form).toContain("Failed to send message. Please try again.");
    expect(form).toContain('value="two"');
    expect(form).toContain('value="Ada Byron"');

    const again = await Promise.all([
      send(),
      fill(),
      send(),
      fill(),
      ...pages.map((address) => get(address)),
    ]);
    expect(again.map(({ status }) => status)).toEqual(
      again.map(({ url }) => (/no-such/.test(url) ? 404 : 200)),
    );
    const stored = await queryOnce(embeddedConnection(DATA_DIR), "select name from enquiries");
    expect(stored).toEqual([{ name: "Ada Byron" }, { name: "Ada Byron" }]);
  },
);
