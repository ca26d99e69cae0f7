// A modal dialog: keeps focus inside, closes on Escape, and makes the page behind it inert.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { findField, firstField } from "./find-field.ts";
import { confirmLeaving, leave, useUnsavedGuard } from "./unsaved-guard.ts";

/**
 * Renders an open dialog around a form that starts with `DialogHead`. Unmount it to close it.
 * @param onClose not called for clicks outside the dialog, because closing could lose typed text
 * @param hasChanges if it returns true, closing and leaving need confirmation
 * @param returnTo returns what gets the focus when it closes, if that's not what had it before
 */
export function Dialog({
  children,
  onClose,
  hasChanges,
  returnTo,
  size = "large",
}: {
  children: ReactNode;
  onClose: () => void;
  hasChanges: () => boolean;
  returnTo?: () => HTMLElement | null;
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
            finalFocus={returnTo && (() => returnTo() ?? true)}
          >
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Returns the field to focus: the one in the URL's fragment, such as `#meta_title`, or the first editable
 * field; true, Base UI's default, if there's none.
 */
function startingField(): HTMLElement | true {
  const onTop = [...document.querySelectorAll(".dlg__b")].at(-1);
  if (!onTop) return true;
  const named = location.hash && findField(onTop, location.hash.slice(1));
  return named || (firstField(onTop) ?? true);
}

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
