import { describe, expect, test } from "vitest";
import { type Frame, type Grip, moved, resized, shaped, turned, WHOLE } from "./crop-frame.ts";

const frame: Frame = { left: 0.2, top: 0.3, width: 0.4, height: 0.2 };
const least = { width: 0.1, height: 0.1 };
const free = { ratio: null, least };
const GRIPS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => ({ x, y }) as Grip));

function expectClose(one: Frame, other: Frame) {
  for (const side of ["left", "top", "width", "height"] as const)
    expect([side, one[side]]).toEqual([side, expect.closeTo(other[side], 9)]);
}

test("a moved frame keeps its size and stays inside", () => {
  expectClose(moved(frame, 0.1, -0.1), { ...frame, left: 0.3, top: 0.2 });
  expectClose(moved(frame, 9, -9), { ...frame, left: 0.6, top: 0 });
});

describe("a resized frame", () => {
  test("keeps the opposite edges", () => {
    expectClose(resized(frame, { x: 1, y: 1 }, 0.1, 0.2, free), { ...frame, width: 0.5, height: 0.4 });
    expectClose(resized(frame, { x: -1, y: 0 }, 0.1, 0.2, free), { ...frame, left: 0.3, width: 0.3 });
    expectClose(resized(frame, { x: 0, y: -1 }, 0.1, -0.2, free), { ...frame, top: 0.1, height: 0.4 });
  });

  test("keeps its ratio, whichever edge moves", () => {
    const limits = { ratio: 2, least };
    expectClose(resized(frame, { x: 1, y: 1 }, 0.2, 0, limits), { ...frame, width: 0.6, height: 0.3 });
    expectClose(resized(frame, { x: 1, y: 1 }, 0, -0.05, limits), { ...frame, width: 0.3, height: 0.15 });
    const tall = { left: 0.1, top: 0.25, width: 0.6, height: 0.3 };
    expectClose(resized(frame, { x: 0, y: 1 }, 0, 0.1, limits), { ...tall, top: 0.3 });
    expectClose(resized(frame, { x: -1, y: 0 }, -0.2, 0, limits), {
      left: 0,
      top: 0.25,
      width: 0.6,
      height: 0.3,
    });
  });

  test("never leaves the image, and never gets smaller than allowed", () => {
    for (const ratio of [null, 0.4, 1, 2.5])
      for (const grip of GRIPS)
        for (const dx of [-5, -0.3, 0, 0.3, 5])
          for (const dy of [-5, -0.3, 0, 0.3, 5]) {
            const start = ratio === null ? frame : shaped(frame, ratio);
            const after = resized(start, grip, dx, dy, { ratio, least });
            const said = { ratio, grip, dx, dy, after };
            const edges = [after.left, after.top, after.left + after.width, after.top + after.height];
            expect(
              edges.every((one) => one > -1e-9 && one < 1 + 1e-9),
              JSON.stringify(said),
            ).toBe(true);
            expect(after.width > 0.1 - 1e-9 && after.height > 0.1 - 1e-9, JSON.stringify(said)).toBe(true);
            if (ratio) expect(after.width / after.height, JSON.stringify(said)).toBeCloseTo(ratio, 9);
          }
  });
});

test("a shape takes as much of the image as it can, near the frame", () => {
  expectClose(shaped(WHOLE, 2), { left: 0, top: 0.25, width: 1, height: 0.5 });
  expectClose(shaped({ ...frame, left: 0 }, 0.5), { left: 0, top: 0, width: 0.5, height: 1 });
});

test("a frame turns with its image, and back", () => {
  expectClose(turned(frame, "right"), { left: 0.5, top: 0.2, width: 0.2, height: 0.4 });
  expectClose(turned(turned(frame, "right"), "left"), frame);
  const round = (["right", "right", "right", "right"] as const).reduce(turned, frame);
  expectClose(round, frame);
});
