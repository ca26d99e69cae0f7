// What the browser tests know about the site they visit. Playwright's workers inherit it through the environment.
import path from "node:path";
import { freePort, makeTemporaryFolder } from "./site.ts";

/**
 * Tests change the site, so each Playwright worker has its own, and its tests take turns. Workers spend time waiting
 * for pages and for pauses in typing, so there's one more than there are processors. With two more, all of them are
 * slower.
 */
export const SITES = 3;

process.env.E2E_PORTS ??= (await Promise.all(Array.from({ length: SITES }, freePort))).join();
process.env.E2E_FOLDER ??= makeTemporaryFolder("seo-pro-zone-e2e-");

const everything: string = process.env.E2E_FOLDER;
const ports: string[] = process.env.E2E_PORTS.split(",");

/** Returns a worker's port and the folder for its data and emails. */
export const siteOf = (worker: number): { port: string; folder: string } => ({
  port: ports[worker]!,
  folder: path.join(everything, String(worker)),
});

const own = siteOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
export const E2E_FOLDER: string = own.folder;
/** The site's URL for visitors. SITE_URL isn't set, so this is the site's origin. */
export const E2E_URL = `http://localhost:${own.port}`;
/** For `readMails` and `waitForMail`. */
export const MAIL_FOLDER: string = path.join(own.folder, "mails");
/** Who gets notified about new enquiries. */
export const LEADS_TO = "leads@example.com";

/** The data of all sites, to delete at the end of a run. */
export const ALL_SITES_FOLDER = everything;
