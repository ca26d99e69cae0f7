// A window over the page that holds a form: focus stays inside, Escape closes, the page behind it waits.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { findField, firstField } from "./find-field.ts";
import { confirmLeaving, leave, useUnsavedGuard } from "./unsaved-guard.ts";

/**
 * An open dialog; leave it out of the tree to close it. Its child is the form, which begins with `DialogHead`.
 * @param onClose Escape or the Close button; a press beside the dialog does nothing, so that no slip of the pointer
 *   loses what was typed
 * @param hasChanges asked before it closes that way or the page is left: where true, the person is asked first
 * @param size "small" for a few fields, "wide" for fields with something beside them
 */
export function Dialog({
  children,
  onClose,
  hasChanges,
  size = "large",
}: {
  children: ReactNode;
  onClose: () => void;
  hasChanges: () => boolean;
  size?: "large" | "small" | "wide";
}) {
  useUnsavedGuard(hasChanges);
  return (
    <Base.Root
      open
      disablePointerDismissal
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        if (!hasChanges()) onClose();
        else if (confirmLeaving()) leave(onClose);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim__bg" />
        <Base.Viewport className="scrim">
          <Base.Popup
            className={size === "large" ? "dlgw" : `dlgw dlgw--${size}`}
            initialFocus={startingField}
          >
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * The field that the address names, as in `#meta_title`, else the first thing to type into, not the Close button; in
 * the dialog on top where there are two.
 */
function startingField(): HTMLElement | true {
  const onTop = [...document.querySelectorAll(".dlg__b")].at(-1);
  if (!onTop) return true;
  const named = location.hash && findField(onTop, location.hash.slice(1));
  return named || (firstField(onTop) ?? true);
}

/** The dialog's name, what it is about, and Close; `children` stand between them. */
export function DialogHead({
  title,
  about,
  children,
}: {
  title: string;
  about?: string;
  children?: ReactNode;
}) {
  return (
    <div className="dlg__h">
      <div>
        <Base.Title>{title}</Base.Title>
        {about && <Base.Description>{about}</Base.Description>}
      </div>
      {children}
      <Base.Close className="btn btn--icon btn--ghost" aria-label="Close">
        <X className="i" aria-hidden />
      </Base.Close>
    </div>
  );
}
