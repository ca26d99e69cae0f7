import { templateWords as words } from "../../../copy/panel/reply-templates.ts";
import { PLACEHOLDERS } from "../../../features/reply-templates/fill.ts";
import { type ReplyTemplateInput, replyTemplate } from "../../../features/reply-templates/kind.ts";
import { TextAreaField, TextField } from "../../../ui/panel/field.tsx";
import { RecordDialog } from "../../../ui/panel/record-dialog.tsx";
import { autosaved, type FormProps, useKindForm } from "../../../ui/panel/record-form.tsx";

type Opened = ReplyTemplateInput & { id: string; version: number; opened: string };

const HINT = words.bodyHint(PLACEHOLDERS.map((name) => `{${name}}`).join(", "));

export const ReplyTemplateForm = autosaved((props: FormProps<Opened>) => {
  const { record, onClose } = props;
  const saving = useKindForm(replyTemplate, props, { created: {}, onSaved: onClose });
  const { labeled } = saving.form;
  return (
    <RecordDialog
      isPrivate
      edited={saving}
      name="reply-template"
      title={record ? "Edit template" : "Add template"}
      about={record?.name}
      record={record ? { kind: "reply-templates", id: record.id } : undefined}
      // What visitors don't see needs no draft.
      waiting={undefined}
      onClose={onClose}
    >
      <div className="fgrid">
        <TextField {...labeled("name")} isRequired hint={words.nameHint} />
        <TextAreaField {...labeled("body")} isRequired rows={12} hint={HINT} placeholder={words.example} />
      </div>
    </RecordDialog>
  );
});
