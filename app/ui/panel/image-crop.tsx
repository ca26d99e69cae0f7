import { Crop } from "lucide-react";
import { useState } from "react";
import { cropWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import type { CropProps } from "./image-crop-dialog.tsx";
import { latePart, loadPart } from "./late-part.tsx";

// Loaded on demand, because it's rarely opened.
const CropDialog = latePart(async () => (await loadPart(() => import("./image-crop-dialog.tsx"))).CropDialog);

/** Returns whether an image may be cropped. Before an upload is processed, only the server can tell. */
export const canCrop = ({ state, mime, frames }: MediaItem) =>
  state !== "refused" && mime !== "image/svg+xml" && frames <= 1;

/** Renders a button that opens the dialog to rotate and crop an image. */
export function CropButton({ className = "btn btn--line", ...crop }: CropProps & { className?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <Crop className="i" aria-hidden />
        {words.open}
        <span className="sr"> {crop.image.name}</span>
      </button>
      {isOpen && <CropDialog {...crop} onClose={() => setOpen(false)} />}
    </>
  );
}
