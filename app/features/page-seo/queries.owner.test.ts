import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { pages } from "../../copy/site/pages.ts";
import { findPageSeo, savePageSeo } from "./queries.owner.server.ts";
import { readPageSeo } from "./queries.server.ts";
import { needsConfirmationToHide, pageSeoRules } from "./rules.ts";
import { page_seo } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();
beforeEach(async () => void (await owner.delete(page_seo)));

const input = (more: object = {}) =>
  pageSeoRules(false).parse({ meta_title: "T", meta_description: "D", meta_keywords: "K", ...more });

describe("a page's SEO", () => {
  test("before the first save, the form has the built-in texts; 'Index and follow flags default true'", async () => {
    expect(await findPageSeo(owner, "about")).toMatchObject({
      ...pages.about.seo,
      version: 0,
      updated_at: null,
    });
    await savePageSeo(owner, "about", 0, input());
    expect(await findPageSeo(owner, "about")).toMatchObject({ is_indexable: true, is_followable: true });
  });

  test("'upsert page_seo': the first save adds the row, and the next one updates it", async () => {
    await savePageSeo(owner, "about", 0, input());
    await savePageSeo(owner, "about", 1, input({ meta_title: "Two", is_followable: "off" }));
    expect(await findPageSeo(owner, "about")).toMatchObject({
      meta_title: "Two",
      is_followable: false,
      version: 2,
    });
    expect(await owner.$count(page_seo)).toBe(1);
  });

  test("a save without a switch's field leaves the switch as it was (decision 0035.21)", async () => {
    await savePageSeo(owner, "about", 0, input({ is_indexable: "off" }));
    await savePageSeo(owner, "about", 1, input());
    expect(await readPageSeo(visitor, "about")).toMatchObject({ is_indexable: false });
  });

  test.each([0, 1])("saving over a newer version (opened at version %d) is rejected", async (version) => {
    await savePageSeo(owner, "about", 0, input());
    await savePageSeo(owner, "about", 1, input({ meta_title: "Theirs" }));
    await expect(savePageSeo(owner, "about", version, input({ meta_title: "Mine" }))).rejects.toMatchObject({
      newerVersion: 2,
    });
    expect(await findPageSeo(owner, "about")).toMatchObject({ meta_title: "Theirs" });
  });

  test("a page without a route can have a row (decision 0035.7)", async () => {
    await savePageSeo(owner, "services/shopify-seo", 0, input({ is_indexable: "off" }));
    expect(await findPageSeo(owner, "services/shopify-seo")).toMatchObject({ meta_title: "T", version: 1 });
    expect(await readPageSeo(visitor, "home")).toMatchObject({ hidden: [] });
  });
});

describe("SEO rules", () => {
  test('"meta title max 60 characters, meta description max 160 (hints only, not enforced)"', () => {
    const long = { meta_title: "t".repeat(200), meta_description: "d".repeat(500) };
    expect(pageSeoRules(false).parse(long)).toMatchObject(long);
  });

  test("noindex on the home page requires a typed confirmation", () => {
    expect(needsConfirmationToHide("home", true)).toBe(true);
    expect(needsConfirmationToHide("home", false)).toBe(false);
    expect(needsConfirmationToHide("about", true)).toBe(false);
    const rules = pageSeoRules(true);
    expect(rules.safeParse({ is_indexable: "off" }).error?.issues[0]).toMatchObject({
      path: ["confirmation"],
    });
    expect(rules.safeParse({ is_indexable: "off", confirmation: "yes" }).success).toBe(false);
    expect(rules.safeParse({ is_indexable: "off", confirmation: " NoIndex " }).success).toBe(true);
    expect(rules.safeParse({ is_indexable: "on" }).success).toBe(true);
  });
});
