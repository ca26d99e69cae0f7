import { useRef } from "react";
import { useFetcher } from "react-router";
import { Dialog, DialogHead } from "../../ui/panel/dialog.tsx";
import { SaveFooter } from "../../ui/panel/form-parts.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import type { ImportReply } from "./action.server.ts";

const OUTCOMES = { added: "Added", changed: "Changed", unchanged: "As it was", refused: "Not taken" };

/** A CSV file of redirects, and what became of each of its lines. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<ImportReply>();
  const file = useRef<HTMLInputElement>(null);
  const lines = fetcher.data?.lines ?? [];
  useToast(fetcher.data?.toast);
  return (
    <Dialog onClose={onClose} hasChanges={() => false}>
      <fetcher.Form method="post" className="dlg" encType="multipart/form-data">
        <DialogHead title="Import redirects" about="A CSV file with the columns From and To." />
        <div className="dlg__b">
          <input type="hidden" name="intent" value="import" />
          <div className="fgrid">
            <div className="field">
              <label className="label" htmlFor="import-file">
                CSV file
              </label>
              <input
                className="input"
                id="import-file"
                name="file"
                type="file"
                accept=".csv,text/csv"
                aria-describedby="import-hint"
                ref={file}
              />
              <p className="hint" id="import-hint">
                As the export writes it. “gone” in To means that the page is gone for good. Addresses that are
                there already get the file’s target.
              </p>
            </div>
            {lines.length > 0 && (
              <table className="tbl">
                <caption className="sr">What became of each line</caption>
                <thead>
                  <tr>
                    <th scope="col">Line</th>
                    <th scope="col">Old address</th>
                    <th scope="col">Outcome</th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map(({ line, from, outcome, note }) => (
                    <tr key={line}>
                      <td className="num">{line}</td>
                      <td className="tbl__address">{from || <span className="subtle">Empty</span>}</td>
                      <td className="tbl__outcome">
                        <span className={`badge badge--${outcome === "refused" ? "warn" : "up"}`}>
                          {OUTCOMES[outcome]}
                        </span>
                        {note && <small>{note}</small>}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </div>
        </div>
        <SaveFooter isBusy={fetcher.state !== "idle"} onCancel={onClose} cancel="Close" save="Import" />
      </fetcher.Form>
    </Dialog>
  );
}
