// The library over a form: finds or uploads an image, asks for alt text and returns it.
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { pickerWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/picture.ts";
import { Dialog, DialogHead } from "./dialog.tsx";
import { type Description, DescriptionFields } from "./picture-description.tsx";
import { FileButton, useFileDrop, usePaste } from "./picture-drop.tsx";
import { isDescribed } from "./picture-library.ts";
import { PictureList } from "./picture-list.tsx";
import { awaitUpload, type Placing } from "./picture-placing.ts";
import { PictureThumb } from "./picture-thumb.tsx";
import { isRunning, type PictureUpload, type PictureUploads } from "./picture-upload.ts";
import { UploadActions, UploadFace, UploadState, UploadsStatus, useUploads } from "./picture-upload-list.tsx";

type Entry = { picture: MediaItem | null; key: number | null };
const idOf = ({ picture, key }: Entry) => String(key ?? picture?.id);

/**
 * The picker of a single-image field, which waits until the image is in the library.
 * @param props.start files dropped or pasted there
 */
export function OnePicturePicker({
  library,
  start,
  onPicked,
  onClose,
}: {
  library: string;
  start?: readonly File[];
  onPicked: (picture: MediaItem) => void;
  onClose: () => void;
}) {
  const uploading = useUploads(library);
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = async ([placing]: Placing[]) => {
    if (!placing) return;
    setWaiting(true);
    setProblem(undefined);
    const { picture, problem } = await awaitUpload(library, uploading.uploads, placing);
    setWaiting(false);
    if (picture) onPicked(picture);
    else setProblem(problem);
  };
  return (
    <PicturePicker
      library={library}
      {...uploading}
      start={start}
      isWaiting={isWaiting}
      problem={problem}
      onPlace={place}
      onClose={onClose}
    />
  );
}

/**
 * The dialog.
 * @param props.uploads owned by the opening component, since they may outlive the dialog
 * @param props.isMany whether several files can be uploaded and inserted
 * @param props.isWaiting the selection is being uploaded; controls are disabled
 * @param props.problem why the selection isn't inserted
 */
export function PicturePicker({
  library,
  uploads,
  list,
  isMany,
  start,
  isWaiting,
  problem,
  onPlace,
  onClose,
}: {
  library: string;
  uploads: PictureUploads;
  list: readonly PictureUpload[];
  isMany?: boolean;
  start?: readonly File[];
  isWaiting?: boolean;
  problem?: string;
  onPlace: (placing: Placing[]) => void;
  onClose: () => void;
}) {
  const take = (files: readonly File[]): Entry[] =>
    uploads.add(isMany ? files : files.slice(0, 1)).map((key) => ({ key, picture: null }));
  const [chosen, setChosen] = useState<Entry[]>([]);
  const [typed, setTyped] = useState<Record<string, Description>>({});
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
    const picture = entry.picture ?? upload?.picture ?? null;
    const description = typed[idOf(entry)] ?? {
      alt: picture?.alt ?? "",
      isDecorative: !!picture?.isDecorative,
    };
    return [{ ...entry, id: idOf(entry), upload, picture, description }];
  });
  const placeable = entries.filter(({ upload }) => upload?.state !== "failed");
  const place = () => {
    setAsked(true);
    const isComplete = placeable.every(({ description }) => isDescribed(description));
    if (isComplete && placeable.length && !isWaiting)
      onPlace(
        placeable.map(({ key, picture, description }) => ({
          key,
          picture,
          description: { ...description, alt: description.isDecorative ? "" : description.alt.trim() },
        })),
      );
  };
  const choose = (picture: MediaItem) => {
    const { alt, isDecorative } = picture;
    if (isDescribed(picture)) onPlace([{ picture, key: null, description: { alt, isDecorative } }]);
    else setChosen([{ picture, key: null }]);
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
      {/* A form around it in the page hears what happens here, and nothing of it is meant for it. */}
      <div className={isOver ? "dlg picker lib--over" : "dlg picker"} {...handlers} {...KEPT}>
        <DialogHead title={words.title} about={entries.length ? words.describe : words.about}>
          {!entries.length && <FileButton onFiles={add} isSingle={!isMany} />}
        </DialogHead>
        <div className="dlg__b">
          <UploadsStatus list={list} />
          {entries.length === 0 && <PictureList library={library} onChoose={choose} onFiles={add} />}
          {entries.map(({ id, upload, picture, description }, index) => (
            <div className="picker__one" key={id}>
              <span className="picker__face">
                {upload ? <UploadFace upload={upload} /> : picture && <PictureThumb picture={picture} />}
              </span>
              <div className="picker__words">
                <b>{upload?.file.name ?? picture?.name}</b>
                {upload && <UploadState upload={upload} />}
                {upload?.state !== "failed" && (
                  <DescriptionFields
                    value={description}
                    of={upload?.file.name ?? picture?.name ?? ""}
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
