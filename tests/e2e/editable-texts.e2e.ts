import { expect, type Page } from "@playwright/test";
import { modelOf } from "../../app/features/landing-pages/models.ts";
import { SECTION_TYPES } from "../../app/features/landing-pages/sections.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
import { openPanel } from "../support/panel.ts";
import { findPages } from "../support/site-pages.ts";

test.use({ viewport: { width: 1900, height: 900 }, extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.63" } });

/**
 * A visible text and what a click on it does: `place` edits it there, `own` opens its form or row, `other` opens another
 * text, and `none` does nothing.
 */
type Seen = { words: string; does: "place" | "own" | "other" | "none"; at: string };

async function openEditor(page: Page, path: string) {
  await page.goto(`${PANEL}/edit-page?${new URLSearchParams({ path })}`);
  await expect(page.locator(".pe__text").first()).toBeVisible();
}

const look = (page: Page): Promise<Seen[]> =>
  page.locator("iframe").evaluate((frame) => {
    const { contentDocument, contentWindow } = frame as HTMLIFrameElement;
    const [shown, view] = [contentDocument!, contentWindow as Window & typeof globalThis];
    const texts = JSON.parse(shown.getElementById("page-texts")!.textContent!) as {
      base: string;
      shown?: string[];
    }[];
    const squeeze = (words: string) => words.replace(/\s+/g, "").toLowerCase();
    const plain = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
    /** Returns whether an element shows this text, and not another one with the same words nearby. */
    function isOwn(element: Element, { base, shown: others = [] }: (typeof texts)[number]) {
      const words = squeeze(element.textContent ?? "");
      const candidates = [base, plain(base), ...others].map(squeeze);
      return candidates.some((one) => {
        const parts = one.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
        if (element.hasAttribute("data-cut"))
          return parts.length > 1 || one.includes(words.replace(/…$|^\+|,$|×$/g, ""));
        return (
          new RegExp(`^${parts.join(".*")}$`).test(words) ||
          (one.length > words.length && plain(base) !== base && one.includes(words))
        );
      });
    }
    const results = new Map<Element, "place" | "own" | "other">();
    function click(element: HTMLElement, text: (typeof texts)[number]) {
      element.dispatchEvent(new view.PointerEvent("pointerdown", { bubbles: true, cancelable: true }));
      const isInPlace = element.hasAttribute("contenteditable");
      if (isInPlace)
        element.dispatchEvent(new view.KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      return isOwn(element, text) ? (isInPlace ? "place" : "own") : "other";
    }
    const seen: { words: string; element: HTMLElement | null; at: string }[] = [];
    for (const part of shown.querySelectorAll("header, main, footer")) {
      if (part.parentElement!.closest("header, main, footer")) continue;
      const walker = shown.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement!;
        const words = (node.textContent ?? "").replace(/\s+/g, " ").trim();
        if (!/[\p{L}\p{N}]/u.test(words) || parent.closest(".sr, option, script, style, .edit-item"))
          continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const range = shown.createRange();
        range.selectNodeContents(node);
        if (![...range.getClientRects()].some(({ width, height }) => width > 1 && height > 1)) continue;
        const at = `${parent.tagName.toLowerCase()}.${parent.className || parent.parentElement!.className}`;
        seen.push({ words, element: parent.closest<HTMLElement>("[data-edit]"), at });
      }
    }
    return seen.map(({ words, element, at }): Seen => {
      const text = element && texts[Number(element.dataset.edit)];
      if (!element || !text) return { words, does: "none", at };
      const does = results.get(element) ?? click(element, text);
      results.set(element, does);
      return { words, does, at };
    });
  });

/** Visible words that aren't a text of the owner's: pages compute them, or the code draws or defines them. */
const COMPUTED: ((seen: Seen, path: string) => boolean)[] = [
  // Numbers, such as counts, scores and steps, and generated covers' figures.
  ({ words, at }) => !/\p{L}/u.test(words) || at.includes("case__figure"),
  ({ at }) => /^time\.|^span\.avatar|^span\.result__path/.test(at),
  // Drawings.
  ({ at }) => at.startsWith("text."),
  // The audit's own rules and their sources.
  ({ at }, path) => path === "/audit-method" && /^(b|p|a|pre)\./.test(at),
  // A part of the URL in a breadcrumb.
  ({ words, at }) => at.startsWith("li.") && /^no.such.(page|industry)$/.test(words),
];

const EVERYTHING = JSON.stringify(SECTION_TYPES.map((type) => modelOf(type)));

test("nearly all visible texts of every page are edited in place, and all others open their own form", async ({
  page,
}) => {
  await query("insert into landing_pages (title, slug, sections) values ('Everything', 'everything', $1)", [
    EVERYTHING,
  ]);
  await openPanel(page, "/dashboard");
  const [all, wrong]: [Record<string, Seen[]>, string[]] = [{}, []];
  for (const path of [...(await findPages()), "/everything"]) {
    await openEditor(page, path);
    all[path] = await look(page);
  }
  await query("delete from landing_pages where slug = 'everything'");
  let [places, texts, computed] = [0, 0, 0];
  for (const [path, seen] of Object.entries(all)) {
    const isComputed = (one: Seen) => COMPUTED.some((is) => is(one, path)) && one.does !== "place";
    const own = seen.filter((one) => !isComputed(one));
    const inPlace = own.filter(({ does }) => does === "place").length;
    wrong.push(
      ...own.flatMap(({ does, words, at }) =>
        does === "none" || does === "other" ? [`${path}: ${does}: ${words} (${at})`] : [],
      ),
    );
    expect.soft(inPlace / own.length, path).toBeGreaterThan(0.8);
    places += inPlace;
    texts += own.length;
    computed += seen.length - own.length;
  }
  expect(wrong).toEqual([]);
  expect(texts).toBeGreaterThan(6_000);
  expect(places / texts).toBeGreaterThanOrEqual(0.95);
  expect(computed / (texts + computed)).toBeLessThan(0.1);
});

test("a click on each kind of text does what the editor says", async ({ page }) => {
  const frame = page.frameLocator("iframe");
  const status = page.locator(".pe__publish").getByRole("status");
  const row = page.locator(".pe__open textarea");
  await openPanel(page, "/edit-page?path=/privacy");
  await expect(page.locator(".pe__text").first()).toBeVisible();

  // A sentence of formatted text, next to a link.
  const sentence = frame.getByText("To make a request, write to");
  await sentence.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" us at");
  await page.keyboard.press("Enter");
  await expect(status).toContainText("Draft saved. 1 change");
  await expect(frame.locator("p", { hasText: "write to us at" }).locator("a[href^='mailto:']")).toBeVisible();
  await page.reload();
  await expect(frame.locator("p", { hasText: "write to us at" }).locator("a[href^='mailto:']")).toBeVisible();

  await frame.getByText("This website is intended for businesses.").click();
  await frame.getByRole("button", { name: "Links and formatting" }).click();
  await expect(page.locator('form[data-form="website-content"]')).toBeVisible();
  await page.keyboard.press("Escape");

  // A placeholder is shown while its text is edited.
  const copyright = frame.getByText(/^© .*All rights reserved/);
  await copyright.click();
  await expect(copyright).toContainText("{site}");
  await page.keyboard.press("Escape");
  await expect(copyright).not.toContainText("{site}");

  // The start of a text opens all of it.
  await openEditor(page, "/case-studies");
  const excerpt = frame.locator(".case__text").first();
  const words = ((await excerpt.textContent()) ?? "").replace("…", "");
  await excerpt.click();
  await expect(row).toHaveValue(new RegExp(`^${words.slice(0, 40)}`));
  expect((await row.inputValue()).length).toBeGreaterThan(words.length);

  // A figure is edited in place, its name in the form.
  await openEditor(page, "/case-studies/fabletown-pizza-co-fills-four-locations-with-local-search");
  const result = frame.locator(".kv").first();
  await result.locator("b").click();
  await expect(result.locator("b")).toHaveAttribute("contenteditable");
  await page.keyboard.press("Escape");
  await result.locator("span").click();
  await expect(page.locator('form[data-form="case-study"]')).toBeVisible();
});
