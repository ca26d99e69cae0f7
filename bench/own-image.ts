// `node bench/own-image.ts [photo.jpg]`: measures how a post with its own photo loads on phones. Without a file, the
// photo is noise.
import os from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { BROWSER_FLAGS, findBrowser } from "../tests/support/browser.ts";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { openSite } from "./site.ts";
import { measureSlow4g } from "./slow-4g.ts";
import { median, say } from "./times.ts";

const ROUNDS = 5;
const [WIDTH, HEIGHT] = [4000, 3000];
const PHONES = [2, 3].map((deviceScaleFactor) => ({ width: 375, height: 812, deviceScaleFactor }));

const site = await openSite({ ADMIN_PASSWORD });
const owner = await logIn(site.url);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
try {
  const post = await addPost(await upload(await makePhoto(process.argv[2])));
  say(`load ${os.loadavg()[0]?.toFixed(1)}`);
  say("| phone | image, bytes | LCP, ms | painted | layout shift |\n| --- | --- | --- | --- | --- |");
  for (const phone of PHONES) {
    const bytes = await weighImages(site.url + post, phone);
    const all = [];
    for (let round = 0; round < ROUNDS; round++)
      all.push(await measureSlow4g(browser, site.url + post, phone));
    const lcp = median(all.map((one) => one.lcp)).toFixed(0);
    const shift = Math.max(...all.map((one) => one.shift));
    const name = `${phone.width} wide, ${phone.deviceScaleFactor} pixels for one of CSS`;
    say(`| ${name} | ${bytes} | ${lcp} | ${all.at(-1)?.largest} | ${shift} |`);
  }
} finally {
  await browser.close();
  await site.close();
}
process.exit(0);

/** Returns a 12-megapixel photo with noise like a camera sensor's. */
async function makePhoto(file: string | undefined): Promise<Buffer> {
  const size = { width: WIDTH, height: HEIGHT };
  const noise = (sigma: number) => ({ type: "gaussian" as const, mean: 128, sigma });
  const layer = async (cell: number) => ({
    input: await sharp({
      create: {
        ...{ width: Math.ceil(WIDTH / cell), height: Math.ceil(HEIGHT / cell), channels: 3 },
        ...{ background: "#808080", noise: noise(10 + 12 * Math.log2(cell)) },
      },
    })
      .resize({ ...size, kernel: "cubic" })
      .png({ compressionLevel: 1 })
      .toBuffer(),
    blend: "soft-light" as const,
  });
  const ground = file
    ? sharp(file).resize({ ...size, fit: "cover", kernel: "lanczos3" })
    : sharp({ create: { ...size, channels: 3, background: "#7d8a94" } });
  const layers = file ? [1] : [1024, 256, 64, 16, 4, 1];
  return ground
    .composite(await Promise.all(layers.map(layer)))
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Returns the image's path once all variants are ready. */
async function upload(photo: Buffer): Promise<string> {
  say(`JPEG of ${WIDTH} by ${HEIGHT} pixels, ${photo.length} bytes`);
  const sent = await fetch(`${site.url}${PANEL}/media/upload?name=photo.jpg`, {
    method: "PUT",
    headers: { ...owner.session, Origin: site.url, "Content-Type": "image/jpeg" },
    body: new Uint8Array(photo),
  });
  const { image } = (await sent.json()) as { image: { id: string } };
  for (;;) {
    const known = await fetch(`${site.url}${PANEL}/media/pictures?id=${image.id}`, {
      headers: owner.session,
    });
    if ((await known.text()).includes('"ready"')) return `/media/${image.id}`;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function addPost(featured_image: string): Promise<string> {
  const content = `<p>${"Words of an article. ".repeat(40)}</p>`.repeat(5);
  const post = { title: "Our desk", slug: "our-desk", excerpt: "About it.", content, featured_image };
  const { text } = await owner.save("blog", {
    intent: "add",
    ...post,
    published: "on",
    switches: "published",
  });
  if (!text.includes("added")) throw new Error(text);
  return "/blog/our-desk";
}

async function weighImages(url: string, phone: (typeof PHONES)[number]): Promise<string> {
  const { deviceScaleFactor, ...viewport } = phone;
  const context = await browser.newContext({ viewport, deviceScaleFactor });
  const page = await context.newPage();
  const got: string[] = [];
  page.on("response", async (response) => {
    if (/\/media\//.test(response.url()))
      got.push(`${(await response.body()).length} (${path.basename(response.url())})`);
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await context.close();
  return got.join(", ");
}
