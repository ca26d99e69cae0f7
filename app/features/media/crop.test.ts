import { describe, expect, test } from "vitest";
import { cropRules, focusAfter, isWhole, pixelsOf } from "./crop.ts";

const posted = { rotate: "0", left: "0", top: "0", width: "1", height: "1" };
const crop = (more: Partial<typeof posted>) => cropRules.parse({ ...posted, ...more });

test("a crop is posted as fractions of the rotated image", () => {
  expect(crop({ rotate: "270", left: "0.25", width: ".5" })).toEqual({
    ...{ rotate: 270, left: 0.25, top: 0, width: 0.5, height: 1 },
  });
  // Edges that browsers computed from thirds may be off a little.
  expect(cropRules.safeParse({ ...posted, left: "0.333333", width: "0.666668" }).success).toBe(true);
});

test.each([
  ...[{ left: "NaN" }, { left: "" }, { left: " " }, { left: "x" }, { left: "-0.1" }, { left: "1.1" }],
  ...[{ width: "0" }, { width: "-1" }, { width: "1e9" }, { width: "Infinity" }, { height: "1.5" }],
  ...[
    { left: "0.6", width: "0.6" },
    { top: "0.9", height: "0.2" },
  ],
  ...[{ rotate: "45" }, { rotate: "" }, { rotate: "-90" }, { rotate: "360" }, { rotate: "NaN" }],
])("values that can't be a crop are rejected: %j", (more) => {
  expect(cropRules.safeParse({ ...posted, ...more }).success).toBe(false);
});

test.each(["rotate", "left", "top", "width", "height"])("a crop without %s is rejected", (name) => {
  expect(cropRules.safeParse({ ...posted, [name]: undefined }).success).toBe(false);
});

test("only a crop of everything without a rotation changes nothing", () => {
  expect(isWhole(crop({}))).toBe(true);
  expect([isWhole(crop({ rotate: "180" })), isWhole(crop({ width: "0.9" }))]).toEqual([false, false]);
});

describe("the part that stays, in pixels", () => {
  const size = { width: 300, height: 200 };

  test("is measured on the rotated image", () => {
    const quarter = { left: "0.5", top: "0.25", width: "0.5", height: "0.5" };
    expect(pixelsOf(crop(quarter), size)).toEqual({ left: 150, top: 50, width: 150, height: 100 });
    expect(pixelsOf(crop({ ...quarter, rotate: "90" }), size)).toEqual({
      ...{ left: 100, top: 75, width: 100, height: 150 },
    });
  });

  test("never reaches beyond the image", () => {
    const third = { left: "0.3334", top: "0.3334", width: "0.6667", height: "0.6667" };
    const part = pixelsOf(crop(third), { width: 101, height: 67 })!;
    expect([part.left + part.width, part.top + part.height]).toEqual([101, 67]);
  });

  test("has at least 16 pixels on each side, unless the image has fewer", () => {
    expect(pixelsOf(crop({ width: "0.05", height: "0.08" }), size)).toBeNull();
    expect(pixelsOf(crop({ width: "0.0534", height: "0.08" }), size)).toMatchObject({
      width: 16,
      height: 16,
    });
    expect(pixelsOf(crop({ width: "0.000001" }), { width: 10, height: 4 })).toBeNull();
    expect(pixelsOf(crop({ rotate: "90" }), { width: 10, height: 4 })).toMatchObject({
      width: 4,
      height: 10,
    });
  });
});

describe("the focal point", () => {
  const spot = { x: 0.2, y: 0.1 };

  test.each([
    ["0", { x: 0.2, y: 0.1 }],
    ["90", { x: 0.9, y: 0.2 }],
    ["180", { x: 0.8, y: 0.9 }],
    ["270", { x: 0.1, y: 0.8 }],
  ])("turns with the image by %s degrees", (rotate, after) => {
    expect(focusAfter(spot, crop({ rotate }))).toEqual(after);
  });

  test("stays at the same spot of the photo", () => {
    const part = { left: "0.1", top: "0", width: "0.4", height: "0.5" };
    expect(focusAfter(spot, crop(part))).toEqual({ x: 0.25, y: 0.2 });
    const turned = { rotate: "90", left: "0.8", top: "0", width: "0.2", height: "0.4" };
    expect(focusAfter(spot, crop(turned))).toEqual({ x: 0.5, y: 0.5 });
    expect(focusAfter({ x: 0.5, y: 0.1 }, crop(turned))).toEqual({ x: 0.5, y: 0.5 });
    expect(focusAfter({ x: 0.3, y: 0.2 }, crop({ ...turned, left: "0.7", width: "0.3" }))).toEqual({
      ...{ x: 0.33, y: 0.75 },
    });
  });

  test("is the center if its spot was cut off, or if no one had moved it", () => {
    expect(focusAfter(spot, crop({ left: "0.3", width: "0.7" }))).toEqual({ x: 0.5, y: 0.5 });
    expect(focusAfter({ x: 0.5, y: 0.5 }, crop({ width: "0.6" }))).toEqual({ x: 0.5, y: 0.5 });
  });
});
