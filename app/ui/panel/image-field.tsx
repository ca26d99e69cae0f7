import { Images, X } from "lucide-react";
import { useRef, useState } from "react";
import { pickerWords as words } from "../../copy/panel/media.ts";
import { imageId, imagePath } from "../../platform/text/image.ts";
import { controlProps, Field, type FieldState } from "./field.tsx";
import { filesOf } from "./image-files.ts";
import { useImageLibrary } from "./image-library.ts";
import { focusOf, ImageThumb } from "./image-thumb.tsx";
import { useLibraryImage } from "./image-used.ts";
import { latePart, loadPart } from "./late-part.tsx";

// Loaded on demand, because it's rarely opened.
const Picker = latePart(async () => (await loadPart(() => import("./image-picker.tsx"))).SingleImagePicker);

/**
 * Renders an image field, which shows `cover` while it's empty.
 * @param props.cover SVG document or image URL
 * @param props.isRequired the field can't be emptied, and the image isn't cropped, because it may be a logo
 */
export function ImageField({
  field,
  label,
  cover,
  coverHint,
  isRequired,
  onChange,
  usedHint = isRequired ? coverHint : "This image is used on cards and on the page.",
}: {
  field: FieldState;
  label: string;
  cover: string;
  coverHint: string;
  isRequired?: boolean;
  /** receives each URL; for fields outside a form */
  onChange?: (image: string) => void;
  usedHint?: string;
}) {
  const library = useImageLibrary();
  const [typed, setTyped] = useState(typeof field.initialValue === "string" ? field.initialValue : "");
  const [broken, setBroken] = useState<string | null>(null);
  const [picking, setPicking] = useState<{ start?: File[] } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const image = typed.trim();
  const own = useLibraryImage(library, imageId(image));
  const hint = hintFor();
  const shown = broken === image ? null : own.image ? own.image.thumb : image;

  function hintFor() {
    if (!image) return coverHint;
    if (own.isGone) return words.deleted;
    if (own.image?.state === "refused") return own.image.reason;
    if (own.image && !own.image.thumb) return words.preparing;
    if (own.image) return `${words.fromLibrary(own.image.name)} ${isRequired ? "" : usedHint}`.trim();
    return broken === image
      ? `There's no image at this URL, or it can't be shown here. ${usedHint}`
      : usedHint;
  }

  /** Fires the same events as typing, so validation and autosave notice the change. */
  const fill = (address: string) => {
    const control = input.current;
    if (!control) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(control, address);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus({ preventScroll: true });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same as dropping a file
    <div
      className={isRequired ? "imgf imgf--whole" : "imgf"}
      onDragOver={(event) => library && event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop={(event) => {
        const files = filesOf(event.dataTransfer);
        if (!library || !files.length) return;
        event.preventDefault();
        event.stopPropagation();
        setPicking({ start: files });
      }}
    >
      {own.image && !own.image.thumb ? (
        <ImageThumb image={own.image} />
      ) : (
        <img
          src={shown || (cover.startsWith("<") ? `data:image/svg+xml,${encodeURIComponent(cover)}` : cover)}
          alt=""
          width={160}
          height={100}
          style={own.image && !isRequired ? { objectPosition: focusOf(own.image) } : undefined}
          onError={() => setBroken(image)}
        />
      )}
      <Field field={field} label={label} isOptional={!isRequired} isRequired={isRequired} hint={hint}>
        {library && (
          <span className="btns imgf__acts">
            <button type="button" className="btn btn--line btn--sm" onClick={() => setPicking({})}>
              <Images className="i" aria-hidden />
              {words.open}
              <span className="sr"> {words.openFor(label)}</span>
            </button>
            {image && !isRequired && (
              <button type="button" className="btn btn--ghost btn--sm" onClick={() => fill("")}>
                <X className="i" aria-hidden />
                {words.remove}
                <span className="sr"> {words.removed}</span>
              </button>
            )}
          </span>
        )}
        <input
          {...controlProps(field, hint)}
          ref={input}
          className="input"
          type="text"
          inputMode="url"
          placeholder={library ? words.typed : undefined}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            onChange?.(value.trim());
          }}
        />
      </Field>
      {library && picking && (
        <Picker
          library={library}
          start={picking.start}
          onPicked={(image) => {
            own.know(image);
            setPicking(null);
            fill(imagePath(image.id));
          }}
          onClose={() => setPicking(null)}
        />
      )}
    </div>
  );
}
