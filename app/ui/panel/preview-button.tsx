import { Eye } from "lucide-react";
import { href } from "react-router";
import { preview } from "../../copy/panel/preview.ts";
import { fetchJsonLoggedIn } from "./fetch-json.ts";
import { postedFields } from "./posted-fields.ts";
import { showToast } from "./toaster.tsx";

/**
 * Opens a new tab with the page as the form around the button would make it; nothing is saved.
 * @param kind from `features/records/`
 * @param id its id or key
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

/** Stands for the id of a record that was never saved. */
export const NEW_RECORD = "new";

const ADDRESS = href("/admin-control-panel-seoprozone/preview");

/**
 * Opens a new tab with the page as the form would save it.
 * @param of.row of the list that the form adds, if it adds many
 */
export async function openPreview(
  edited: HTMLFormElement,
  { kind, id: record = NEW_RECORD, ...more }: { kind: string; id?: string; row?: string },
) {
  // Opened synchronously: browsers allow windows for clicks, not for later responses.
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
