// Once for each run of Playwright: the production build, served by itself, with sample content and a mail server.
import fs from "node:fs";
import path from "node:path";
import { ensureBuild } from "../../scripts/build.ts";
import { ADMIN_PASSWORD, E2E_FOLDER, E2E_PORT, LEADS_TO, MAIL_FOLDER } from "./e2e.ts";
import { startMailServer } from "./mail.ts";
import { startSite } from "./site.ts";

export default async function setup() {
  await ensureBuild();
  const mail = await startMailServer(MAIL_FOLDER);
  const site = await startSite({
    PORT: E2E_PORT,
    DATA_DIR: path.join(E2E_FOLDER, "data"),
    ADMIN_PASSWORD,
    SMTP_URL: mail.url,
    LEADS_TO,
    // Limits count by address: a test that sends much takes one of its own, in X-Forwarded-For.
    TRUST_PROXY: "1",
  });
  return async function teardown() {
    const { code } = await site.stop();
    await mail.stop();
    if (code !== 0) throw new Error(`The site did not stop cleanly:\n${site.stderr()}`);
    fs.rmSync(E2E_FOLDER, { recursive: true, force: true });
  };
}
