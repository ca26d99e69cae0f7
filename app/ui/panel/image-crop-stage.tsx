import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef } from "react";
import { cropWords as words } from "../../copy/panel/media.ts";
import { type Frame, type Grip, type Limits, moved, resized } from "./crop-frame.ts";

const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const STEP = 0.01;
const AXIS = [-1, 0, 1] as const;
const GRIPS: Grip[] = AXIS.flatMap((y) => AXIS.map((x) => ({ x, y }))).filter(({ x, y }) => x || y);

type Drag = { grip: Grip | null; x: number; y: number; from: Frame };

/** Renders the image with the frame around what stays, for the pointer and the arrow keys. */
export function CropStage({
  src,
  ratio,
  rotate,
  frame,
  limits,
  onFrame,
  onLoad,
  onError,
}: {
  src: string;
  /** of the rotated image; null until its size is known */
  ratio: number | null;
  rotate: number;
  frame: Frame;
  limits: Limits;
  onFrame: (frame: Frame) => void;
  onLoad: (size: { width: number; height: number }) => void;
  onError: () => void;
}) {
  const hintId = useId();
  const stage = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(null);
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const at = (event.target as HTMLElement).dataset.grip;
    event.currentTarget.setPointerCapture(event.pointerId);
    const grip = at === undefined ? null : (GRIPS[Number(at)] ?? null);
    drag.current = { grip, x: event.clientX, y: event.clientY, from: frame };
  };
  const follow = (event: PointerEvent) => {
    const box = stage.current?.getBoundingClientRect();
    if (!drag.current || !box) return;
    const { grip, x, y, from } = drag.current;
    const [dx, dy] = [(event.clientX - x) / box.width, (event.clientY - y) / box.height];
    onFrame(grip ? resized(from, grip, dx, dy, limits) : moved(from, dx, dy));
  };
  const end = () => {
    drag.current = null;
  };
  const step = (event: KeyboardEvent) => {
    const [x, y] = STEPS[event.key] ?? [0, 0];
    if (!x && !y) return;
    event.preventDefault();
    const [dx, dy] = [x * STEP, y * STEP];
    onFrame(event.shiftKey ? resized(frame, { x: 1, y: 1 }, dx, dy, limits) : moved(frame, dx, dy));
  };
  const percent = (one: number) => `${one * 100}%`;
  const place = {
    ...{ left: percent(frame.left), top: percent(frame.top) },
    ...{ width: percent(frame.width), height: percent(frame.height) },
  };
  return (
    <>
      <div
        ref={stage}
        className={ratio === null ? "crop__stage crop__stage--loading" : "crop__stage"}
        style={{ "--ratio": ratio ?? 1 } as CSSProperties}
      >
        <div className="crop__clip">
          <img
            className={rotate % 180 ? "crop__image crop__image--turned" : "crop__image"}
            style={{ rotate: `${rotate}deg` }}
            src={src}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              onLoad({ width, height })
            }
            onError={onError}
          />
          {ratio !== null && <span className="crop__shade" style={place} />}
        </div>
        {ratio !== null && (
          <div
            className="crop__frame"
            style={place}
            onPointerDown={begin}
            onPointerMove={follow}
            onPointerUp={end}
            onPointerCancel={end}
          >
            <button
              type="button"
              className="crop__move"
              aria-label={words.frame}
              aria-describedby={hintId}
              onKeyDown={step}
            />
            {GRIPS.map(({ x, y }, i) => (
              <span
                key={`${x}${y}`}
                className="crop__grip"
                data-grip={i}
                style={{ left: percent((x + 1) / 2), top: percent((y + 1) / 2) }}
              />
            ))}
          </div>
        )}
      </div>
      <p className="hint" id={hintId}>
        {words.frameHint}
      </p>
    </>
  );
}
