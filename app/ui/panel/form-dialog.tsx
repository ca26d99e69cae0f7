import type { ReactNode } from "react";
import { Dialog, DialogHead } from "./dialog.tsx";
import { FormProblem, HiddenFields } from "./form-parts.tsx";
import { PublishDialogs, type RecordRef, SaveButtons, type Seen } from "./publishing.tsx";
import type { useSaveForm } from "./save-form.ts";
import { DraftFields, DraftNotice, type PendingDraft } from "./waiting-changes.tsx";

/**
 * Renders a dialog with a form.
 * @param props.posts hidden values; with `version`, the owner can overwrite a newer version
 * @param props.record for the history link; a new record has no id
 * @param props.keepsNew whether new records can be drafts
 * @param props.waiting null if there are no pending changes, undefined if the form can't save drafts
 * @param props.seen undefined for what visitors never see
 * @param props.foot shown before the Cancel button
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
  seen,
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
  seen?: Seen;
  head?: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { fetcher, form, formProps, hasChanges, newerVersion, newerDraft } = saving;
  return (
    <Dialog onClose={onClose} hasChanges={hasChanges} size={size}>
      <fetcher.Form {...formProps} className="dlg" data-form={name}>
        <DialogHead title={title} about={about}>
          {head}
        </DialogHead>
        <div className="dlg__b">
          <HiddenFields posts={posts} version={saving.savedVersion} />
          <DraftFields waiting={waiting} />
          <FormProblem errors={form.errors} newerVersion={newerVersion} newerDraft={newerDraft} />
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
            seen={seen}
            onCancel={onClose}
          />
        </div>
      </fetcher.Form>
      <PublishDialogs record={record} waiting={waiting} />
    </Dialog>
  );
}

/** @param record null to add a record; the server needs `version` and `opened` to detect another editor's changes */
export const addOrUpdate = (
  record: { id: string; version: number; opened: string } | null,
): Record<string, string | number> => {
  if (!record) return { intent: "add" };
  const { id, version, opened } = record;
  return { intent: "update", id, version, opened };
};
