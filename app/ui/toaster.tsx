// What happened, said for five seconds in the corner and to screen readers.
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { TOAST_MS } from "../copy/business.ts";

/** Words of a toast; a server's answer can carry one. */
export type ToastMessage = {
  tone: "good" | "bad";
  title: string;
  text?: string;
  links?: ToastLink[];
  /** whether it is about what is on the screen: a save that has worked does not take it back */
  isOfScreen?: boolean;
};

/** Where a toast leads: on the site, in a tab of its own, or within the panel. */
export type ToastLink = { label: string; to: string; isOnSite?: boolean };

/** The link of a toast to what was saved, as visitors see it. */
export const viewOnSite = (to: string): ToastLink => ({ label: "View on site", to, isOnSite: true });

type ShownToast = ToastMessage & { id: number; undo?: () => void };

const NONE: ShownToast[] = [];
let shown = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(toasts: ShownToast[]) {
  shown = toasts;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows a toast, from any event or effect in the browser.
 * @param undo where given, the toast has an Undo button for as long as it shows
 */
export function showToast(message: ToastMessage, undo?: () => void) {
  // What failed before has worked now; what fails again is said once.
  const before = shown.filter(({ tone, title, text, isOfScreen }) =>
    message.tone === "good"
      ? tone === "good" || isOfScreen
      : title !== message.title || text !== message.text,
  );
  change([...before, { ...message, undo, id: ++lastId }]);
}

const dismiss = (id: number) => change(shown.filter((toast) => toast.id !== id));

/** Shows a toast whenever a new answer with one arrives. */
export function useToast(message: ToastMessage | null | undefined, undo?: () => void) {
  const latest = useRef(undo);
  latest.current = undo;
  useEffect(() => {
    if (message) showToast(message, latest.current && (() => latest.current?.()));
  }, [message]);
}

/**
 * The place where toasts appear, once in each layout. F6 leads to the newest.
 * @param notice a toast that came with the page: it is there without scripts; with them `useToast` takes over
 */
export function Toaster({ notice }: { notice?: ToastMessage | null }) {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
  const isHydrated = useIsHydrated();
  const region = useRef<HTMLElement>(null);
  // Reading one must not make the one above it vanish: while any is pointed at or focused, all stay.
  const [isHeld, setHeld] = useState(false);
  // Whoever came in by keyboard goes on from where they were.
  const cameFrom = useRef<HTMLElement | null>(null);
  const end = (id: number) => {
    if (region.current?.contains(document.activeElement)) cameFrom.current?.focus({ preventScroll: true });
    dismiss(id);
  };

  useEffect(() => {
    const toNewest = (event: KeyboardEvent) => {
      if (event.key !== "F6") return;
      const buttons = region.current?.querySelectorAll<HTMLElement>("li:last-child :is(a, button)");
      if (!buttons?.length) return;
      event.preventDefault();
      buttons[0]?.focus();
    };
    document.addEventListener("keydown", toNewest);
    return () => document.removeEventListener("keydown", toNewest);
  }, []);

  return (
    <section
      ref={region}
      className="toasts"
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      // Not on enter: one that appears under a resting pointer must go as any other.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget: before }) => {
        setHeld(true);
        if (before instanceof HTMLElement && !currentTarget.contains(before)) cameFrom.current = before;
      }}
      onBlur={() => setHeld(false)}
    >
      {notice && !isHydrated && (
        <div className={notice.tone === "bad" ? "toast toast--bad" : "toast"}>
          <Words {...notice} />
        </div>
      )}
      <ul className="toasts__list">
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} isHeld={isHeld} onEnd={() => end(toast.id)} />
        ))}
      </ul>
    </section>
  );
}

function Toast({ toast, isHeld, onEnd }: { toast: ShownToast; isHeld: boolean; onEnd: () => void }) {
  const left = useRef(TOAST_MS);
  const isHidden = useIsHidden();
  useEffect(() => {
    if (isHeld || isHidden) return;
    const since = Date.now();
    const timer = setTimeout(() => dismiss(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (Date.now() - since));
    };
  }, [toast.id, isHeld, isHidden]);

  return (
    <li className={toast.tone === "bad" ? "toast toast--bad" : "toast"}>
      <Words {...toast}>
        {toast.links?.map((link) => (
          <Way key={link.to} {...link} onFollow={onEnd} />
        ))}
      </Words>
      <span className="toast__acts">
        {toast.undo && (
          <button
            type="button"
            className="btn btn--soft btn--sm"
            onClick={() => {
              onEnd();
              toast.undo?.();
            }}
          >
            Undo
          </button>
        )}
        <button type="button" className="btn btn--icon btn--ghost" aria-label="Dismiss" onClick={onEnd}>
          <X className="i" aria-hidden />
        </button>
      </span>
    </li>
  );
}

function Way({ label, to, isOnSite, onFollow }: ToastLink & { onFollow: () => void }) {
  const className = "toast__way";
  // Not by the router, which would take the end that marks a text for a place of the panel.
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

/** False in what the server sends and until the scripts have taken it over. */
const useIsHydrated = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );

/** Whether the tab is in the background: a toast nobody can see must not run out. */
function useIsHidden(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    () => document.hidden,
    () => false,
  );
}
