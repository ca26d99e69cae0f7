import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";
import { BUILT_IN_LOOK, LOOK_NAMES } from "../../app/features/settings/looks.ts";
import { openTestSite } from "../support/test-site.ts";

const { query, url } = await openTestSite({ SEED: "demo" });
const PATHS = ["/", "/services/local-seo", "/case-studies", "/blog", "/about", "/team", "/contact"];
const bodies = new Map<string, string>();

/** Chooses a look and returns the pages that have it. */
async function readAll(look: string): Promise<string[]> {
  await query(
    `insert into website_settings (setting_key, setting_value) values ('look', $1)
      on conflict (setting_key) do update set setting_value = excluded.setting_value`,
    [look],
  );
  const isShown =
    look === BUILT_IN_LOOK ? /^<!DOCTYPE html><html lang="en">/i : new RegExp(`class="look-${look}"`);
  return Promise.all(
    PATHS.map(async (path) => {
      let html = "";
      await expect.poll(async () => (html = await (await fetch(url + path)).text())).toMatch(isShown);
      return html;
    }),
  );
}

const weigh = (html: string) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }).length;
const bodyOf = (html: string) =>
  html
    .slice(html.indexOf("<body"))
    // Each rendering has its own.
    .replace(/name="stamp" value="[^"]*"|(\?v=)\w+/g, "$1");

test("every look has the same HTML, one font of its own, and at most 1.5 kB more", async () => {
  const plain = await readAll(BUILT_IN_LOOK);
  for (const [i, html] of plain.entries()) bodies.set(PATHS[i]!, bodyOf(html));
  const fonts = new Set<string>();
  for (const look of LOOK_NAMES) {
    for (const [i, html] of (await readAll(look)).entries()) {
      const path = PATHS[i]!;
      expect(bodyOf(html), `${look} ${path}`).toBe(bodies.get(path));
      expect(weigh(html) - weigh(plain[i]!), `${look} ${path}`).toBeLessThanOrEqual(1_500);
      const preloaded = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(
        ([, href]) => href!,
      );
      expect(preloaded, `${look} ${path}`).toHaveLength(1);
      fonts.add(preloaded[0]!);
    }
  }
  expect(fonts.size).toBe(LOOK_NAMES.length);
  for (const font of fonts) {
    const response = await fetch(url + font);
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(18_000);
  }
});

test("an unknown look is the built-in one", async () => {
  await query("update website_settings set setting_value = 'no-such-look' where setting_key = 'look'");
  const plain = (await readAll(BUILT_IN_LOOK))[0]!;
  await query("update website_settings set setting_value = 'constructor' where setting_key = 'look'");
  expect((await (await fetch(`${url}/`)).text()).slice(0, 40)).toBe(plain.slice(0, 40));
});
