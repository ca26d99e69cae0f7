// Uses nginx with deploy/nginx.conf.
import { afterAll, expect, test, vi } from "vitest";
import { hasNginx, startNginx } from "../support/nginx.ts";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { folderOfFile } from "../support/test-folder.ts";
import { openPanelSite } from "../support/test-site.ts";

const WHY_NOT = "nginx is not installed here, so that no cache can be put in front of the site.";

async function openSite() {
  const site = await openPanelSite({ TRUST_PROXY: "1", CDN_MAX_AGE: "1" });
  const nginx = await startNginx(folderOfFile(), [site.url], 1);
  afterAll(() => nginx.stop());
  return { site, nginx };
}
const opened = hasNginx ? await openSite() : null;

test("a CDN picks up saves, never caches the owner's pages, and covers outages", async ({ skip }) => {
  if (!opened) return skip(WHY_NOT);
  const { site, nginx } = opened;
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(nginx.url + address, { headers, redirect: "manual" });
    return { status: response.status, html: await response.text() };
  };

  const { html } = await get("/contact");
  const [sheet = ""] = /\/assets\/[^"]+\.css/.exec(html) ?? [];
  await site.save("settings", { intent: "save", phone_number: "(212) 555-0177" });
  await vi.waitUntil(async () => (await get("/contact")).html.includes("(212) 555-0177"), PATIENCE);

  // The owner requests this URL first, and the next visitor must not get the owner's page.
  const ownBar = "You're logged in";
  expect(wordsOf((await get("/about", site.session)).html)).toContain(ownBar);
  expect(wordsOf((await get("/about")).html)).not.toContain(ownBar);
  expect((await get(PANEL)).status).toBe(200);
  const addresses = ["/contact", "/about", "/no-such-page", sheet, "/placeholder.svg"];
  const statuses = async () => Promise.all(addresses.map(async (one) => (await get(one)).status));
  const before = await statuses();
  expect(before).toEqual([200, 200, 404, 200, 200]);

  await site.stop();
  expect(await statuses()).toEqual(before);
  expect((await get("/contact")).html).toContain("(212) 555-0177");
  expect((await get(PANEL)).status).toBe(502);
});
