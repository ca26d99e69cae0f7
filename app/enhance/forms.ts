import { fetchPage } from "./fetch-page.ts";
import { showToast } from "./toasts.ts";

const PATIENCE_MS = 30_000;
/** As in trail.server.ts. */
const TRAIL_MAX = 9_000;
/** The server holds each request for up to nine seconds, until the report is ready. */
const REPORT_TRIES = 6;

/**
 * Submits public forms without leaving the page (SPEC 4). Sends the same request as without the script, and replaces
 * the form with the one in the returned page. If that page has none, everything typed stays and a failure toast appears
 * (SPEC 8).
 */
export function sendForms() {
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !form.dataset.form) return;
    event.preventDefault();
    if (!form.ariaBusy) send(form);
  });
}

/** Shows an error if the form needs a service and none is selected (SPEC 5, decision 0035.30). */
function lacksService(form: HTMLFormElement): boolean {
  const select = form.querySelector<HTMLSelectElement>("select[data-empty-error]");
  if (!select || select.value) return false;
  const { emptyError, emptyToast } = select.dataset;
  if (!select.ariaInvalid) {
    const error = document.createElement("p");
    error.className = "error";
    error.id = `${select.id}-error`;
    error.textContent = emptyError!;
    select.after(error);
    select.ariaInvalid = "true";
    select.setAttribute("aria-describedby", error.id);
    select.addEventListener("change", () => {
      error.remove();
      select.ariaInvalid = null;
    });
  }
  showToast({ title: emptyToast! });
  select.focus();
  return true;
}

type Fields = HTMLFormControlsCollection & { idempotencyKey?: HTMLInputElement };

async function send(form: HTMLFormElement) {
  if (lacksService(form)) return;
  // Retries use the same key. Old browsers and pages on plain http can't generate one.
  const { idempotencyKey: key } = form.elements as Fields;
  if (key) key.value ||= crypto.randomUUID?.() ?? "";
  // Must come before `disable`, because disabled fields aren't included.
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  body.set("referrer", document.referrer);
  // This tab's visit, cut so that the post can't become too large. Nothing is stored, and nothing is sent earlier.
  const entries = window.navigation?.entries() ?? [];
  body.set(
    "trail",
    entries
      .map((entry) => entry.url)
      .join("\n")
      .slice(0, TRAIL_MAX),
  );
  const ready = disable(form);
  try {
    const page = await fetchPage(form.action, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = page.querySelector<HTMLFormElement>(`[data-form="${form.dataset.form}"]`);
    if (!answer) {
      ready();
      return fail(form, page.querySelector("[data-reason]")?.textContent);
    }
    const toast = answer.querySelector<HTMLElement>("[data-toast]");
    form.replaceWith(answer);
    answer.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail: body }));
    const place = toast?.parentElement;
    // When it closes, a success toast returns to its place in the form. An error toast doesn't, because the fields
    // show the errors.
    if (toast) showToast(toast, () => toast.dataset.toast === "good" && place?.prepend(toast));
    const check = findCheck(answer);
    if (check) showReport(check, REPORT_TRIES);
    answer.querySelector<HTMLElement>(".sent,[aria-invalid],[type=submit]")?.focus();
  } catch {
    ready();
    fail(form);
  }
}

const findCheck = (where: ParentNode) => where.querySelector<HTMLElement>("[data-check]");

/** Replaces the "preparing your report" message with the report's summary. */
async function showReport(place: HTMLElement, tries: number) {
  const card = findCheck(await fetchPage(place.dataset.check!));
  if (card) place.replaceChildren(card);
  else if (tries) showReport(place, tries - 1);
}

/** @param reason the server's error, if the visitor can fix it */
function fail({ dataset: { failureTitle, failureText } }: HTMLFormElement, reason?: string | null) {
  showToast({ title: failureTitle!, text: reason || failureText });
}

/** Disables every field and shows the button as busy. Returns a function that undoes both. */
function disable(form: HTMLFormElement) {
  const fields = [...form.elements] as HTMLInputElement[];
  const enabled = fields.filter((field) => !field.disabled);
  const button = form.querySelector<HTMLButtonElement>("[data-sending]");
  const face = [...(button?.childNodes ?? [])];
  const hadFocus = document.activeElement;
  form.ariaBusy = "true";
  for (const field of enabled) field.disabled = true;
  if (button) {
    const spinner = document.createElement("span");
    spinner.className = "spin";
    button.replaceChildren(spinner, button.dataset.sending ?? "");
    button.classList.add("is-busy");
  }
  return () => {
    form.ariaBusy = null;
    for (const field of enabled) field.disabled = false;
    button?.replaceChildren(...face);
    button?.classList.remove("is-busy");
    (hadFocus as HTMLElement | null)?.focus({ preventScroll: true });
  };
}
