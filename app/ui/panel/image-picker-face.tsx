import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { detailWords, cropWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { CropButton, canCrop } from "./image-crop.tsx";
import { fileOf, findImage } from "./image-library.ts";
import { ImageThumb } from "./image-thumb.tsx";
import type { ImageUpload } from "./image-upload.ts";
import { UploadFace } from "./image-upload-list.tsx";
import { useLibraryImage } from "./image-used.ts";
import type { SaveReply } from "./save-reply.ts";
import { UNDO } from "./toaster.tsx";

/**
 * Renders an image in the picker, and lets the owner straighten it before it's used.
 * @param props.file the start of the hash of the file it was cropped to; `onCropped` receives it, also after Undo
 */
export function PickedFace({
  library,
  upload,
  image,
  file,
  onCropped,
}: {
  library: string;
  upload: ImageUpload | undefined;
  image: MediaItem | null;
  file: string | undefined;
  onCropped: (file: string | undefined) => void;
}) {
  const undone = useFetcher<SaveReply>({ key: UNDO }).data;
  const follow = useEffectEvent(async () => {
    if (file === undefined || !image) return;
    const { answer } = await findImage(library, image.id);
    onCropped(answer?.image ? fileOf(answer.image) : undefined);
  });
  useEffect(() => {
    if (undone?.isSaved && undone.toast?.title === detailWords.replaceUndone) void follow();
  }, [undone]);
  const { image: fresh } = useLibraryImage(library, file && image ? image.id : null, file);
  const isPending = file !== undefined && (!fresh || fileOf(fresh) !== file);
  const shown = file === undefined ? image : isPending ? image && { ...image, thumb: null } : fresh;
  const preview = file === undefined ? upload?.preview : null;
  const isDrawing = upload?.file.type === "image/svg+xml";
  const isUploaded = (!upload || upload.state === "done") && !isDrawing;
  return (
    <span className="picker__face">
      {upload && file === undefined ? <UploadFace upload={upload} /> : shown && <ImageThumb image={shown} />}
      {isUploaded && shown && canCrop(shown) && (file !== undefined || preview || shown.thumb) && (
        <CropButton className="btn btn--line btn--sm" {...{ library, preview, onCropped }} image={shown} />
      )}
      <span className="sr" role="status">
        {file !== undefined && (isPending ? words.preparing : words.done)}
      </span>
    </span>
  );
}
