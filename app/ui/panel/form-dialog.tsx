import type { ReactNode } from "react";
import { Dialog, DialogHead } from "./dialog.tsx";
import { FormProblem, HiddenFields } from "./form-parts.tsx";
import { PublishDialogs, type RecordRef, SaveButtons } from "./publishing.tsx";
import type { useSaveForm } from "./save-form.ts";
import { DraftFields, DraftNotice, type PendingDraft } from "./waiting-changes.tsx";

/**
 * Renders a dialog with a form that saves: head, form error, fields as `children`, Cancel and Save.
 * @param props.saving from `useSaveForm`
 * @param props.name the form's `data-form`
 * @param props.posts what it posts besides its fields; with a `version` it can overwrite a newer one
 * @param props.record what it edits, if that has a history; a new record has no id
 * @param props.keepsNew whether new records can be saved as drafts
 * @param props.hasPreview whether a page shows it
 * @param props.waiting its pending changes; null for none, undefined if the form has no drafts
 * @param props.head shown next to the title
 * @param props.foot shown before Cancel
 */
export function FormDialog({
  saving,
  name,
  posts,
  title,
  about,
  size,
  record,
  keepsNew,
  hasPreview,
  waiting,
  head,
  foot,
  onClose,
  children,
}: {
  saving: ReturnType<typeof useSaveForm>;
  name: string;
  posts: Record<string, string | number>;
  title: string;
  about?: string;
  size?: "large" | "small" | "wide";
  record?: RecordRef;
  keepsNew?: boolean;
  hasPreview?: boolean;
  waiting?: PendingDraft | null;
  head?: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { fetcher, form, formProps, hasChanges, newerVersion } = saving;
  return (
    <Dialog onClose={onClose} hasChanges={hasChanges} size={size}>
      <fetcher.Form {...formProps} className="dlg" data-form={name}>
        <DialogHead title={title} about={about}>
          {head}
        </DialogHead>
        <div className="dlg__b">
          <HiddenFields posts={posts} />
          <DraftFields waiting={waiting} />
          <FormProblem errors={form.errors} newerVersion={newerVersion} />
          <DraftNotice waiting={waiting} />
          {children}
        </div>
        <div className="dlg__f">
          {foot}
          <span className="sp" />
          <SaveButtons
            saving={saving}
            record={record}
            waiting={waiting}
            canDraft={waiting !== undefined && (record?.id !== undefined || keepsNew === true)}
            hasPreview={hasPreview}
            onCancel={onClose}
          />
        </div>
      </fetcher.Form>
      <PublishDialogs record={record} waiting={waiting} />
    </Dialog>
  );
}

/**
 * Returns what a record's form posts besides its fields, as the tabs' actions read it.
 * @param record null to add one; `version` and `opened` identify the state it was opened in
 */
export const addOrUpdate = (
  record: { id: string; version: number; opened: string } | null,
): Record<string, string | number> => {
  if (!record) return { intent: "add" };
  const { id, version, opened } = record;
  return { intent: "update", id, version, opened };
};
