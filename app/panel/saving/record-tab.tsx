import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { href } from "react-router";
import { useSavedCheck } from "../../features/page-checks/report.tsx";
import { UnsavedRecord } from "../../ui/panel/autosave-offer.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import type { FormProps } from "../../ui/panel/record-form.tsx";
import { AddButton, TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { type ToastMessage, useToast } from "../../ui/panel/toaster.tsx";
import { keyOfForm } from "../../ui/panel/waiting-changes.tsx";

type Listed = { perPage: number; unsaved?: { id: string; title: string; kept: string }[] };
type Opened = Parameters<typeof keyOfForm>[0];

/**
 * Renders a kind's tab from what `readTab` returns: heading, autosaves of new records, list and the open form.
 * @param of.noun singular and plural, of autosaves that were never saved
 * @param of.what names the list if it can't be loaded
 * @param of.isPage whether the form replaces the list
 * @param of.clears URL parameters that closing the form clears, besides its own
 * @param of.actions replaces the button that adds a record
 */
export function RecordTab<List extends Listed, Form extends Opened>(of: {
  title: string;
  about: ReactNode;
  noun: readonly [string, string];
  what: string;
  add: string;
  isPage?: boolean;
  clears?: readonly string[];
  actions?: ReactNode;
  views?: ReactNode;
  tab: { list: List | null; opened: Form | null; fault: ToastMessage | null };
  list: (list: List) => ReactNode;
  form: (opened: Form, actions: Pick<FormProps<never>, "onClose" | "onSaved">) => ReactNode;
}) {
  const { list, opened, fault } = of.tab;
  const { change } = useQueryState();
  useToast(fault);
  const { check, report } = useSavedCheck(href("/admin-control-panel-seoprozone/page-checks"));
  const onClose = () =>
    change(
      Object.fromEntries(["edit", "add", "draft", "do", ...(of.clears ?? [])].map((name) => [name, null])),
    );
  const onSaved = (path?: string | null) => {
    onClose();
    if (path) check(path);
  };
  const form = opened && <Fragment key={keyOfForm(opened)}>{of.form(opened, { onClose, onSaved })}</Fragment>;

  // When a form that replaced the list closes, its focus is lost: move it to the heading of the list, unless it's in
  // a dialog that opened since.
  const isForm = of.isPage === true && form !== null;
  const wasForm = useRef(isForm);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasForm.current && !isForm && isLost) heading.current?.focus({ preventScroll: true });
    wasForm.current = isForm;
  }, [isForm]);
  if (isForm) return form;

  return (
    <>
      <TabHead title={of.title} heading={heading} about={of.about}>
        {of.actions ?? <AddButton onClick={() => change({ add: "1", edit: null })}>{of.add}</AddButton>}
      </TabHead>
      {of.views}
      {report}
      <UnsavedRecord
        noun={of.noun}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {list ? of.list(list) : <Unavailable what={of.what} />}
      {form}
    </>
  );
}
