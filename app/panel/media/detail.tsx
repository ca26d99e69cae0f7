import { Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { href, Link, useRevalidator } from "react-router";
import { inBytes, detailWords as words } from "../../copy/panel/media.ts";
import { libraryImage } from "../../features/media/kind.ts";
import { imagePath } from "../../platform/text/image.ts";
import type { AutosaveChoice } from "../../ui/panel/autosave-offer.tsx";
import { Facts } from "../../ui/panel/facts.tsx";
import { TextField } from "../../ui/panel/field.tsx";
import { CropButton, canCrop } from "../../ui/panel/image-crop.tsx";
import { FileButton } from "../../ui/panel/image-drop.tsx";
import { FocusField } from "../../ui/panel/image-focus.tsx";
import { ImageThumb } from "../../ui/panel/image-thumb.tsx";
import { UploadList, useUploads } from "../../ui/panel/image-upload-list.tsx";
import { RecordDialog } from "../../ui/panel/record-dialog.tsx";
import { autosaved, useKindForm } from "../../ui/panel/record-form.tsx";
import { Switch } from "../../ui/panel/switch.tsx";
import { showToast } from "../../ui/panel/toaster.tsx";
import type { PendingDraft } from "../../ui/panel/waiting-changes.tsx";
import type { Route } from "./+types/tab";
import type { MediaPost } from "./post.ts";
import { shapeOf, shapeOfFile } from "./shape.ts";

type Opened = NonNullable<Route.ComponentProps["loaderData"]["opened"]>["record"];

type Props = {
  record: Opened;
  waiting: PendingDraft | null;
  choice: AutosaveChoice;
  post: MediaPost;
  onClose: () => void;
};

const MEDIA = href("/admin-control-panel-seoprozone/media");

const { labels } = libraryImage;

export const MediaDetail = autosaved(({ record, waiting: pending, choice, post, onClose }: Props) => {
  const { image, uses, id, version, opened, alt, is_decorative, name, credit } = record;
  const form = {
    ...{ id, version, opened, alt, is_decorative, name, credit },
    ...{ focal_x: String(record.focal_x), focal_y: String(record.focal_y) },
  };
  const edited = useKindForm<typeof form>(
    libraryImage,
    { record: form, waiting: pending, choice },
    { created: {}, onSaved: onClose },
  );
  const { values, waiting } = edited;
  const { field } = edited.form;
  const [isDecorative, setDecorative] = useState(values.is_decorative === true);
  const { focal_x, focal_y } = form;
  const { takeOver } = edited.form;
  // A crop or its Undo moves the stored focal point.
  const follow = useEffectEvent((focal_x: string, focal_y: string) => takeOver({ focal_x, focal_y }));
  useEffect(() => follow(focal_x, focal_y), [focal_x, focal_y]);
  return (
    <RecordDialog
      edited={edited}
      name="media"
      title={words.title}
      about={image.name}
      size="wide"
      record={{ kind: "media", id: image.id }}
      hasPreview={uses.some(({ state }) => state === "published")}
      onClose={onClose}
      foot={
        <button
          type="button"
          className="btn btn--ghost"
          onClick={() => post({ intent: "delete", ids: image.id }, onClose)}
        >
          <Trash2 className="i" aria-hidden />
          {words.delete}
        </button>
      }
    >
      <div className="pdetail">
        <div className="pdetail__l">
          <Shown image={image} start={{ x: Number(values.focal_x), y: Number(values.focal_y) }} />
          <Replace record={record} post={post} isDraft={waiting?.isShown === true} />
        </div>
        <div className="fgrid">
          <TextField
            field={field("alt")}
            label={labels.alt}
            hint={isDecorative ? altHints.decorative : altHints.words}
            readOnly={isDecorative}
          />
          <Switch
            name="is_decorative"
            label={labels.is_decorative}
            isOn={values.is_decorative === true}
            onChange={setDecorative}
          />
          <TextField field={field("name")} label={labels.name} isRequired hint={words.nameHint} />
          <TextField field={field("credit")} label={labels.credit} isOptional hint={words.creditHint} />
          <ImageFacts record={record} />
          <Uses uses={uses} />
        </div>
      </div>
    </RecordDialog>
  );
});

const altHints = { words: words.altHint, decorative: words.decorativeHint };

function Shown({ image, start }: { image: Opened["image"]; start: { x: number; y: number } }) {
  if (image.state === "refused")
    return (
      <div className="problem">
        <div>
          <p>
            <b>{words.refused}</b> {image.reason}
          </p>
          <p>{words.refusedHelp}</p>
        </div>
      </div>
    );
  const posts = (
    <>
      <input type="hidden" name="focal_x" value={start.x} />
      <input type="hidden" name="focal_y" value={start.y} />
    </>
  );
  if (!image.thumb)
    return (
      <div className="pdetail__wait">
        <ImageThumb image={image} />
        <p className="hint">{words.preparing}</p>
        {posts}
      </div>
    );
  // The thumbnail's name changes with the file, so the browser fetches the new image.
  const src = `${imagePath(image.id)}?${encodeURIComponent(image.thumb.split("/").at(-1) ?? "")}`;
  return <FocusField src={src} start={start} color={image.color} />;
}

function Replace({
  record: { image, waitingFile, uses },
  post,
  isDraft,
}: {
  record: Opened;
  post: MediaPost;
  isDraft: boolean;
}) {
  const { revalidate } = useRevalidator();
  const { uploads, list } = useUploads(MEDIA, {
    replaces: image.id,
    onDone: async (_, { key, file }) => {
      const [before, after] = [shapeOf(image), await shapeOfFile(file)];
      const isOther = before && after && before.ratio !== after.ratio;
      showToast(
        {
          tone: "good",
          title: words.replaced,
          text: isOther ? words.reshaped(before.words, after.words) : words.replacedSoon,
        },
        () => post({ intent: "undo-replace", id: image.id }),
      );
      uploads.remove(key);
      void revalidate();
    },
  });
  return (
    <>
      <div className="btns">
        {canCrop(image) && image.thumb && (
          <CropButton
            library={MEDIA}
            image={image}
            isPublic={uses.some(({ state }) => state === "published")}
          />
        )}
        <FileButton isSingle className="btn btn--line" onFiles={([file]) => file && uploads.add([file])}>
          {words.replace}
        </FileButton>
      </div>
      {isDraft && <p className="hint">{words.replacesLive}</p>}
      <div role="status">
        {waitingFile?.state === "new" && <p className="hint">{words.replacing}</p>}
        {waitingFile?.state === "refused" && (
          <p className="error">
            {words.replaceRefused} {waitingFile.reason}
          </p>
        )}
      </div>
      <UploadList uploads={uploads} list={list} library={MEDIA} onDescribed={() => {}} />
    </>
  );
}

function ImageFacts({ record: { image, added } }: { record: Opened }) {
  const { width, height, bytes, frames, mime, id } = image;
  const { facts, address } = words;
  const kind = mime
    .replace(/^image\//, "")
    .replace(/\+xml$/, "")
    .toUpperCase();
  const size = [`${width} × ${height}`, frames > 1 && facts.frames(frames)].filter(Boolean).join(", ");
  return (
    <Facts
      className="pfacts"
      rows={[
        [facts.size, width > 0 && size],
        [facts.bytes, `${kind} ${inBytes(bytes)}`],
        [facts.added, added],
        [
          address,
          <span key="path" className="mono">
            {imagePath(id)}
          </span>,
        ],
      ]}
    />
  );
}

function Uses({ uses }: { uses: Opened["uses"] }) {
  return (
    <section className="puses" aria-labelledby="used-in">
      <h3 id="used-in">{words.usedIn}</h3>
      {uses.length === 0 && <p className="hint">{words.unused}</p>}
      <ul>
        {uses.map(({ title, field, to, page, state }) => (
          <li key={`${to} ${title} ${field}`}>
            <span>
              {to ? <Link to={to}>{title}</Link> : title}
              <small>{field}</small>
            </span>
            {page && (
              <a href={page} target="_blank" rel="noopener">
                {words.viewPage}
                <span className="sr"> of {title}</span>
              </a>
            )}
            <span className={`badge ${{ published: "badge--up", draft: "badge--warn", deleted: "" }[state]}`}>
              {words.states[state]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
