import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { shareCardSvg } from "./share-card.server.ts";
import { renderShareImage, shareImageName } from "./share-image.server.ts";
import { pageOfShareImage, shareImageUrl } from "./share-image-url.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-share-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const words = {
  siteName: "SEO Pro Zone",
  host: "seo.example",
  trail: ["blog", "News"],
  title: "Ten Questions",
};
const card = shareCardSvg(words);

describe("social images", () => {
  test("a card is a PNG of 1200 x 630 pixels", async () => {
    const png = await renderShareImage(folder, card);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  });

  test("a card is rendered once and kept: the second time it comes from the folder", async () => {
    await renderShareImage(folder, card);
    const file = path.join(folder, `${shareImageName(card)}.png`);
    fs.writeFileSync(file, "kept");
    expect((await renderShareImage(folder, card)).toString()).toBe("kept");
    const other = shareCardSvg({ ...words, title: "Eleven Questions" });
    expect(shareImageName(other)).not.toBe(shareImageName(card));
  });

  test("many who ask at once get one drawing, and the folder holds no half of it", async () => {
    const own = path.join(folder, "crowd");
    const images = await Promise.all(Array.from({ length: 5 }, () => renderShareImage(own, card)));
    expect(new Set(images.map((image) => image.toString("base64"))).size).toBe(1);
    expect(fs.readdirSync(own)).toEqual([`${shareImageName(card)}.png`]);
  });

  test("the folder is bounded: the oldest go", async () => {
    const own = path.join(folder, "full");
    fs.mkdirSync(own);
    for (let i = 0; i < 1000; i++) {
      const file = path.join(own, `${i}.png`);
      fs.writeFileSync(file, "");
      fs.utimesSync(file, 1_000_000 + i, 1_000_000 + i);
    }
    await renderShareImage(own, card);
    const names = fs.readdirSync(own);
    expect(names).toHaveLength(800);
    expect(names).toContain(`${shareImageName(card)}.png`);
    expect(names).not.toContain("0.png");
  });

  test("words are outlines, so that a machine without fonts draws the same", () => {
    expect(card).not.toMatch(/<text|font-/);
    // "Ten Questions" on the card: one outline for each letter.
    const [title] = /<g transform="translate\(70 300\)[^>]*>.*?<\/g>/.exec(card) ?? [];
    expect(title?.match(/<path /g)).toHaveLength("TenQuestions".length);
  });

  test.each([
    "漢字 and 🦊",
    "a".repeat(300),
    "A migration checklist that protects rankings ".repeat(8),
    "<script>&\"'",
    "",
  ])("any title fits: %j", async (title) => {
    const svg = shareCardSvg({ ...words, title });
    expect(svg).not.toMatch(/NaN|undefined|<script/);
    expect((await renderShareImage(folder, svg)).length).toBeGreaterThan(5_000);
  });

  test("each page has an image of its own, whose address leads back to the page", () => {
    const site = "https://seo.example";
    expect(shareImageUrl(`${site}/`)).toBe(`${site}/share/home.png`);
    expect(shareImageUrl(`${site}/blog/a?x=1`)).toBe(`${site}/share/blog/a.png`);
    expect([pageOfShareImage("home.png"), pageOfShareImage("blog/a.png")]).toEqual(["/", "/blog/a"]);
    expect(pageOfShareImage("home.svg")).toBeUndefined();
  });
});
