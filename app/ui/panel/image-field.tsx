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

// Most forms are opened without picking an image.
const Picker = latePart(async () => (await loadPart(() => import("./image-picker.tsx"))).SingleImagePicker);

/**
 * Renders an image field: picked from the library, uploaded, dropped, or typed as a URL; if empty, it shows the
 * generated cover.
 * @param props.cover an SVG document or an image URL
 * @param props.coverHint explains the cover, or what to enter
 * @param props.isRequired whether there's no cover to fall back on; it may then be a logo, so nothing is cropped
 * @param props.usedHint says where the image is used
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
  /** called with each URL, if no form sends the control */
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

  /** Fills it in as if typed, so the form, its rules and the autosave notice. */
  const fill = (address: string) => {
    const control = input.current;
    if (!control) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(control, address);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus({ preventScroll: true });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen by the button too
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
