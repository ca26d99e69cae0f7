import { useState } from "react";
import { useFetcher } from "react-router";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import { Dialog, DialogHead } from "../../ui/panel/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { SaveFooter } from "../../ui/panel/form-parts.tsx";
import { Table } from "../../ui/panel/table.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import type { ManyReply } from "./many.server.ts";

const words = landingPages.bulk;

/** Adds many pages from a list: first a preview of them, then their drafts in one set of changes. */
export function ManyDialog(props: { own: readonly { id: string; title: string }[]; onClose: () => void }) {
  const { own, onClose } = props;
  const fetcher = useFetcher<ManyReply>();
  // Another list needs its own preview.
  const [outdated, setOutdated] = useState<ManyReply>();
  // A request that failed comes back without them.
  const answered = fetcher.data?.pages ? fetcher.data : undefined;
  const reply = fetcher.data === outdated ? undefined : answered;
  const isReady = reply !== undefined && reply.pages.length > 0 && !reply.isAdded;
  useToast(fetcher.data?.toast);
  const field = (name: string) => ({
    ...{ id: `many-${name}`, name },
    errors: reply?.errors[name] ? [reply.errors[name]] : undefined,
  });
  const change = () => setOutdated(fetcher.data);
  const templates = own.filter(({ title }) => /\{[a-z_]+\}/i.test(title));
  return (
    <Dialog onClose={onClose} hasChanges={() => false}>
      <fetcher.Form method="post" className="dlg" encType="multipart/form-data">
        <DialogHead title={words.title} about={words.about} />
        <div className="dlg__b">
          {templates.length === 0 && <p className="hint">{words.noTemplate}</p>}
          <input type="hidden" name="intent" value="add-many" />
          {!isReady && <input type="hidden" name="preview" value="1" />}
          <div className="fgrid">
            <SelectField field={field("template")} label={words.template} onChange={change}>
              {templates.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
            <TextAreaField
              field={field("csv")}
              label={words.list}
              hint={words.listHint}
              placeholder={"city,state\nBrooklyn,NY\nHoboken,NJ"}
              rows={6}
              onChange={change}
            />
            <TextField
              field={field("file")}
              label={words.file}
              type="file"
              accept=".csv,text/csv"
              onChange={change}
            />
            <TextField field={field("title")} label={words.set} isRequired maxLength={80} />
            {reply && reply.pages.length > 0 && (
              <Table
                className="tbl"
                caption={reply.isAdded ? words.done(reply.pages.length) : words.preview(reply.pages.length)}
                columns={[
                  { head: words.columns.title, cell: ({ title }) => title },
                  { head: words.columns.url, className: "tbl__address", cell: ({ slug }) => `/${slug}` },
                ]}
                rows={reply.pages}
                keyOf={({ slug }) => slug}
              />
            )}
          </div>
        </div>
        <SaveFooter
          isBusy={fetcher.state !== "idle"}
          onCancel={onClose}
          cancel={landingPages.sections.close}
          save={isReady ? words.create : words.check}
        />
      </fetcher.Form>
    </Dialog>
  );
}
