import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";

/**
 * Renders the form's general error. If another editor saved first, the owner can choose to overwrite that save:
 * the form's `version` is then set to `newerVersion`, or its `draft_version` to `newerDraft`.
 */
export function FormProblem({
  errors,
  newerVersion,
  newerDraft,
}: {
  errors: string[] | undefined;
  newerVersion?: number | string;
  newerDraft?: number;
}) {
  const newer = newerVersion ?? newerDraft;
  const isDraft = newerVersion === undefined;
  const versionOf = (form: HTMLFormElement | null) => {
    const version = form?.elements.namedItem(isDraft ? "draft_version" : "version");
    return version instanceof HTMLInputElement ? version : null;
  };
  const box = useRef<HTMLDivElement>(null);
  const [accepted, setAccepted] = useState<number | string>();
  const here = useLocation();
  useEffect(() => {
    if (errors?.length) box.current?.focus();
  }, [errors]);
  const form = useRef<HTMLFormElement>(null);
  const opened = useRef<string>(undefined);
  // Runs on every render, because rendering resets the version and a click may post the form right after.
  useLayoutEffect(() => {
    if (accepted === undefined || accepted !== newer) return;
    const version = versionOf(form.current);
    // An autosave of the draft brings a version that's newer still.
    if (version && (!isDraft || version.value === opened.current)) version.value = String(accepted);
  });
  if (!errors?.length) return null;
  const choose = () => {
    form.current = box.current?.closest("form") ?? null;
    opened.current = versionOf(form.current)?.value;
    setAccepted(newer);
  };
  return (
    <div className="problem" role="alert" tabIndex={-1} ref={box}>
      <CircleAlert className="i" aria-hidden />
      <div>
        <p>{errors.join(" ")}</p>
        {newer !== undefined &&
          (accepted === newer ? (
            <p>{`${isDraft ? "Click Save draft" : "Save again"} to replace the newer version with yours.`}</p>
          ) : (
            <div className="btns">
              <Link className="btn btn--line" to={here} target="_blank" rel="noopener">
                See newer version
              </Link>
              <button type="button" className="btn btn--line" onClick={choose}>
                Overwrite it
              </button>
            </div>
          ))}
      </div>
    </div>
  );
}

/** Renders hidden inputs that keep the values from when the form opened. */
export function HiddenFields({
  posts,
  version,
}: {
  posts: Record<string, string | number>;
  version?: string;
}) {
  const [opened] = useState(posts);
  const shown = version === undefined ? opened : { ...opened, version };
  return Object.entries(shown).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** @param takesClick whether Enter and Ctrl+S save a draft, because the button makes a record public */
export function SubmitButton({
  isBusy,
  className = "btn",
  takesClick,
  children,
}: {
  isBusy: boolean;
  className?: string;
  takesClick?: boolean;
  children: ReactNode;
}) {
  return (
    <button type="submit" className={className} disabled={isBusy} data-takes-click={takesClick || undefined}>
      {isBusy && <span className="spin" aria-hidden />}
      {children}
    </button>
  );
}

export function SaveFooter({
  isBusy,
  onCancel,
  cancel = "Cancel",
  save = "Save",
}: {
  isBusy: boolean;
  onCancel: () => void;
  cancel?: string;
  save?: string;
}) {
  return (
    <div className="dlg__f">
      <span className="sp" />
      <button type="button" className="btn btn--line" onClick={onCancel}>
        {cancel}
      </button>
      <SubmitButton isBusy={isBusy}>{save}</SubmitButton>
    </div>
  );
}
