import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";

/**
 * Renders a form's overall error. If another editor has saved since, the owner can choose to overwrite it; the
 * form's `version` then becomes the newer one.
 */
export function FormProblem({
  errors,
  newerVersion,
}: {
  errors: string[] | undefined;
  newerVersion?: number | string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [accepted, setAccepted] = useState<number | string>();
  const here = useLocation();
  useEffect(() => {
    if (errors?.length) box.current?.focus();
  }, [errors]);
  const form = useRef<HTMLFormElement>(null);
  // On every render, before a click can post it: rendering the form sets the version it was opened with.
  useLayoutEffect(() => {
    if (accepted === undefined || accepted !== newerVersion) return;
    const version = form.current?.elements.namedItem("version");
    if (version instanceof HTMLInputElement) version.value = String(accepted);
  });
  if (!errors?.length) return null;
  const choose = () => {
    form.current = box.current?.closest("form") ?? null;
    setAccepted(newerVersion);
  };
  return (
    <div className="problem" role="alert" tabIndex={-1} ref={box}>
      <CircleAlert className="i" aria-hidden />
      <div>
        <p>{errors.join(" ")}</p>
        {newerVersion !== undefined &&
          (accepted === newerVersion ? (
            <p>Click Save to replace the newer version with yours.</p>
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

/**
 * Returns what a form posts besides its fields, frozen when the form opened, even if newer data is loaded behind
 * it.
 */
export function HiddenFields({ posts }: { posts: Record<string, string | number> }) {
  const [opened] = useState(posts);
  return Object.entries(opened).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** Renders a form's button, with a spinner while it's busy. */
export function SubmitButton({
  isBusy,
  className = "btn",
  children,
}: {
  isBusy: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <button type="submit" className={className} disabled={isBusy}>
      {isBusy && <span className="spin" aria-hidden />}
      {children}
    </button>
  );
}

/** Renders Cancel and Save at the bottom of a dialog, or their other labels. */
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
