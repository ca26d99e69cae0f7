// Toasts stay for five seconds, and longer while hovered, focused or in a background window.
import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { href, Link, useFetcher } from "react-router";
import { TOAST_MS, UNDO_TOAST_MS } from "../../copy/business.ts";
import { undo as words } from "../../copy/panel/undo.ts";
import type { SaveReply } from "./save-reply.ts";

/** A toast. Server replies can contain one. */
export type ToastMessage = {
  tone: "good" | "bad";
  title: string;
  text?: string;
  links?: ToastLink[];
  /** about the data on screen: a successful save doesn't dismiss it */
  isOfScreen?: boolean;
  /** the operation that Undo reverts; with `isRedo`, the button says Redo */
  operation?: string;
  isRedo?: boolean;
};

/** A link in a toast: within the panel, or to the site in a new tab. */
export type ToastLink = { label: string; to: string; isOnSite?: boolean };

export const viewOnSite = (to: string): ToastLink => ({ label: "View on site", to, isOnSite: true });

type ShownToast = ToastMessage & { key: number; undo?: () => void };

const manager = Toast.createToastManager<ShownToast>();

/** IDs of the error toasts that the next success dismisses. */
const failures = new Set<string>();
let count = 0;

/**
 * A success dismisses earlier errors, and a repeated error replaces the earlier toast. In a background tab,
 * the toast waits until the tab is visible.
 */
export function showToast(message: ToastMessage, undo?: () => void) {
  if (document.hidden) {
    document.addEventListener("visibilitychange", () => showToast(message, undo), { once: true });
    return;
  }
  const isBad = message.tone === "bad";
  const id = isBad ? `${message.title}\n${message.text ?? ""}` : undefined;
  if (id) manager.close(id);
  if (id && !message.isOfScreen) failures.add(id);
  if (!isBad) {
    for (const failure of failures) manager.close(failure);
    failures.clear();
  }
  manager.add({ id, timeout: undo ? UNDO_TOAST_MS : TOAST_MS, data: { ...message, undo, key: ++count } });
}

/** Shows a toast for every new reply that has one. */
export function useToast(message: ToastMessage | null | undefined, undo?: () => void) {
  const latest = useRef(undo);
  latest.current = undo;
  useEffect(() => {
    if (message) showToast(message, latest.current && (() => latest.current?.()));
  }, [message]);
}

/** Key of the fetcher that all toasts share for Undo, because a toast closes before the response arrives. */
export const UNDO = "undo";

/** Returns a function that undoes an operation, or redoes it, and shows the result. */
export function useUndo() {
  const fetcher = useFetcher<SaveReply>({ key: UNDO });
  return (operation: string, isRedo?: boolean) =>
    fetcher.submit(
      { operation, ...(isRedo && { redo: "on" }) },
      { method: "post", action: href("/admin-control-panel-seoprozone/undo") },
    );
}

/**
 * Renders the toast region. Each layout needs one, before anything that shows toasts on mount. F6 focuses the
 * newest toast.
 * @param notice shown without JavaScript; after hydration, `useToast` shows it
 */
export function Toaster({ notice }: { notice?: ToastMessage | null }) {
  const isHydrated = useIsHydrated();
  useToast(useFetcher<SaveReply>({ key: UNDO }).data?.toast);
  return (
    <Toast.Provider toastManager={manager} limit={Number.POSITIVE_INFINITY}>
      {notice && !isHydrated && (
        <section className="toasts" aria-label="Notifications">
          <div className={classOf(notice)}>
            <Words {...notice} />
          </div>
        </section>
      )}
      <Toast.Portal>
        <ToastRegion />
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastRegion() {
  const { toasts, close, update } = Toast.useToastManager<ShownToast>();
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  // Return focus to where it was, even if other toasts remain. Base UI would focus the next toast.
  const end = (id: string) => {
    if (region.current?.contains(document.activeElement)) cameFrom.current?.focus({ preventScroll: true });
    close(id);
  };

  // Replaces Base UI's pause, which starts when a toast appears under a resting pointer, doesn't start when a
  // script focuses a toast, and ends for all toasts when focus moves.
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    for (const toast of toasts) {
      const timeout = isHeld ? 0 : toast.data?.undo ? UNDO_TOAST_MS : TOAST_MS;
      if (toast.timeout !== timeout) update(toast.id, { timeout });
    }
    // Removing the last toast fires no event to end the pause.
    if (!toasts.length) setHeld(false);
  }, [isHeld, toasts, update]);

  return (
    <Toast.Viewport
      ref={region}
      className="toasts"
      onMouseEnter={(event) => event.preventBaseUIHandler()}
      onMouseMove={(event) => event.preventBaseUIHandler()}
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onBlur={() => setHeld(false)}
      onFocus={({ target, currentTarget, relatedTarget: before }) => {
        setHeld(true);
        if (before instanceof HTMLElement && !currentTarget.contains(before)) cameFrom.current = before;
        // After F6, focus the newest toast's first control.
        if (target === currentTarget)
          currentTarget.querySelector<HTMLElement>("li:last-child :is(a, button)")?.focus();
      }}
      // On a second F6, Base UI would focus a toast again.
      onKeyDown={(event) => event.key === "F6" && event.stopPropagation()}
    >
      <ul className="toasts__list">
        {toasts.toReversed().map((toast) => (
          // A repeated error has a new key, so screen readers announce it again.
          <ToastItem key={toast.data?.key} toast={toast} onEnd={() => end(toast.id)} />
        ))}
      </ul>
    </Toast.Viewport>
  );
}

/** Turns a toast into a list item instead of Base UI's dialog. */
const PLAIN_ITEM = { role: undefined, tabIndex: undefined, "aria-modal": undefined };

function ToastItem({ toast, onEnd }: { toast: Toast.Root.ToastObject<ShownToast>; onEnd: () => void }) {
  const runUndo = useUndo();
  const { data } = toast;
  if (!data) return null;
  const { operation, isRedo } = data;
  const undo = data.undo ?? (operation && (() => runUndo(operation, isRedo)));
  return (
    <Toast.Root
      toast={toast}
      render={<li />}
      {...PLAIN_ITEM}
      // Swiping is off, so text can be selected with the pointer.
      swipeDirection={[]}
      className={classOf(data)}
    >
      <Words {...data}>
        {data.links?.map((link) => (
          <Way key={link.to} {...link} onFollow={onEnd} />
        ))}
      </Words>
      <span className="toast__acts">
        {undo && (
          <button
            type="button"
            className="btn btn--soft btn--sm"
            onClick={() => {
              onEnd();
              undo();
            }}
          >
            {data.isRedo ? words.redo : words.undo}
          </button>
        )}
        <button type="button" className="btn btn--icon btn--ghost" aria-label="Dismiss" onClick={onEnd}>
          <X className="i" aria-hidden />
        </button>
      </span>
    </Toast.Root>
  );
}

const classOf = ({ tone }: ToastMessage) => (tone === "bad" ? "toast toast--bad" : "toast");

function Way({ label, to, isOnSite, onFollow }: ToastLink & { onFollow: () => void }) {
  const className = "toast__way";
  // A plain anchor: React Router would treat a text fragment as a location in the panel.
  if (isOnSite)
    return (
      <a className={className} href={to} target="_blank" rel="noopener">
        {label}
      </a>
    );
  return (
    <Link className={className} to={to} onClick={onFollow}>
      {label}
    </Link>
  );
}

function Words({ tone, title, text, children }: ToastMessage & { children?: ReactNode }) {
  const Icon = tone === "bad" ? CircleAlert : CircleCheck;
  return (
    <>
      <Icon className="i" aria-hidden />
      <div>
        <b>{title}</b>
        {text && <p>{text}</p>}
        {children}
      </div>
    </>
  );
}

/** False on the server and until hydration. */
const useIsHydrated = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
