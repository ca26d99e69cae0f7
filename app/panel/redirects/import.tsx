import { useState } from "react";
import { flushSync } from "react-dom";
import { useFetcher } from "react-router";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import type { ImportedLine } from "../../features/redirects/import.server.ts";
import { Dialog, DialogHead } from "../../ui/panel/dialog.tsx";
import { TextField } from "../../ui/panel/field.tsx";
import { SaveFooter } from "../../ui/panel/form-parts.tsx";
import { type Column, Table } from "../../ui/panel/table.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import type { ImportReply } from "./action.server.ts";

const columnsOf = (outcomes: Record<ImportedLine["outcome"], string>): Column<ImportedLine>[] => [
  { head: "Line", className: "num", cell: ({ line }) => line },
  {
    head: "Old URL",
    className: "tbl__address",
    cell: ({ from, to }) => (
      <>
        {from || <span className="subtle">Empty</span>} {to && <small>→ {to}</small>}
      </>
    ),
  },
  {
    head: "Outcome",
    className: "tbl__outcome",
    cell: ({ outcome, note }) => (
      <>
        <span className={`badge badge--${outcome === "refused" ? "warn" : "up"}`}>{outcomes[outcome]}</span>
        {note && <small>{note}</small>}
      </>
    ),
  },
];

/** Imports redirects from a CSV file, after a preview. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<ImportReply>();
  // A new file invalidates the preview.
  const [outdated, setOutdated] = useState<ImportReply>();
  const reply = fetcher.data === outdated ? undefined : fetcher.data;
  const lines = reply?.lines ?? [];
  const taken = lines.filter(({ outcome }) => outcome !== "refused").length;
  const canImport = reply?.isPreview === true && taken > 0;
  useToast(fetcher.data?.toast);
  return (
    <Dialog onClose={onClose} hasChanges={() => false}>
      <fetcher.Form method="post" className="dlg" encType="multipart/form-data">
        <DialogHead title="Import redirects" about="A CSV file with the columns From and To." />
        <div className="dlg__b">
          <input type="hidden" name="intent" value="import" />
          {!canImport && <input type="hidden" name="preview" value="1" />}
          <div className="fgrid">
            <TextField
              field={{ id: "import-file", name: "file" }}
              label="CSV file"
              hint="Use the same format as the export. “gone” in the To column means the page is permanently removed. Existing redirects are overwritten."
              type="file"
              accept=".csv,text/csv"
              onChange={({ currentTarget: { form, value } }) => {
                flushSync(() => setOutdated(fetcher.data));
                if (value) form?.requestSubmit();
              }}
            />
            {lines.length > 0 && (
              <Table
                className="tbl"
                caption={reply?.isPreview ? "What an import would do with each line" : "Result for each line"}
                columns={columnsOf(reply?.isPreview ? words.previewOutcomes : words.outcomes)}
                rows={lines}
                keyOf={({ line }) => line}
              />
            )}
          </div>
        </div>
        <SaveFooter
          isBusy={fetcher.state !== "idle"}
          onCancel={onClose}
          cancel="Close"
          save={canImport ? words.importLines(taken) : words.preview}
        />
      </fetcher.Form>
    </Dialog>
  );
}
