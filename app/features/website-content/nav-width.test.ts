import { expect, test } from "vitest";
import { header } from "../../copy/site/header.ts";
import { navWidth } from "./nav-width.ts";

const withItems = (...labels: string[]) => ({
  ...header,
  navigation: {
    ...header.navigation,
    items: [...header.navigation.items, ...labels.map((label) => ({ label, href: "/contact" }))],
  },
});

test("the built-in navigation fits a 1120 px window", () => {
  expect(navWidth(header)).toBeUndefined();
});

test("two more links need a 1280 px window", () => {
  expect(navWidth(withItems("Team", "Pricing"))).toBe("wide");
});

test("with too many links, the menu button is shown at every width", () => {
  expect(navWidth(withItems("Team", "Pricing", "Careers", "Partners", "Resources"))).toBe("none");
});

test("a longer name or button needs a wider window", () => {
  const brand = { ...header.brand, logo_text: "Northlight Search Marketing of New York" };
  expect(navWidth({ ...header, brand })).toBe("wide");
  const cta = { ...header.cta, label: "Get your free consultation with a senior today" };
  expect(navWidth({ ...header, brand, cta })).toBe("none");
});
