import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { descriptionWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { describeImage } from "./image-library.ts";

export type Description = { alt: string; isDecorative: boolean };

/**
 * @param props.of image name, for screen readers
 * @param props.onEnter called on Enter in the first field
 */
export function DescriptionFields({
  value,
  of,
  error,
  hasFocus,
  onChange,
  onEnter,
  children,
}: {
  value: Description;
  of: string;
  error?: string;
  hasFocus?: boolean;
  onChange: (value: Description) => void;
  onEnter?: () => void;
  children?: ReactNode;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);
  return (
    <div className="describe">
      <div className="field">
        <label className="label" htmlFor={id}>
          {words.alt}
        </label>
        <input
          ref={input}
          id={id}
          className="input"
          value={value.alt}
          maxLength={500}
          disabled={value.isDecorative}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-of ${id}-hint${error ? ` ${id}-error` : ""}`}
          onChange={(event) => onChange({ ...value, alt: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !onEnter) return;
            event.preventDefault();
            onEnter();
          }}
        />
        <span className="sr" id={`${id}-of`}>
          {of}
        </span>
        <p className="hint" id={`${id}-hint`}>
          {value.isDecorative ? words.decorativeHint : words.altHint}
        </p>
        {error && (
          <p className="error" id={`${id}-error`} role="alert">
            <CircleAlert className="i i-sm" aria-hidden />
            <span>{error}</span>
          </p>
        )}
      </div>
      <div className="describe__acts">
        <label className="check">
          <input
            type="checkbox"
            checked={value.isDecorative}
            aria-describedby={`${id}-of`}
            onChange={(event) => onChange({ ...value, isDecorative: event.currentTarget.checked })}
          />
          {words.decorative}
        </label>
        {children}
      </div>
    </div>
  );
}

export function DescribeImage({
  library,
  image,
  onDescribed,
}: {
  library: string;
  image: MediaItem;
  onDescribed: (image: MediaItem) => void;
}) {
  const [value, setValue] = useState<Description>(image);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const { answer } = await describeImage(library, { id: image.id, ...value });
    setBusy(false);
    if (answer?.image) onDescribed(answer.image);
    else setError(answer?.error ?? words.failed);
  };
  return (
    <DescriptionFields
      value={value}
      of={image.name}
      error={error}
      onChange={(next) => {
        setValue(next);
        setError(undefined);
      }}
      onEnter={save}
    >
      <button type="button" className="btn btn--soft btn--sm" disabled={isBusy} onClick={save}>
        {isBusy && <span className="spin" aria-hidden />}
        {words.save}
        <span className="sr"> of {image.name}</span>
      </button>
    </DescriptionFields>
  );
}
