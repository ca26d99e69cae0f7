import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ICONS, markSvg } from "./icon.server.ts";
import { ICONS_DRAWING, iconAddress } from "./icons.ts";
import { BUILT_IN_COLORS } from "./palette.ts";

const own = { site_title: "Northlight Search", brand_color: "#0b6e4f", marker_color: "#ffd166" };

test("a changed icon needs a new version", () => {
  const files = Object.keys(ICONS).map((address) => fs.readFileSync(path.join("public", address)));
  const drawn = (["tile", "bleed", "maskable"] as const).flatMap((shape) => [
    markSvg(own, shape),
    markSvg({ ...own, ...BUILT_IN_COLORS }, shape),
  ]);
  const seen = createHash("sha256");
  for (const one of [...files, ...drawn]) seen.update(one);
  // If the new icons are correct, increment ICONS_DRAWING and update the hash.
  expect([ICONS_DRAWING, seen.digest("base64url").slice(0, 12)]).toEqual([1, "X5NGL-xp9yg2"]);
});

test("an icon's version depends on the initials and both colors", () => {
  const versionOf = (more: Partial<typeof own>) => iconAddress("/favicon.ico", { ...own, ...more });
  const others = [{ site_title: "Polar Search" }, { brand_color: "#0b6e50" }, { marker_color: "#ffd167" }];
  expect(new Set([versionOf({}), ...others.map(versionOf)]).size).toBe(4);
  expect(versionOf({ site_title: "Northern Seas" })).toBe(versionOf({}));
});
