import { Eye } from "lucide-react";
import { href } from "react-router";
import { preview } from "../../copy/panel/preview.ts";
import { type fetchJson, fetchJsonLoggedIn } from "./fetch-json.ts";
import { postedFields } from "./posted-fields.ts";
import { showToast } from "./toaster.tsx";

/**
 * Previews the surrounding form in a new tab, without saving it.
 * @param id id or key
 */
export function PreviewButton({ kind, id }: { kind: string; id: string }) {
  return (
    <button
      type="button"
      className="btn btn--ghost"
      onClick={({ currentTarget }) => currentTarget.form && openPreview(currentTarget.form, { kind, id })}
    >
      <Eye className="i" aria-hidden />
      <span className="sr-phone">{preview.button}</span>
      <span className="sr"> ({preview.hint})</span>
    </button>
  );
}

/** The id of a record that was never saved. */
export const NEW_RECORD = "new";

const ADDRESS = href("/admin-control-panel-seoprozone/preview");

type Previewed = { kind: string; id?: string; row?: string };

/**
 * Stores a form for ten minutes.
 * @param of.row index of the page to preview, in a form that adds many pages
 * @param ask by default, asks a person whose session has ended to sign in again
 * @returns the URL of its preview
 */
export async function storePreview(
  edited: HTMLFormElement,
  { kind, id: record = NEW_RECORD, ...more }: Previewed,
  ask: typeof fetchJson = fetchJsonLoggedIn,
  signal?: AbortSignal,
): Promise<{ answer?: string }> {
  const form = { ...postedFields(new FormData(edited)), kind, record, ...more };
  const { answer } = await ask<{ id: string }>(ADDRESS, { form, signal });
  return { answer: answer && `${ADDRESS}?${new URLSearchParams(answer)}` };
}

/** Previews a form in a new tab, without saving it. */
export async function openPreview(edited: HTMLFormElement, of: Previewed) {
  // Open the window now: browsers only allow it during a click, not after a response.
  const page = window.open("about:blank", "_blank");
  const { answer } = await storePreview(edited, of);
  if (answer && page) page.location.href = answer;
  else {
    page?.close();
    showToast({ tone: "bad", title: preview.refused, text: page ? preview.failed : preview.blocked });
  }
}
