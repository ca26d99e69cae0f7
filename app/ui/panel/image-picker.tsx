import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { pickerWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { Dialog, DialogHead } from "./dialog.tsx";
import { type Description, DescriptionFields } from "./image-description.tsx";
import { FileButton, useFileDrop, usePaste } from "./image-drop.tsx";
import { isDescribed } from "./image-library.ts";
import { ImageList } from "./image-list.tsx";
import { PickedFace } from "./image-picker-face.tsx";
import { awaitUpload, type Placing } from "./image-placing.ts";
import { type ImageUpload, type ImageUploads, isRunning } from "./image-upload.ts";
import { UploadActions, UploadState, UploadsStatus, useUploads } from "./image-upload-list.tsx";

type Entry = { image: MediaItem | null; key: number | null };
const idOf = ({ image, key }: Entry) => String(key ?? image?.id);

/**
 * Renders the picker for one image, and calls `onPicked` once the image is in the library with its alt text.
 * @param props.start dropped or pasted files
 * @param props.alt as for `ImagePicker`
 */
export function SingleImagePicker({
  library,
  start,
  alt,
  onPicked,
  onClose,
}: {
  library: string;
  start?: readonly File[];
  alt?: string;
  onPicked: (image: MediaItem) => void;
  onClose: () => void;
}) {
  const uploading = useUploads(library);
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = async ([placing]: Placing[]) => {
    if (!placing) return;
    setWaiting(true);
    setProblem(undefined);
    const { image, problem } = await awaitUpload(library, uploading.uploads, placing);
    setWaiting(false);
    if (image) onPicked(image);
    else setProblem(problem);
  };
  return (
    <ImagePicker
      library={library}
      {...uploading}
      start={start}
      alt={alt}
      isWaiting={isWaiting}
      problem={problem}
      onPlace={place}
      onClose={onClose}
    />
  );
}

/**
 * Lets the owner find or upload an image, and asks for its alt text.
 * @param props.uploads owned by the parent, because they can outlive the dialog
 * @param props.isMany whether several images can be inserted
 * @param props.alt default for images without alt text; if absent, the owner must describe them
 * @param props.problem why the selection can't be inserted
 */
export function ImagePicker({
  library,
  uploads,
  list,
  isMany,
  start,
  alt = "",
  isWaiting,
  problem,
  onPlace,
  onClose,
}: {
  library: string;
  uploads: ImageUploads;
  list: readonly ImageUpload[];
  isMany?: boolean;
  start?: readonly File[];
  alt?: string;
  isWaiting?: boolean;
  problem?: string;
  onPlace: (placing: Placing[]) => void;
  onClose: () => void;
}) {
  const take = (files: readonly File[]): Entry[] =>
    uploads.add(isMany ? files : files.slice(0, 1)).map((key) => ({ key, image: null }));
  const [chosen, setChosen] = useState<Entry[]>([]);
  const [typed, setTyped] = useState<Record<string, Description>>({});
  /** The start of the new file's hash, by entry. */
  const [cropped, setCropped] = useState<Record<string, string | undefined>>({});
  const [isAsked, setAsked] = useState(false);
  const add = (files: readonly File[]) => {
    if (isWaiting) return;
    const added = take(files);
    setChosen((before) => (isMany ? [...before, ...added] : added));
  };
  const started = useRef(start);
  const begin = useEffectEvent(() => {
    if (started.current?.length) add(started.current);
    started.current = undefined;
  });
  useEffect(() => begin(), []);
  const { handlers, isOver } = useFileDrop(add);
  usePaste(add);

  const entries = chosen.flatMap((entry) => {
    const upload = list.find(({ key }) => key === entry.key);
    if (entry.key !== null && !upload) return [];
    const image = entry.image ?? upload?.image ?? null;
    const description = typed[idOf(entry)] ?? {
      alt: image?.alt || alt,
      isDecorative: !!image?.isDecorative,
    };
    return [{ ...entry, id: idOf(entry), upload, image, description }];
  });
  const placeable = entries.filter(({ upload }) => upload?.state !== "failed");
  const place = () => {
    setAsked(true);
    const isComplete = placeable.every(({ description }) => isDescribed(description));
    if (isComplete && placeable.length && !isWaiting)
      onPlace(
        placeable.map(({ key, image, description }) => ({
          key,
          image,
          description: { ...description, alt: description.isDecorative ? "" : description.alt.trim() },
        })),
      );
  };
  const choose = (image: MediaItem) => {
    const description = { alt: image.alt || alt, isDecorative: image.isDecorative };
    if (isDescribed(description)) onPlace([{ image, key: null, description }]);
    else setChosen([{ image, key: null }]);
  };
  const leave = () => {
    for (const { key } of entries) if (key !== null) uploads.remove(key);
    setChosen([]);
    setAsked(false);
  };
  const isRunningNow = list.some(isRunning);
  return (
    <Dialog
      onClose={onClose}
      hasChanges={() => isRunningNow || Object.values(typed).some(({ alt }) => alt.trim() !== "")}
    >
      {/* Stops events, which React would pass on to the form around the dialog. */}
      <div className={isOver ? "dlg picker lib--over" : "dlg picker"} {...handlers} {...KEPT}>
        <DialogHead title={words.title} about={entries.length && !alt ? words.describe : words.about}>
          {!entries.length && <FileButton onFiles={add} isSingle={!isMany} />}
        </DialogHead>
        <div className="dlg__b">
          <UploadsStatus list={list} />
          {entries.length === 0 && <ImageList library={library} onChoose={choose} onFiles={add} />}
          {entries.map(({ id, upload, image, description }, index) => (
            <div className="picker__one" key={id}>
              <PickedFace
                library={library}
                upload={upload}
                image={image}
                file={cropped[id]}
                onCropped={(file) => setCropped((before) => ({ ...before, [id]: file }))}
              />
              <div className="picker__words">
                <b>{upload?.file.name ?? image?.name}</b>
                {upload && <UploadState upload={upload} />}
                {upload?.state !== "failed" && !alt && (
                  <DescriptionFields
                    value={description}
                    of={upload?.file.name ?? image?.name ?? ""}
                    hasFocus={index === 0}
                    error={isAsked && !isDescribed(description) ? words.missing : undefined}
                    onChange={(value) => setTyped((before) => ({ ...before, [id]: value }))}
                    onEnter={place}
                  />
                )}
                {upload && upload.state !== "done" && <UploadActions upload={upload} uploads={uploads} />}
              </div>
            </div>
          ))}
          {problem && (
            <p className="error" role="alert">
              {problem}
            </p>
          )}
        </div>
        {entries.length > 0 && (
          <div className="dlg__f">
            <button type="button" className="btn btn--ghost" disabled={isWaiting} onClick={leave}>
              {words.back}
            </button>
            <span className="sp" />
            <button type="button" className="btn" disabled={isWaiting || !placeable.length} onClick={place}>
              {isWaiting && <span className="spin" aria-hidden />}
              {isWaiting && isRunningNow ? words.waiting : words.place(placeable.length)}
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();
const KEPT: Record<string, (event: SyntheticEvent) => void> = {
  onSubmit: stop,
  onPaste: stop,
  onKeyDown: stop,
};
