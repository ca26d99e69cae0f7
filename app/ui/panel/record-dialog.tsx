import type { ComponentProps } from "react";
import { AutosaveOffer, AutosaveState } from "./autosave-offer.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { AutosavedForm } from "./record-form.tsx";

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
