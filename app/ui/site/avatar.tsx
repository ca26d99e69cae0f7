import { ACCENT, MARKER } from "./brand-color.ts";

/** The design's eight pairs of background and text colors. */
const PAIRS = [
  ["#ffd2c6", "#4a1f4f"],
  ["#efe3cf", "var(--color-blue-800,#172890)"],
  [MARKER, "#0a0f1e"],
  ["#a9d4ff", "#141f63"],
  ["#8fe3c2", "#0f3d36"],
  ["#4a1f4f", "#ffc6d3"],
  [ACCENT, "#fff"],
  ["#0f3d36", "#8fe3c2"],
] as const;

/**
 * Decorative: the name is beside it.
 * @param props.place position in a grid, from 0, to give neighbors different colors
 */
export function Avatar({ name, place }: { name: string; place?: number }) {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
  const sum = Array.from(name).reduce((total, character) => total + character.codePointAt(0)!, 0);
  const [ground, letters] = PAIRS[(place ?? sum) % PAIRS.length]!;
  return (
    <span className="avatar" style={{ background: ground, color: letters }} aria-hidden="true">
      {initials}
    </span>
  );
}
