import { Eye } from "lucide-react";
import { href } from "react-router";
import { preview } from "../../copy/panel/preview.ts";
import { fetchJsonLoggedIn } from "./fetch-json.ts";
import { showToast } from "./toaster.tsx";

/**
 * Shows in a window of its own the page as it would be with what stands in the form around the button; nothing is saved.
 * @param kind of `features/records/`
 * @param id what its kind knows it by
 */
export function PreviewButton({ kind, id }: { kind: string; id: string }) {
  return (
    <button
      type="button"
      className="btn btn--ghost"
      onClick={({ currentTarget }) => currentTarget.form && show(currentTarget.form, kind, id)}
    >
      <Eye className="i" aria-hidden />
      <span className="sr-phone">{preview.button}</span>
      <span className="sr"> ({preview.hint})</span>
    </button>
  );
}

const ADDRESS = href("/admin-control-panel-seoprozone/preview");

async function show(edited: HTMLFormElement, kind: string, record: string) {
  // At once: a browser lets a press open a window, not an answer that comes later.
  const page = window.open("about:blank", "_blank");
  const { answer } = await fetchJsonLoggedIn<{ id: string }>(ADDRESS, {
    form: { ...fieldsOf(edited), kind, record },
  });
  if (answer && page) page.location.href = `${ADDRESS}?${new URLSearchParams(answer)}`;
  else {
    page?.close();
    showToast({ tone: "bad", title: preview.refused, text: page ? preview.failed : preview.blocked });
  }
}

/** What the form holds; of a switch that is off, no browser posts anything. */
function fieldsOf(edited: HTMLFormElement): Record<string, string> {
  const held = new FormData(edited);
  const fields = Object.fromEntries(
    [...held].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  for (const name of held.getAll("switches")) fields[String(name)] ??= "off";
  return fields;
}
