import { Eye } from "lucide-react";
import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import { preview } from "../../copy/panel/preview.ts";
import { decodeSheet } from "../../platform/text/csv-input.ts";
import { Dialog, DialogHead } from "../../ui/panel/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { SaveFooter } from "../../ui/panel/form-parts.tsx";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { openPreview } from "../../ui/panel/preview-button.tsx";
import { Table } from "../../ui/panel/table.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import type { ManyReply } from "./many.server.ts";

const words = landingPages.bulk;

/** @param props.onTemplate adds a page to copy */
export function ManyDialog(props: {
  own: readonly { id: string; title: string }[];
  onTemplate: () => void;
  onClose: () => void;
}) {
  const { own, onTemplate, onClose } = props;
  const fetcher = useFetcher<ManyReply>();
  // A new list invalidates the preview.
  const [outdated, setOutdated] = useState<ManyReply>();
  // A failed request's reply has no pages.
  const answered = fetcher.data?.pages ? fetcher.data : undefined;
  const reply = fetcher.data === outdated ? undefined : answered;
  const isReady = reply !== undefined && reply.pages.length > 0 && !reply.isAdded;
  useToast(fetcher.data?.toast);
  const field = (name: string) => ({
    ...{ id: `many-${name}`, name },
    errors: reply?.errors[name] ? [reply.errors[name]] : undefined,
  });
  const list = useRef<HTMLTextAreaElement>(null);
  const change = () => setOutdated(fetcher.data);
  const form = useRef<HTMLFormElement>(null);
  const hasChanges = () => {
    const typed = new FormData(form.current ?? undefined);
    return !reply?.isAdded && String(typed.get("csv") ?? "").trim() !== "";
  };
  const previewOf = ({ title, row }: { title: string; row: string }) => (
    <IconButton
      icon={Eye}
      title={preview.button}
      onClick={({ currentTarget: { form } }) => form && openPreview(form, { kind: "landing-pages", row })}
    >
      {preview.button} {title}
    </IconButton>
  );
  const templates = own.filter(({ title }) => /\{[a-z_]+\}/i.test(title));
  if (!templates.length)
    return (
      <Dialog onClose={onClose} hasChanges={() => false} size="small">
        <div className="dlg">
          <DialogHead title={words.title} about={words.about} />
          <div className="dlg__b">
            <p>{words.noTemplate}</p>
          </div>
          <div className="dlg__f">
            <span className="sp" />
            <button type="button" className="btn btn--ghost" onClick={onClose}>
              {landingPages.sections.close}
            </button>
            <button type="button" className="btn" onClick={onTemplate}>
              {words.addTemplate}
            </button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} hasChanges={hasChanges}>
      <fetcher.Form method="post" className="dlg" ref={form}>
        <DialogHead title={words.title} about={words.about} />
        <div className="dlg__b">
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
              ref={list}
              onChange={change}
            />
            <TextField
              field={{ id: "many-file", name: "" }}
              label={words.file}
              type="file"
              accept=".csv,text/csv"
              onChange={async ({ currentTarget: { files } }) => {
                change();
                if (files?.[0] && list.current)
                  list.current.value = decodeSheet(new Uint8Array(await files[0].arrayBuffer()));
              }}
            />
            {reply && reply.pages.length > 0 && (
              <Table
                className="tbl"
                caption={reply.isAdded ? words.done(reply.pages.length) : words.preview(reply.pages.length)}
                columns={[
                  { head: words.columns.title, cell: ({ title }) => title },
                  { head: words.columns.url, className: "tbl__address", cell: ({ slug }) => `/${slug}` },
                ]}
                {...(isReady && { actions: previewOf })}
                rows={reply.pages.map((page, row) => ({ ...page, row: String(row) }))}
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
