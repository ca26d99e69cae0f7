// The database's processes are frozen, so it neither responds nor closes connections.
import { expect, onTestFinished, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { clusterProcesses } from "../../server/postgres/leftover.ts";
import { clusterDirectory, embeddedConnection } from "../../server/postgres/postgres.ts";
import { withCluster } from "../support/cluster.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { queryOnce } from "../support/query-once.ts";
import { startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";

const enquiry = { name: "Ada Byron", email: "ada@example.com", message: "Hello", formType: "contact" };

test.runIf(process.platform === "linux")(
  "while the database is stalled, cached pages still load and other requests get a 503 (decision 0035.12)",
  async () => {
    await ensureBuild();
    const DATA_DIR = withCluster(folderOfTest());
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
    const get = (address: string, Cookie = "") => fetch(site.url + address, { headers: { Cookie } });
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
    const made = ["/", "/case-studies", "/blog", "/sitemap.xml", "/rss.xml"];
    const others = [
      "/no-such-page",
      "/blog/no-such-post",
      "/newsletter/confirm/token",
      "/preview/token/",
      "/healthz",
    ];
    // Makes the site open database connections, which look alive while the database is frozen.
    for (const address of made) await get(address);
    expect((await get(`${PANEL}/enquiries`, session)).status).toBe(200);

    signal("SIGSTOP");
    const kept = await Promise.all(made.flatMap((address) => [get(address), get(address, session)]));
    expect(kept.map(({ status }) => status)).toEqual(kept.map(() => 200));
    const answers = await Promise.all([
      ...others.map((address) => get(address)),
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
    // The health check detects the frozen database first, so no query runs into its own timeout.
    expect(site.stderr()).toContain("An enquiry couldn't be stored");
    expect(site.stderr()).not.toContain("The enquiry limit couldn't be read");

    const again = await Promise.all([
      send(),
      fill(),
      send(),
      fill(),
      ...[...made, ...others].map((address) => get(address)),
    ]);
    expect(again.map(({ status }) => status)).toEqual(
      again.map(({ url }) => (/no-such|token/.test(url) ? 404 : 200)),
    );
    const stored = await queryOnce(embeddedConnection(DATA_DIR), "select name from enquiries");
    expect(stored).toEqual([{ name: "Ada Byron" }, { name: "Ada Byron" }]);
  },
);
