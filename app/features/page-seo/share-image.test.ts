import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
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
const svg = shareCardSvg(words);

describe("share images", () => {
  test("a card is rendered once and then read from the folder", async () => {
    await renderShareImage(folder, words);
    const file = path.join(folder, `${shareImageName(words)}.png`);
    fs.writeFileSync(file, "kept");
    expect((await renderShareImage(folder, words)).toString()).toBe("kept");
    const other = [
      { title: "Eleven Questions" },
      { siteName: "Another" },
      { host: "another.example" },
      { trail: ["blog"] },
    ];
    const names = other.map((change) => shareImageName({ ...words, ...change }));
    expect(new Set([shareImageName(words), ...names]).size).toBe(5);
  });

  test("concurrent requests share one rendering, and the folder never has a partial file", async () => {
    const own = path.join(folder, "crowd");
    const images = await Promise.all(Array.from({ length: 5 }, () => renderShareImage(own, words)));
    expect(new Set(images.map((image) => image.toString("base64"))).size).toBe(1);
    expect(fs.readdirSync(own)).toEqual([`${shareImageName(words)}.png`]);
  });

  test.each([
    ["file count", 6_000, 0, 4_800],
    // Sparse files take up no disk space.
    ["size", 5, 64 * 1024 * 1024, 3],
  ])(
    "the oldest files are deleted once the folder exceeds its maximum %s",
    async (bound, files, bytes, left) => {
      const own = path.join(folder, bound);
      fs.mkdirSync(own);
      for (let i = 0; i < files; i++) {
        const file = path.join(own, `${i}.png`);
        fs.writeFileSync(file, "");
        if (bytes) fs.truncateSync(file, bytes);
        fs.utimesSync(file, 1_000_000 + i, 1_000_000 + i);
      }
      await renderShareImage(own, words);
      const names = fs.readdirSync(own);
      expect(names).toHaveLength(left + (bytes ? 1 : 0));
      expect(names).toContain(`${shareImageName(words)}.png`);
      expect(names).not.toContain("0.png");
    },
  );

  test("saving an image doesn't list the folder again while it has room", async () => {
    const own = path.join(folder, "listed");
    await renderShareImage(own, words);
    const listing = vi.spyOn(fs.promises, "readdir");
    for (const title of ["One", "Two", "Three"]) await renderShareImage(own, { ...words, title });
    expect(listing).not.toHaveBeenCalled();
    listing.mockRestore();
    expect(fs.readdirSync(own)).toHaveLength(4);
  });

  test("if the folder isn't writable, the image is rendered once and still served", async () => {
    const own = path.join(folder, "file");
    fs.writeFileSync(own, "");
    const card = { ...words, title: "Kept nowhere" };
    const png = await renderShareImage(own, card);
    expect(png.length).toBeGreaterThan(5_000);
    expect(await renderShareImage(own, card)).toBe(png);
  });

  test("a huge title is shortened, and its card is rendered quickly", async () => {
    const title = "a".repeat(200_000);
    expect(shareImageName({ ...words, title })).toBe(
      shareImageName({ ...words, title: title.slice(0, 300) }),
    );
    const measured = vi.spyOn(Intl.Segmenter.prototype, "segment");
    await renderShareImage(folder, { ...words, title, siteName: title, trail: [title] });
    const letters = measured.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    measured.mockRestore();
    expect(letters).toBeLessThan(100_000);
  });

  test("a changed design has a new DRAWING number", () => {
    // If this fails, increment DRAWING (share-image.server.ts) and put the new values here.
    const drawn = createHash("sha256").update(svg).digest("hex").slice(0, 16);
    expect([shareImageName(words), drawn]).toEqual(["d7UKIewljSGA_dAkWmnmzz", "ec6d36ba0ec4a563"]);
  });

  test("text is drawn as outlines, so a machine without fonts draws the same image", () => {
    expect(svg).not.toMatch(/<text|font-/);
    // The title "Ten Questions" has one outline per letter.
    const [title] = /<g transform="translate\(70 300\)[^>]*>.*?<\/g>/.exec(svg) ?? [];
    expect(title?.match(/<path /g)).toHaveLength("TenQuestions".length);
  });

  test.each([
    "漢字 and 🦊",
    "a".repeat(300),
    "A migration checklist that protects rankings ".repeat(8),
    "<script>&\"'",
    "",
  ])("any title fits: %j", async (title) => {
    expect(shareCardSvg({ ...words, title })).not.toMatch(/NaN|undefined|<script/);
    expect((await renderShareImage(folder, { ...words, title })).length).toBeGreaterThan(5_000);
  });

  test("each page has its own image, whose URL maps back to the page", () => {
    const site = "https://seo.example";
    expect(shareImageUrl(`${site}/`)).toBe(`${site}/share/home.png`);
    expect(shareImageUrl(`${site}/blog/a?x=1`)).toBe(`${site}/share/blog/a.png`);
    expect([pageOfShareImage("home.png"), pageOfShareImage("blog/a.png")]).toEqual(["/", "/blog/a"]);
    expect(pageOfShareImage("home.svg")).toBeUndefined();
  });
});
