import { expect, test } from "vitest";
import { phoneLink } from "./phone-link.ts";

test.each([
  ["(212) 555-0142", "tel:2125550142"],
  ["Tel. +1 212.555.0142", "tel:+12125550142"],
  ["212-555-0142 ext. 45", "tel:2125550142"],
  ["212-555-0142x45", "tel:2125550142"],
  ["212 555 0142 #45", "tel:2125550142"],
  ["212 555 0142 / 646 555 0199", "tel:2125550142"],
  ["+44 (0)20 7946 0018", "tel:+442079460018"],
  ["911", "tel:911"],
  ["call me", ""],
  ["", ""],
])("%j links to %j", (typed, link) => {
  expect(phoneLink(typed)).toBe(link);
});
