// What the browser tests know about the site that they visit. Playwright's workers inherit it by the environment.
import path from "node:path";
import { freePort, makeTemporaryFolder } from "./site.ts";

/**
 * Tests take turns on a site, since they change it; each of Playwright's workers has one of its own. A worker waits for
 * the page and for pauses in typing, so there is one more of them than processors; with two more, all are slower.
 */
export const SITES = 3;

process.env.E2E_PORTS ??= (await Promise.all(Array.from({ length: SITES }, freePort))).join();
process.env.E2E_FOLDER ??= makeTemporaryFolder("seo-pro-zone-e2e-");

const everything: string = process.env.E2E_FOLDER;
const ports: string[] = process.env.E2E_PORTS.split(",");

/** Where a worker's site listens, and the folder of its data and mails. */
export const siteOf = (worker: number): { port: string; folder: string } => ({
  port: ports[worker]!,
  folder: path.join(everything, String(worker)),
});

const own = siteOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
export const E2E_FOLDER: string = own.folder;
/** The site as its visitors name it: SITE_URL is not set, so this is its origin. */
export const E2E_URL = `http://localhost:${own.port}`;
/** For `readMails` and `waitForMail`. */
export const MAIL_FOLDER: string = path.join(own.folder, "mails");
/** Who is told of new enquiries. */
export const LEADS_TO = "leads@example.com";

/** For the end of a run: what all sites have written. */
export const ALL_SITES_FOLDER = everything;
