// `node scripts/screenshots.ts`: takes the screenshots in docs/images from a temporary site with sample content.
import fs from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import sharp from "sharp";
import { BROWSER_FLAGS, ensureBrowser } from "../tests/support/browser.ts";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "../tests/support/owner.ts";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";
import { ensureBuild } from "./build.ts";

const FOLDER = path.resolve(import.meta.dirname, "../docs/images");
/** Every clone contains these images, so their total size is limited. */
const MOST_BYTES = 600_000;
const QUALITY = 72;
const WINDOW = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 800 };

/** Settings for the screenshots of another brand. */
const OWN = {
  contact_email: "ada@northlight.agency",
  phone_number: "+1 212 736 3100",
  site_title: "Northlight Search & Content Marketing Co",
  ...{ brand_color: "#0B6E4F", marker_color: "#FFD166" },
};

await ensureBuild();
fs.mkdirSync(FOLDER, { recursive: true });
const dataDir = makeTemporaryFolder();
const site = await startSite({ DATA_DIR: dataDir, ADMIN_PASSWORD, SEED: "demo", BACKUP_DIR: "off" });
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_FLAGS });
try {
  const owner = await logIn(site.url);
  await sendEnquiries();
  await shootSite(browser, "home", "/", WINDOW);
  await shootPanel(browser, "light", owner.session.Cookie, ["dashboard", "case-studies"]);
  await shootPanel(browser, "dark", owner.session.Cookie, ["enquiries"]);
  await owner.save("settings", { intent: "save", ...OWN });
  await shootSite(browser, "another-brand", "/about", WINDOW);
  await shootSite(browser, "another-brand-phone", "/", PHONE);
  await shootPanel(browser, "dark", owner.session.Cookie, ["settings/brand"], "#brand");
} finally {
  await browser.close();
  await site.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}
const bytes = fs
  .readdirSync(FOLDER)
  .reduce((sum, name) => sum + fs.statSync(path.join(FOLDER, name)).size, 0);
process.stdout.write(`${bytes} bytes of images in ${FOLDER}\n`);
if (bytes > MOST_BYTES) throw new Error(`That is more than ${MOST_BYTES}.`);

async function keep(name: string, png: Buffer) {
  await sharp(png)
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(path.join(FOLDER, `${name}.webp`));
}

async function sendEnquiries() {
  const enquiries = [
    [
      "Marta Ruiz",
      "marta@ruizdental.test",
      "We're opening a second practice in June and want to show up in Queens.",
    ],
    [
      "Tom Adler",
      "tom@adlerheating.test",
      "Our phone stopped ringing in spring. What would an audit tell us?",
    ],
    ["Priya Shah", "priya@shahlegal.test", "Quote for three offices, please."],
  ];
  for (const [name, email, message] of enquiries) {
    const answer = await fetch(`${site.url}/api/send-contact-email`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, email, message, services: ["Local SEO"], formType: "contact" }),
    });
    if (!answer.ok) throw new Error(`An enquiry was answered with ${answer.status}.`);
  }
}

async function shootSite(browser: Browser, name: string, address: string, viewport: typeof WINDOW) {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  await page.goto(site.url + address, { waitUntil: "networkidle" });
  await keep(name, await page.screenshot());
  await page.close();
}

/** @param part URL fragment of the card to capture; by default, the whole page */
async function shootPanel(browser: Browser, theme: string, cookie: string, tabs: string[], part = "") {
  const context = await browser.newContext({ viewport: WINDOW, reducedMotion: "reduce" });
  await addCookies(context, { panel_theme: theme, [SESSION_COOKIE]: cookie.split("=")[1] ?? "" });
  const page = await context.newPage();
  for (const tab of tabs) {
    await page.goto(`${site.url}${PANEL}/${tab}${part}`, { waitUntil: "networkidle" });
    await page.locator(".adm[data-ready]").waitFor();
    const shown = part ? page.locator(part) : page;
    await keep(`panel-${part.slice(1) || tab}-${theme}`, await shown.screenshot());
  }
  await context.close();
}

function addCookies(context: BrowserContext, values: Record<string, string>) {
  return context.addCookies(Object.entries(values).map(([name, value]) => ({ name, value, url: site.url })));
}
