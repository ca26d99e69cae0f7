import { RotateCcw, RotateCw } from "lucide-react";
import { type SyntheticEvent, useEffect, useId, useState } from "react";
import { mediaRefusals } from "../../copy/media-refusals.ts";
import { cropWords as words } from "../../copy/panel/media.ts";
import { CROP_MIN, imagePath, type MediaItem } from "../../platform/text/image.ts";
import {
  type Frame,
  type Grip,
  type Limits,
  pixels,
  resized,
  shaped,
  turned,
  turnedSize,
  WHOLE,
} from "./crop-frame.ts";
import { Dialog, DialogHead } from "./dialog.tsx";
import { CropStage } from "./image-crop-stage.tsx";
import { fileOf, findImageToCrop } from "./image-library.ts";
import { useSaveFetcher } from "./row-action.ts";
import type { SaveReply } from "./save-reply.ts";

/** @property file the start of the new file's hash, as in the URLs of its sizes */
export type CropReply = SaveReply & { file: string };

export type CropProps = {
  library: string;
  image: MediaItem;
  /** local URL of a file that was just uploaded */
  preview?: string | null;
  /** whether visitors see the image; if it's unknown, the library is asked */
  isPublic?: boolean;
  onCropped?: (file: string) => void;
};

type Size = { width: number; height: number };
/** Width divided by height; null for any shape, 0 for the image's own. */
const SHAPES = { free: null, original: 0, cover: 16 / 10, face: 1, share: 1.91 } as const;
type Shape = keyof typeof SHAPES;
const SIDES: Record<keyof typeof words.sides, Grip> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
};

/** Renders the dialog that rotates and crops an image. */
export function CropDialog({
  library,
  image,
  preview,
  isPublic,
  onCropped,
  onClose,
}: CropProps & { onClose: () => void }) {
  const known = useKnown(library, image, isPublic);
  const [natural, setNatural] = useState<Size | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [rotate, setRotate] = useState(0);
  const [frame, setFrame] = useState<Frame>(WHOLE);
  const [shape, setShape] = useState<Shape>("free");
  const fetcher = useSaveFetcher<CropReply>(library, ({ file }) => {
    onCropped?.(file);
    onClose();
  });
  const isBusy = fetcher.state !== "idle";
  const own = known?.image ?? image;
  const size = natural && turnedSize(own.width ? own : natural, rotate);
  const limits = limitsOf(size, shape);
  const isChanged = rotate !== 0 || frame.width < 1 || frame.height < 1;

  const load = (loaded: Size) => {
    setNatural(loaded);
    // A shape may be chosen before the image has loaded.
    const { ratio } = limitsOf(turnedSize(own.width ? own : loaded, rotate), shape);
    if (!natural && ratio !== null) setFrame(shaped(frame, ratio));
  };
  const turn = (to: "left" | "right") => {
    const next = (rotate + (to === "right" ? 90 : 270)) % 360;
    const after = turned(frame, to);
    const { ratio } = limitsOf(size && turnedSize(size, 90), shape);
    setRotate(next);
    setFrame(ratio === null ? after : shaped(after, ratio));
  };
  const choose = (next: Shape) => {
    const { ratio } = limitsOf(size, next);
    setShape(next);
    if (ratio !== null) setFrame(shaped(frame, ratio));
  };
  const reset = () => {
    setRotate(0);
    setFrame(WHOLE);
    setShape("free");
  };
  const save = () => {
    const { left, top, width, height } = frame;
    const fractions = Object.fromEntries(
      Object.entries({ left, top, width, height }).map(([side, one]) => [
        side,
        String(Number(one.toFixed(6))),
      ]),
    );
    const sent = { intent: "crop", id: image.id, rotate: String(rotate), ...fractions };
    const file = preview ? "" : fileOf(own);
    fetcher.submit({ ...sent, ...(file && { file }) }, { method: "post", action: library });
  };
  const refusal =
    own.frames > 1 ? mediaRefusals.cropAnimation : own.mime === "image/svg+xml" && mediaRefusals.cropDrawing;
  const src = preview ?? (own.thumb ? `${imagePath(image.id)}?${fileOf(own)}` : null);
  const problem = refusal || (isBroken && words.notShown) || (!src && words.notReady);
  return (
    <Dialog onClose={onClose} hasChanges={() => isChanged} size="wide">
      {/* Stops events, which React would pass on to the form around the dialog. */}
      <div className="dlg crop" {...KEPT}>
        <DialogHead title={words.title} about={image.name} />
        <div className="dlg__b crop__b">
          <div className="crop__l">
            {src && !problem && (
              <CropStage
                {...{ src, rotate, frame, limits }}
                ratio={size && size.width / size.height}
                onFrame={setFrame}
                onLoad={load}
                onError={() => setBroken(true)}
              />
            )}
            {problem && (
              <p className="error" role="alert">
                {problem}
              </p>
            )}
          </div>
          <div className="crop__tools">
            <div className="btns">
              <button type="button" className="btn btn--line" onClick={() => turn("left")}>
                <RotateCcw className="i" aria-hidden />
                {words.turnLeft}
              </button>
              <button type="button" className="btn btn--line" onClick={() => turn("right")}>
                <RotateCw className="i" aria-hidden />
                {words.turnRight}
              </button>
            </div>
            <ShapeChoice value={shape} onChange={choose} />
            <fieldset className="crop__sides">
              <legend className="label">{words.cut}</legend>
              {Object.entries(SIDES).map(([name, grip]) => (
                <SideField
                  key={name}
                  label={words.sides[name as keyof typeof SIDES]}
                  value={cutOff(frame, grip)}
                  onChange={(cut) => {
                    // Cutting off more moves the edge inwards.
                    const by = cut - cutOff(frame, grip);
                    setFrame(resized(frame, grip, -by * grip.x, -by * grip.y, limits));
                  }}
                />
              ))}
            </fieldset>
            <p role="status">{size && words.result(pixels(frame, size))}</p>
            <button type="button" className="btn btn--ghost btn--sm" disabled={!isChanged} onClick={reset}>
              {words.reset}
            </button>
          </div>
        </div>
        <div className="dlg__f">
          {known?.isPublic && <p className="hint">{words.public}</p>}
          <span className="sp" />
          <button type="button" className="btn btn--ghost" disabled={isBusy} onClick={onClose}>
            {words.cancel}
          </button>
          <button
            type="button"
            className="btn"
            disabled={isBusy || !known || !size || !!problem || !isChanged}
            onClick={save}
          >
            {isBusy && <span className="spin" aria-hidden />}
            {known?.isPublic ? words.update : words.save}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** Returns the image as stored now, and whether visitors see it; null until the library has replied. */
function useKnown(library: string, image: MediaItem, isPublic: boolean | undefined) {
  const [known, setKnown] = useState<{ image: MediaItem; isPublic: boolean } | null>(
    isPublic === undefined ? null : { image, isPublic },
  );
  useEffect(() => {
    if (isPublic !== undefined) return;
    const controller = new AbortController();
    void findImageToCrop(library, image.id, controller.signal).then(({ answer }) => {
      if (!controller.signal.aborted) setKnown({ image, isPublic: image.uses > 0, ...answer });
    });
    return () => controller.abort();
  }, [library, image, isPublic]);
  return known;
}

/** @param size of the rotated image, in pixels */
function limitsOf(size: Size | null, shape: Shape): Limits {
  if (!size) return { ratio: null, least: { width: 0, height: 0 } };
  const { width, height } = size;
  const least = { width: Math.min(1, CROP_MIN / width), height: Math.min(1, CROP_MIN / height) };
  const ratio = SHAPES[shape];
  return { ratio: ratio === null ? null : ratio === 0 ? 1 : (ratio * height) / width, least };
}

/** Returns how much of the image is cut off beyond the frame's edge. */
function cutOff({ left, top, width, height }: Frame, { x, y }: Grip): number {
  if (x) return x < 0 ? left : 1 - left - width;
  return y < 0 ? top : 1 - top - height;
}

function ShapeChoice({ value, onChange }: { value: Shape; onChange: (shape: Shape) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {words.shape}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Shape)}
      >
        {Object.entries(words.shapes).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Edits a fraction as a percentage. An incomplete number stays while it's typed. */
function SideField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="number"
        inputMode="numeric"
        min={0}
        max={99}
        value={typed ?? Math.round(value * 100)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          if (value.trim() && Number(value) >= 0 && Number(value) < 100) onChange(Number(value) / 100);
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();
const KEPT: Record<string, (event: SyntheticEvent) => void> = {
  onSubmit: stop,
  onChange: stop,
  onInput: stop,
  onPaste: stop,
  onKeyDown: stop,
};
