// What a crop means: which part of the rotated image stays, in pixels, and where the focal point goes.
import { z } from "zod";
import { CROP_MIN } from "../../platform/text/image.ts";

/** Browsers add fractions with a small error. */
const TOLERANCE = 1e-4;

const fraction = z
  .string()
  .trim()
  .min(1)
  .transform(Number)
  .pipe(
    z
      .number()
      .min(0)
      .max(1 + TOLERANCE),
  );

/** A crop as it's posted. The edges are fractions of the image after its rotation, clockwise and in degrees. */
export const cropRules = z
  .object({
    rotate: z.enum(["0", "90", "180", "270"]).transform(Number),
    left: fraction,
    top: fraction,
    width: fraction,
    height: fraction,
  })
  .refine(
    ({ left, top, width, height }) =>
      width > 0 && height > 0 && left + width <= 1 + TOLERANCE && top + height <= 1 + TOLERANCE,
  );

export type Crop = z.output<typeof cropRules>;

/** Returns whether a crop leaves the image as it is. */
export const isWhole = ({ rotate, width, height }: Crop): boolean =>
  rotate === 0 && width >= 1 - TOLERANCE && height >= 1 - TOLERANCE;

type Size = { width: number; height: number };

/**
 * Returns the part that stays, in pixels of the rotated image; null if it's too small to be useful.
 * @param size of the upright image before the rotation
 */
export function pixelsOf(crop: Crop, size: Size): (Size & { left: number; top: number }) | null {
  const isTurned = crop.rotate % 180 !== 0;
  const [left, width] = part(crop.left, crop.width, isTurned ? size.height : size.width);
  const [top, height] = part(crop.top, crop.height, isTurned ? size.width : size.height);
  // Small icons may keep their size.
  const isSmall = Math.min(width, height) < Math.min(CROP_MIN, size.width, size.height);
  return isSmall ? null : { left, top, width, height };
}

function part(start: number, length: number, whole: number): [start: number, length: number] {
  const from = Math.min(whole, Math.round(start * whole));
  return [from, Math.min(whole, Math.round((start + length) * whole)) - from];
}

type Point = { x: number; y: number };
const CENTER: Point = { x: 0.5, y: 0.5 };

/**
 * Returns the focal point of the cropped image: the same spot of the photo, or the center if that was cut off. A focal
 * point at the center was never chosen, so it stays there.
 */
export function focusAfter({ x, y }: Point, { rotate, left, top, width, height }: Crop): Point {
  if (isCenter({ x, y })) return CENTER;
  const turned = { 90: { x: 1 - y, y: x }, 180: { x: 1 - x, y: 1 - y }, 270: { x: y, y: 1 - x } }[rotate] ?? {
    x,
    y,
  };
  const inside = { x: (turned.x - left) / width, y: (turned.y - top) / height };
  const isInside = [inside.x, inside.y].every((one) => one >= -TOLERANCE && one <= 1 + TOLERANCE);
  return isInside ? { x: hundredth(inside.x), y: hundredth(inside.y) } : CENTER;
}

const hundredth = (one: number) => Math.min(1, Math.max(0, Math.round(one * 100) / 100));
const isCenter = ({ x, y }: Point) => hundredth(x) === CENTER.x && hundredth(y) === CENTER.y;
