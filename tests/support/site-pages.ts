import { expect } from "@playwright/test";
import { E2E_URL } from "./e2e.ts";

/** URLs that aren't in the sitemap. For a 404, the browser logs the status and the site logs the path (SPEC 2). */
export const ABSENT = ["/no-such-page", "/blog/nobody"];
const MORE = [
  "/case-studies?industry=no-such-industry",
  "/blog?page=2",
  "/services/local-seo?case-studies=all",
  ...ABSENT,
];

/** Returns the URLs of all pages as installed. */
export async function findPages(): Promise<string[]> {
  const xml = await (await fetch(`${E2E_URL}/sitemap.xml`)).text();
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => address.replace(E2E_URL, "") || "/",
  );
  expect(listed.length).toBeGreaterThan(40);
  return [...listed, ...MORE];
}
