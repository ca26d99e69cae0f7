import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import { detailWords as words } from "../../copy/panel/media.ts";

type Point = { x: number; y: number };
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const inside = (n: number) => Math.min(1, Math.max(0, Math.round(n * 100) / 100));

/** Renders the focal point picker, for clicks and arrow keys. Posts `focal_x` and `focal_y`, from 0 to 1. */
export function FocusField({ src, start, color }: { src: string; start: Point; color: string }) {
  const hintId = useId();
  const [point, setPoint] = useState(start);
  const [stored, setStored] = useState(start);
  // A crop moves the stored point. A point that wasn't saved yet stays.
  if (stored.x !== start.x || stored.y !== start.y) {
    setStored(start);
    if (point.x === stored.x && point.y === stored.y) setPoint(start);
  }
  const place = (event: MouseEvent<HTMLButtonElement>) => {
    // A click triggered by Enter has no position.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    setPoint({
      x: inside((event.clientX - box.left) / box.width),
      y: inside((event.clientY - box.top) / box.height),
    });
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const by = event.shiftKey ? 0.1 : 0.01;
    setPoint(({ x, y }) => ({ x: inside(x + step[0] * by), y: inside(y + step[1] * by) }));
  };
  const percent = (n: number) => Math.round(n * 100);
  const at = words.focusAt(percent(point.x), percent(point.y));
  const position = `${percent(point.x)}% ${percent(point.y)}%`;
  return (
    <div className="focus">
      <button
        type="button"
        className="focus__image"
        style={{ backgroundColor: color || undefined }}
        aria-label={words.focus}
        aria-describedby={hintId}
        onClick={place}
        onKeyDown={move}
      >
        <img src={src} alt="" draggable={false} />
        <span className="focus__point" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      </button>
      <input type="hidden" name="focal_x" value={point.x} />
      <input type="hidden" name="focal_y" value={point.y} />
      <p className="hint" id={hintId}>
        {words.focusHint} {words.focusNow(at)}
      </p>
      <p className="sr" role="status">
        {at}
      </p>
      <div className="focus__crops">
        <span className="hint">{words.crops}</span>
        {["wide", "square", "tall"].map((shape) => (
          <img
            key={shape}
            className={`focus__crop focus__crop--${shape}`}
            src={src}
            alt=""
            style={{ objectPosition: position }}
          />
        ))}
      </div>
    </div>
  );
}
