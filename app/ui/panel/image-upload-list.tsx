import { ImageOff } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { uploadWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { DescribeImage } from "./image-description.tsx";
import { isDescribed } from "./image-library.ts";
import { createUploads, type ImageUpload, type ImageUploads, isOver, isRunning } from "./image-upload.ts";
import { useUnsavedGuard } from "./unsaved-guard.ts";

/**
 * Returns a list of uploads. Asks before the owner leaves during an upload, and cancels uploads on unmount.
 * @param options as for `createUploads`
 */
export function useUploads(
  library: string,
  options: { replaces?: string; onDone?: (image: MediaItem, upload: ImageUpload) => void } = {},
) {
  const { replaces } = options;
  const done = useRef(options.onDone);
  done.current = options.onDone;
  const uploads = useMemo(
    () => createUploads(library, { replaces, onDone: (image, upload) => done.current?.(image, upload) }),
    [library, replaces],
  );
  const list = useSyncExternalStore(uploads.subscribe, uploads.list, uploads.list);
  useEffect(() => () => uploads.close(), [uploads]);
  useUnsavedGuard(() => uploads.list().some(isRunning));
  return { uploads, list };
}

/**
 * Renders uploads, and asks for alt text as soon as a file is uploaded.
 * @param props.onDescribed called after alt text is saved
 */
export function UploadList({
  uploads,
  list,
  library,
  onDescribed,
}: {
  uploads: ImageUploads;
  list: readonly ImageUpload[];
  library: string;
  onDescribed: () => void;
}) {
  return (
    <>
      <UploadsStatus list={list} showsFailed />
      {list.length > 0 && (
        <section className="card ups" aria-label={words.list}>
          <ul>
            {list.map((upload) => (
              <li key={upload.key} className="ups__one">
                <UploadFace upload={upload} />
                <div className="ups__words">
                  <b>{upload.file.name}</b>
                  <UploadState upload={upload} />
                </div>
                <UploadActions upload={upload} uploads={uploads} />
                {upload.state === "done" && upload.image && !isDescribed(upload.image) && (
                  <DescribeImage
                    library={library}
                    image={upload.image}
                    onDescribed={(image) => {
                      uploads.setImage(upload.key, image);
                      onDescribed();
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
          {list.length > 1 && list.some(isOver) && (
            <button type="button" className="btn btn--ghost btn--sm" onClick={uploads.clear}>
              {words.clear}
            </button>
          )}
        </section>
      )}
    </>
  );
}

/**
 * Announces how many uploads are running, done or failed.
 * @param props.showsFailed also shows failures, which may be scrolled out of view
 */
export function UploadsStatus({
  list,
  showsFailed = false,
}: {
  list: readonly ImageUpload[];
  showsFailed?: boolean;
}) {
  const { announced } = words;
  const count = (states: ImageUpload["state"][]) => list.filter(({ state }) => states.includes(state)).length;
  const messages = [
    [count(["waiting", "checking", "sending"]), announced.sending] as const,
    [count(["done"]), announced.done] as const,
    [count(["failed"]), announced.failed] as const,
    [count(["known"]), announced.known] as const,
  ].map(([many, say]) => many > 0 && say(many));
  return (
    <p
      className={showsFailed && list.length > 1 && count(["failed"]) > 0 ? "ups__message" : "sr"}
      role="status"
    >
      {messages.filter(Boolean).join(" ")}
    </p>
  );
}

export function UploadFace({ upload }: { upload: ImageUpload }) {
  const [isBroken, setBroken] = useState(false);
  if (!upload.preview || isBroken)
    return (
      <span className="ups__face">
        <ImageOff className="i" aria-hidden />
      </span>
    );
  return <img className="ups__face" src={upload.preview} alt="" onError={() => setBroken(true)} />;
}

export function UploadState({ upload }: { upload: ImageUpload }) {
  const { state, sent, isAgain, problem, image, file } = upload;
  if (state === "failed") return <p className="error">{problem}</p>;
  if (state === "done")
    return <p className="ups__done">{image && isDescribed(image) ? words.described : words.done}</p>;
  if (state === "known")
    return (
      <p>
        {words.known} {image && <span className="subtle">{words.knownAs(image.name)}</span>}
      </p>
    );
  const percent = Math.round(sent * 100);
  const said = {
    waiting: words.waiting,
    checking: words.checking,
    sending: isAgain ? words.again : sent === 1 ? words.storing : words.sending(percent),
  }[state];
  return (
    <p className="progress">
      <progress
        max={100}
        value={state === "sending" ? percent : undefined}
        aria-label={words.progress(file.name)}
      />
      <span className="num subtle">{said}</span>
    </p>
  );
}

export function UploadActions({ upload, uploads }: { upload: ImageUpload; uploads: ImageUploads }) {
  const { key, state, canRetry, file } = upload;
  const act = (label: string, run: (key: number) => void, look: string): ReactNode => (
    <button type="button" className={`btn btn--sm ${look}`} onClick={() => run(key)}>
      {label}
      <span className="sr"> {words.of(file.name)}</span>
    </button>
  );
  return (
    <span className="btns ups__acts">
      {state === "known" && act(words.useIt, uploads.takeKnown, "btn--soft")}
      {state === "known" && act(words.keepSecond, uploads.keepSecond, "btn--ghost")}
      {state === "failed" && canRetry && act(words.retry, uploads.retry, "btn--soft")}
      {state !== "known" && act(isOver(upload) ? words.dismiss : words.cancel, uploads.remove, "btn--ghost")}
    </span>
  );
}
