import { Eye } from "lucide-react";
import { href } from "react-router";
import { preview } from "../../copy/panel/preview.ts";
import { fetchJsonLoggedIn } from "./fetch-json.ts";
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

/** @param of.row index of the page to preview, in a form that adds many pages */
export async function openPreview(
  edited: HTMLFormElement,
  { kind, id: record = NEW_RECORD, ...more }: { kind: string; id?: string; row?: string },
) {
  // Open the window now: browsers only allow it during a click, not after a response.
  const page = window.open("about:blank", "_blank");
  const { answer } = await fetchJsonLoggedIn<{ id: string }>(ADDRESS, {
    form: { ...postedFields(new FormData(edited)), kind, record, ...more },
  });
  if (answer && page) page.location.href = `${ADDRESS}?${new URLSearchParams(answer)}`;
  else {
    page?.close();
    showToast({ tone: "bad", title: preview.refused, text: page ? preview.failed : preview.blocked });
  }
}
