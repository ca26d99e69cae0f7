import { fetchPage } from "./fetch-page.ts";
import { showToast } from "./toasts.ts";

const PATIENCE_MS = 30_000;
/** Each waits for nine seconds. */
const REPORT_TRIES = 6;

/**
 * Sends public forms without leaving the page (SPEC 4): the same post, whose answer is a whole page; the form in it
 * takes this form's place, cleared or with what is wrong. Where no such answer comes, everything typed stays and the
 * form's own failure toast shows (SPEC 8).
 */
export function sendForms() {
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !form.dataset.form) return;
    event.preventDefault();
    if (!form.ariaBusy) send(form);
  });
}

/**
 * SPEC 5, decision 0035.30: without a service nothing is sent; the toast says so, and the field itself.
 * @returns whether one is missing
 */
function lacksService(form: HTMLFormElement): boolean {
  const select = form.querySelector<HTMLSelectElement>("select[data-empty-error]");
  if (!select || select.value) return false;
  const { emptyError = "", emptyToast = "" } = select.dataset;
  if (!select.ariaInvalid) {
    const error = document.createElement("p");
    error.className = "error";
    error.id = `${select.id}-error`;
    error.textContent = emptyError;
    select.after(error);
    select.ariaInvalid = "true";
    select.setAttribute("aria-describedby", error.id);
    select.addEventListener("change", () => {
      error.remove();
      select.ariaInvalid = null;
    });
  }
  showToast({ title: emptyToast, text: "" });
  select.focus();
  return true;
}

type Fields = HTMLFormControlsCollection & { idempotencyKey?: HTMLInputElement };

async function send(form: HTMLFormElement) {
  if (lacksService(form)) return;
  // One key for every try to send this form. Old browsers and plain http have none to give.
  const { idempotencyKey: key } = form.elements as Fields;
  if (key) key.value ||= crypto.randomUUID?.() ?? "";
  // Disabled fields are not sent: read them first.
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  // Where the visit came from; without scripts it stays unknown.
  body.set("referrer", document.referrer);
  const landing = window.navigation?.entries().findLast(({ url }) => url?.includes("utm_"))?.url;
  if (landing) body.set("landing", landing);
  const ready = disable(form);
  try {
    const page = await fetchPage(form.action, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = page.querySelector<HTMLFormElement>(`form[data-form="${form.dataset.form}"]`);
    if (!answer) {
      ready();
      return fail(form, page.querySelector("[data-reason]")?.textContent);
    }
    const toast = answer.querySelector<HTMLElement>("[data-toast]");
    form.replaceWith(answer);
    answer.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail: body }));
    // What is wrong is said at its fields; that all went well stays said in the form.
    if (toast) showToast(toast, () => toast.dataset.toast === "good" && answer.prepend(toast));
    const check = findCheck(answer);
    if (check) showReport(check, REPORT_TRIES);
    const invalid = answer.querySelector<HTMLElement>("[aria-invalid]");
    if (invalid) invalid.focus();
    else answer.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true });
  } catch {
    ready();
    fail(form);
  }
}

const findCheck = (where: ParentNode) => where.querySelector<HTMLElement>("[data-check]");

/** The card of the report takes the place of the words that it is being made; the server waits for it. */
async function showReport(place: HTMLElement, tries: number) {
  const card = findCheck(await fetchPage(place.dataset.check!));
  if (card) place.replaceChildren(card);
  else if (tries) showReport(place, tries - 1);
}

/** @param reason the server's own, where it has one that the visitor can do something about */
function fail({ dataset: { failureTitle = "", failureText = "" } }: HTMLFormElement, reason?: string | null) {
  showToast({ title: failureTitle, text: reason || failureText });
}

/** Disables every field and says so on the button; the function it returns brings everything back. */
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
