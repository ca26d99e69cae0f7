// Workers inherit these values through the environment.
import path from "node:path";
import { freePort, makeTemporaryFolder } from "./site.ts";

/** The number of workers, each with its own site. Workers mostly wait, so three can share two processors. */
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
/** The site's URL for visitors. SITE_URL isn't set, so this is the origin too. */
export const E2E_URL = `http://localhost:${own.port}`;
/** For `readMails` and `waitForMail`. */
export const MAIL_FOLDER: string = path.join(own.folder, "mails");
/** Who gets notified of new enquiries. */
export const LEADS_TO = "leads@example.com";

/** The folder with the data of all sites, deleted at the end of a run. */
export const ALL_SITES_FOLDER = everything;
