// A modal dialog with a form: focus stays inside, Escape closes it, and the page behind waits.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { findField, firstField } from "./find-field.ts";
import { confirmLeaving, leave, useUnsavedGuard } from "./unsaved-guard.ts";

/**
 * Renders an open dialog; remove it from the tree to close it. Its child is the form, which starts with
 * `DialogHead`.
 * @param onClose called for Escape and the Close button; clicking outside does nothing, so that no slip loses typed
 * text
 * @param hasChanges called before closing or leaving; if true, the owner is asked first
 * @param size "small" for a few fields, "wide" for fields with something next to them
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
 * Returns the field in the URL's fragment, such as `#meta_title`, else the first editable field rather than Close;
 * in the topmost dialog.
 */
function startingField(): HTMLElement | true {
  const onTop = [...document.querySelectorAll(".dlg__b")].at(-1);
  if (!onTop) return true;
  const named = location.hash && findField(onTop, location.hash.slice(1));
  return named || (firstField(onTop) ?? true);
}

/** Renders the dialog's name, purpose and Close button, with `children` between them. */
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
