// What the browser tests know about the site that they visit. Playwright's workers inherit it by the environment.
import path from "node:path";
import { freePort, makeTemporaryFolder } from "./site.ts";

process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_FOLDER ??= makeTemporaryFolder("seo-pro-zone-e2e-");

export const E2E_PORT: string = process.env.E2E_PORT;
export const E2E_FOLDER: string = process.env.E2E_FOLDER;
/** The site as its visitors name it: SITE_URL is not set, so this is its origin. */
export const E2E_URL = `http://localhost:${E2E_PORT}`;
/** For `readMails` and `waitForMail`. */
export const MAIL_FOLDER: string = path.join(E2E_FOLDER, "mails");
export const ADMIN_PASSWORD = "correct horse battery staple";
/** Who is told of new enquiries. */
export const LEADS_TO = "leads@example.com";
