// The crop frame's geometry. A frame is the part of the rotated image that stays, in fractions of the image.

export type Frame = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

export const WHOLE: Frame = { left: 0, top: 0, width: 1, height: 1 };

/** The edges that a resize moves: -1 is the left or top one, 1 the right or bottom one, 0 neither. */
export type Grip = { x: -1 | 0 | 1; y: -1 | 0 | 1 };

/**
 * How a frame may change.
 * @property ratio width divided by height, both in fractions; null if any shape will do
 * @property least the smallest frame
 */
export type Limits = { ratio: number | null; least: Size };

const clamp = (one: number, least: number, most: number) => Math.min(Math.max(one, least), most);

/** Moves a frame within the image. */
export const moved = (frame: Frame, dx: number, dy: number): Frame => ({
  ...frame,
  left: clamp(frame.left + dx, 0, 1 - frame.width),
  top: clamp(frame.top + dy, 0, 1 - frame.height),
});

/** Resizes a frame within the image. With a ratio, the axis without a grip grows from the frame's center. */
export function resized(frame: Frame, grip: Grip, dx: number, dy: number, { ratio, least }: Limits): Frame {
  const across = along(frame.left, frame.width, grip.x);
  const down = along(frame.top, frame.height, grip.y);
  let width = frame.width + dx * grip.x;
  let height = frame.height + dy * grip.y;
  if (ratio === null) {
    width = grip.x ? clamp(width, least.width, across.room) : frame.width;
    height = grip.y ? clamp(height, least.height, down.room) : frame.height;
  } else {
    const isByWidth = !grip.y || (grip.x !== 0 && Math.abs(dx) >= Math.abs(dy * ratio));
    const smallest = Math.max(least.width, least.height * ratio);
    width = clamp(isByWidth ? width : height * ratio, smallest, Math.min(across.room, down.room * ratio));
    height = width / ratio;
  }
  return { left: across.startOf(width), top: down.startOf(height), width, height };
}

/** Returns how long one axis of a frame may get, and where it then starts. */
function along(start: number, length: number, grip: Grip["x"]) {
  const [end, center] = [start + length, start + length / 2];
  if (grip === 1) return { room: 1 - start, startOf: () => start };
  if (grip === -1) return { room: end, startOf: (now: number) => end - now };
  return {
    room: 2 * Math.min(center, 1 - center),
    startOf: (now: number) => clamp(center - now / 2, 0, 1 - now),
  };
}

/** Returns the largest frame with a ratio, as close as possible to the frame's center. */
export function shaped(frame: Frame, ratio: number): Frame {
  const width = Math.min(1, ratio);
  const height = width / ratio;
  const at = (start: number, length: number, now: number) =>
    clamp(start + length / 2 - now / 2, 0, Math.max(0, 1 - now));
  return {
    left: at(frame.left, frame.width, width),
    top: at(frame.top, frame.height, height),
    ...{ width, height },
  };
}

/** Rotates a frame along with its image, by 90 degrees. */
export const turned = ({ left, top, width, height }: Frame, to: "left" | "right"): Frame =>
  to === "right"
    ? { left: 1 - top - height, top: left, width: height, height: width }
    : { left: top, top: 1 - left - width, width: height, height: width };

/** The size of a rotated image. */
export const turnedSize = ({ width, height }: Size, rotate: number): Size =>
  rotate % 180 ? { width: height, height: width } : { width, height };

/** Returns a frame's size in whole pixels. */
export const pixels = (frame: Frame, size: Size): Size => ({
  width: Math.round(frame.width * size.width),
  height: Math.round(frame.height * size.height),
});
