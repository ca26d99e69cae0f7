// Runs once per Playwright run: builds the site and starts one per worker, with sample content and a mail server.
import fs from "node:fs";
import path from "node:path";
import type { FullConfig } from "@playwright/test";
import { ensureBuild } from "../../scripts/build.ts";
import { ALL_SITES_FOLDER, LEADS_TO, SITES, siteOf } from "./e2e.ts";
import { startMailServer } from "./mail.ts";
import { ADMIN_PASSWORD } from "./owner.ts";
import { startSite } from "./site.ts";

export default async function setup({ workers }: FullConfig) {
  if (workers > SITES) throw new Error(`There are sites for ${SITES} workers (tests/support/e2e.ts).`);
  await ensureBuild();
  const sites = await Promise.all(Array.from({ length: workers }, (_, worker) => startOne(worker)));
  return async function teardown() {
    await Promise.all(sites.map((stop) => stop()));
    fs.rmSync(ALL_SITES_FOLDER, { recursive: true, force: true });
  };
}

async function startOne(worker: number) {
  const { port, folder } = siteOf(worker);
  const mail = await startMailServer(path.join(folder, "mails"));
  const site = await startSite({
    PORT: port,
    DATA_DIR: path.join(folder, "data"),
    ADMIN_PASSWORD,
    SMTP_URL: mail.url,
    LEADS_TO,
    // Rate limits apply per IP address, so tests that send a lot set X-Forwarded-For.
    TRUST_PROXY: "1",
    // The free audit can read no website except this site.
    AUDIT: "on",
    AUDIT_TEST_NET: `named.example.org=93.184.215.14:80>127.0.0.1:${port}`,
  });
  return async () => {
    const { code } = await site.stop();
    await mail.stop();
    if (code !== 0) throw new Error(`The site did not stop cleanly:\n${site.stderr()}`);
  };
}
