import { ArrowLeft } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { AutosaveOffer, AutosaveState } from "./autosave-offer.tsx";
import { findField } from "./find-field.ts";
import { FormDialog } from "./form-dialog.tsx";
import { FormProblem, HiddenFields } from "./form-parts.tsx";
import { PublishDialogs, type RecordRef, SaveButtons } from "./publishing.tsx";
import type { AutosavedForm } from "./record-form.tsx";
import { DraftFields, DraftNotice } from "./waiting-changes.tsx";

type DialogProps = Omit<ComponentProps<typeof FormDialog>, "saving" | "posts" | "waiting" | "seen"> &
  Partial<Pick<ComponentProps<typeof FormDialog>, "posts" | "waiting">>;

/**
 * Renders an autosaved form in a dialog.
 * @param props.isPrivate whether visitors never see such records
 */
export function RecordDialog({
  edited,
  isPrivate,
  foot,
  children,
  ...dialog
}: { edited: AutosavedForm; isPrivate?: boolean } & DialogProps) {
  const { form, posts, waiting, seen, autosave, offer } = edited;
  const state = (
    <>
      <AutosaveState {...autosave} />
      {foot}
    </>
  );
  return (
    <FormDialog
      saving={form}
      posts={posts}
      waiting={waiting}
      seen={isPrivate ? undefined : seen}
      foot={state}
      {...dialog}
    >
      <AutosaveOffer {...offer} />
      {children}
    </FormDialog>
  );
}

/**
 * Renders an autosaved form that replaces its list. Focuses the field that the URL's fragment names, or the first one.
 * @param props.back label of the button that closes it
 */
export function RecordPage(props: {
  edited: AutosavedForm;
  name: string;
  record: RecordRef;
  title: string;
  back: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { edited, name, record, onClose } = props;
  const { form: saving, posts, waiting, autosave, offer } = edited;
  const { fetcher, form, formProps, newerVersion, newerDraft } = saving;
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const named = location.hash && start.current && findField(start.current, location.hash.slice(1));
    (named || start.current?.querySelector("input"))?.focus();
  }, []);
  const publishing = { record, waiting };
  return (
    <>
      <fetcher.Form {...formProps} data-form={name}>
        <button type="button" className="btn btn--ghost ahead__back" onClick={onClose}>
          <ArrowLeft className="i" aria-hidden />
          {props.back}
        </button>
        <div className="ahead ahead--form">
          <div>
            <h1>{props.title}</h1>
            <AutosaveState {...autosave} />
          </div>
          <div className="btns">
            <SaveButtons
              {...publishing}
              saving={saving}
              seen={edited.seen}
              canDraft
              isPage
              hasPreview
              onCancel={onClose}
            />
          </div>
        </div>
        <HiddenFields posts={posts} version={saving.savedVersion} />
        <DraftFields waiting={waiting} />
        <DraftNotice waiting={waiting} />
        <AutosaveOffer {...offer} />
        <FormProblem errors={form.errors} newerVersion={newerVersion} newerDraft={newerDraft} />
        <div className="editor" ref={start}>
          {props.children}
        </div>
      </fetcher.Form>
      <PublishDialogs {...publishing} />
    </>
  );
}
