// `npm run test:firefox`: a short walk through the site in the installed Firefox. Console errors fail a step.
import fs from "node:fs";
import path from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { makePhoto } from "../tests/support/photo.ts";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";
import { ensureBuild } from "./build.ts";

const FIREFOX = [
  process.env.TEST_FIREFOX ?? "",
  ...["/usr/bin/firefox", "/usr/bin/firefox-esr", "/snap/bin/firefox"],
  "/Applications/Firefox.app/Contents/MacOS/firefox",
].find((program) => program && fs.existsSync(program));
const STEP_MS = 60_000;
/** Firefox reports this if a page is left while a response is still being read, such as after sign-in. */
const CUT_OFF = "Error in input stream";
/** Makes scrollbars take up space, as on most desktops, and turns off Firefox's captive portal check. */
const PREFERENCES = {
  "widget.gtk.overlay-scrollbars.enabled": false,
  "network.captive-portal-service.enabled": false,
};

if (!FIREFOX) {
  process.stderr.write("Firefox is not installed. Install it, or name its program in TEST_FIREFOX.\n");
  process.exit(1);
}

await ensureBuild();
const folder = makeTemporaryFolder("seo-pro-zone-firefox-");
const site = await startSite({ DATA_DIR: path.join(folder, "data"), ADMIN_PASSWORD });
const browser = await puppeteer.launch({
  ...{ browser: "firefox", executablePath: FIREFOX, headless: true },
  // Firefox ESR can't emulate a viewport.
  ...{ args: ["--width=1280", "--height=800"], defaultViewport: null },
  extraPrefsFirefox: PREFERENCES,
});
const page = await browser.newPage();
page.setDefaultTimeout(STEP_MS);
let errors: string[] = [];
page.on("console", (message) => {
  if (message.type() === "error") errors.push(message.text());
});
page.on("pageerror", (error) => {
  if (!String(error).includes(CUT_OFF)) errors.push(String(error));
});
page.on("dialog", (dialog) => void dialog.accept());

const count = { passed: 0, failed: 0 };
/** Runs a step, which fails on an exception or a console error. */
async function step(name: string, walk: () => Promise<void>) {
  errors = [];
  const failure = await walk().then(
    () => errors[0],
    (error: Error) => error.message,
  );
  count[failure ? "failed" : "passed"]++;
  process.stdout.write(`${failure ? "FAILED" : "passed"}  ${name}${failure ? `: ${failure}` : ""}\n`);
}

async function open(address: string): Promise<Page> {
  const to = { waitUntil: "load" } as const;
  // Null if a navigation of the panel's own ended at the same time.
  const response = (await page.goto(site.url + address, to)) ?? (await page.reload(to));
  if (response?.status() !== 200) throw new Error(`${address} returned ${response?.status()}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) throw new Error(`${address} scrolls sideways by ${overflow} pixels`);
  return page;
}

async function openTab(address: string) {
  await open(PANEL + address);
  await page.waitForSelector(".adm[data-ready]");
}

const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
for (const [, url = ""] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
  const { pathname, search } = new URL(url);
  await step(pathname + search, () => open(pathname + search).then(() => {}));
}

await step("sign-in", async () => {
  await open(PANEL);
  await page.type('[name="password"]', ADMIN_PASSWORD);
  await Promise.all([page.waitForSelector(".adm[data-ready]"), page.keyboard.press("Enter")]);
});

const tabs = await page.$$eval('[role="tab"]', (all) => all.map((tab) => tab.getAttribute("href") ?? ""));
for (const href of tabs) {
  await step(`tab ${href}`, () => openTab(href.slice(PANEL.length)));
}

await step("a record is saved, and a dialog stands still", async () => {
  await openTab("/pages?name=home");
  await page.click("::-p-aria(SEO settings)");
  await page.waitForSelector(".dlg__b");
  const scrolled = await page.$eval(".scrim", (scrim) => {
    scrim.scrollTo(0, 300);
    return scrim.scrollTop;
  });
  if (scrolled !== 0) throw new Error(`The dialog moves by ${scrolled} pixels`);
  await openTab("/industries?add=1");
  await page.type('form[data-form="industry"] [name="name"]', "Firefox walks");
  await page.keyboard.press("Enter");
  await page.waitForSelector("::-p-text(Industry added successfully)");
  // The form closes with a navigation of its own, which the next step must not interrupt.
  await page.waitForSelector('form[data-form="industry"]', { hidden: true });
});

await step("a post is edited in the list's place, and a redirect in a dialog", async () => {
  await openTab("/blog");
  await page.click('td [title="Edit"]');
  await page.waitForSelector('form[data-form="blog-post"] [name="excerpt"]');
  await page.type('form[data-form="blog-post"] [name="title"]', " in Firefox");
  await page.keyboard.press("Enter");
  await page.waitForSelector("::-p-text(Blog post updated successfully)");
  await page.waitForSelector('form[data-form="blog-post"]', { hidden: true });
  await openTab("/redirects?add=1&from=%2Ffirefox&to=%2Fabout");
  await page.waitForSelector('form[data-form="redirect"] [name="to_path"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector('form[data-form="redirect"]', { hidden: true });
  await page.waitForSelector("td ::-p-text(/firefox)");
});

await step("a draft is selected and published", async () => {
  await openTab("/blog?status=published");
  await page.click('td [title="Edit"]');
  await page.waitForSelector('form[data-form="blog-post"] [name="excerpt"]');
  await page.type('form[data-form="blog-post"] [name="title"]', " as a draft");
  await page.click("::-p-aria(Save draft)");
  await page.waitForSelector("::-p-text(Draft saved)");
  await openTab("/changes");
  await (await page.waitForSelector(".changes__bar input"))!.click();
  await page.click("::-p-aria(Publish now)");
  await page.waitForSelector("::-p-text(Changes published)");
  await page.waitForSelector("::-p-text(No pending changes)");
});

const VISITS = [
  ["/contact"],
  ["/", "/contact"],
  ["/blog", "/about", "/contact"],
  ["/case-studies", "/", "/blog", "/contact"],
  ["/services/local-seo", "/about", "/", "/case-studies", "/contact"],
];

await step("the first page of visits of one to five pages is known", async () => {
  for (const pages of VISITS) {
    // Each visit has a tab of its own.
    const tab = await browser.newPage();
    await tab.goto(`${site.url}${pages[0]}?utm_source=chatgpt.com`);
    for (const to of pages.slice(1)) {
      const arrival = tab.waitForNavigation();
      await tab.$eval(`a[href="${to}"]`, (link) => (link as HTMLAnchorElement).click());
      await arrival;
    }
    const typed = { name: `Gus ${pages.length}`, email: "gus@example.com", message: "Hello" };
    for (const [name, value] of Object.entries(typed))
      await tab.locator(`[data-form="contact"] [name="${name}"]`).fill(value);
    await tab.click('[data-form="contact"] [type=submit]');
    await tab.waitForSelector('[data-form="contact"] .sent');
    await tab.close();
  }
  for (const pages of VISITS) {
    await openTab(`/enquiries?search=Gus+${pages.length}`);
    await page.click("td .sender");
    await page.waitForSelector(`::-p-text(Pages opened${pages.join(" → ")})`);
    await page.click("::-p-aria(Lost)");
    await page.waitForSelector("::-p-text(Why was it lost?)");
  }
});

await step("a reply template is written and inserted, and what's left of it is selected", async () => {
  await openTab("/enquiries/templates");
  await page.click("::-p-aria(Add Template)");
  const form = '[data-form="reply-template"]';
  await page.locator(`${form} [name="name"]`).fill("Thanks");
  await page.locator(`${form} [name="body"]`).fill("Hi {first name}, it's {price}.");
  await page.click(`${form} [type=submit]`);
  await page.waitForSelector("::-p-text(Template added successfully)");
  await openTab("/enquiries?search=Gus+1");
  await page.click("td .sender");
  await (await page.waitForSelector("::-p-aria(Insert a template)"))!.click();
  await (await page.waitForSelector('[role="menuitem"]'))!.click();
  await page.waitForFunction(() => {
    const area = document.activeElement;
    if (!(area instanceof HTMLTextAreaElement) || area.value !== "Hi Gus, it's {price}.") return false;
    return area.value.slice(area.selectionStart, area.selectionEnd) === "{price}";
  });
});

await step("an enquiry is won, valued and given a next step", async () => {
  await fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Fay", email: "fay@example.com", message: "Hello", formType: "contact" }),
  });
  await openTab("/enquiries");
  await page.click("td .sender");
  await page.waitForSelector("#enquiry");
  await page.click("::-p-aria(Won)");
  await page.waitForSelector('.enquiry [name="value"]:focus');
  await page.keyboard.type("3,000");
  await page.keyboard.press("Enter");
  await page.waitForSelector("::-p-text(Value: $3,000)");
  await page.click("::-p-aria(In a week)");
  await page.waitForSelector("::-p-text(Next step: )");
  await page.click("::-p-aria(Back to list)");
  await page.waitForSelector("::-p-text(Everyone has an answer)");
});

await step("an image is uploaded", async () => {
  await openTab("/media");
  const { name, buffer } = await makePhoto("walk.jpg");
  const file = path.join(folder, name);
  fs.writeFileSync(file, buffer);
  const input = await page.waitForSelector('input[type="file"]');
  await (input as unknown as { uploadFile(file: string): Promise<void> }).uploadFile(file);
  await page.waitForSelector('img[src*="/media/"], img[srcset*="/media/"]');
});

await browser.close();
await site.stop();
fs.rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed ? 1 : 0);
