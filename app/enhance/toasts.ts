import { TOAST_MS } from "../copy/business.ts";

let endEarlier = (): unknown => undefined;

/**
 * Shows a toast in the corner (SPEC 8, 9): for five seconds, longer while it is pointed at or holds the focus or the
 * page is hidden; its button dismisses it.
 * @param from a toast that the server made, or the words of a bad one
 * @param afterwards where the toast goes when its time is over
 */
export function showToast(from: HTMLElement | { title: string; text: string }, afterwards?: () => void) {
  const place = document.querySelector("[data-toasts]");
  const toast = from instanceof HTMLElement ? from : makeToast(from);
  if (!place || !toast) return;
  let left = TOAST_MS;
  let since = 0;
  let timer = 0;
  const leave = () => {
    clearTimeout(timer);
    button.remove();
    toast.remove();
    afterwards?.();
  };
  const button = dismissButton(leave);
  toast.append(button);
  // What an earlier one said is over.
  endEarlier();
  endEarlier = () => place.contains(toast) && leave();
  place.replaceChildren(toast);

  const hold = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    left -= Date.now() - since;
  };
  const run = () => {
    if (timer || document.hidden || !place.contains(toast) || toast.matches(":hover, :focus-within")) return;
    since = Date.now();
    timer = window.setTimeout(leave, Math.max(left, 1000));
  };
  for (const name of ["pointerenter", "focusin"]) toast.addEventListener(name, hold);
  for (const name of ["pointerleave", "focusout"]) toast.addEventListener(name, () => setTimeout(run));
  // In the place of an earlier toast's.
  document.onvisibilitychange = () => (document.hidden ? hold() : run());
  run();
}

function makeToast({ title, text }: { title: string; text: string }): HTMLElement | null {
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
    // Back to where one was.
    (before as HTMLElement | null)?.focus({ preventScroll: true });
  });
  return button;
}
