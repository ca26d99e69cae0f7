import { TOAST_MS } from "../copy/business.ts";

const TICK_MS = 100;
/** Minimum time left after the visitor stops hovering over a toast or focusing it. */
const HELD_MS = 1000;

let endEarlier = (): unknown => undefined;

/**
 * Shows a toast in the corner (SPEC 8, 9) for five seconds, longer while it is hovered, focused or in a hidden tab.
 * @param from the server's toast, or the texts of an error toast
 * @param afterwards called when the toast closes
 */
export function showToast(from: HTMLElement | { title: string; text?: string }, afterwards?: () => unknown) {
  const place = document.querySelector("[data-toasts]");
  const toast = from instanceof HTMLElement ? from : makeToast(from);
  if (!place || !toast) return;
  let left = TOAST_MS;
  const timer = setInterval(() => {
    const isHeld = document.hidden || toast.matches(":hover, :focus-within");
    left = isHeld ? Math.max(left, HELD_MS) : left - TICK_MS;
    if (left <= 0) leave();
  }, TICK_MS);
  const leave = () => {
    clearInterval(timer);
    button.remove();
    toast.remove();
    afterwards?.();
  };
  const button = dismissButton(leave);
  toast.append(button);
  endEarlier();
  endEarlier = () => place.contains(toast) && leave();
  place.replaceChildren(toast);
}

function makeToast({ title, text }: { title: string; text?: string }): HTMLElement | null {
  const pattern =
    document.querySelector<HTMLTemplateElement>("[data-toast-pattern]")?.content.firstElementChild;
  if (!pattern) return null;
  const toast = pattern.cloneNode(true) as HTMLElement;
  const [head, more] = toast.querySelectorAll("b, p");
  if (head) head.textContent = title;
  if (text && more) more.textContent = text;
  else more?.remove();
  return toast;
}

function dismissButton(dismiss: () => void) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "toast__x";
  button.ariaLabel = "Dismiss";
  let before: EventTarget | null = null;
  button.addEventListener("focus", ({ relatedTarget }) => {
    before = relatedTarget;
  });
  button.addEventListener("click", () => {
    dismiss();
    (before as HTMLElement | null)?.focus({ preventScroll: true });
  });
  return button;
}
