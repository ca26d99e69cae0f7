// The form of a record with a page: its text, a column with the rest, a live preview and what search engines get.
import { ArrowLeft } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { recordPage as words } from "../../copy/panel/record-page.ts";
import { searchFields } from "../../copy/panel/search-fields.ts";
import { AutosaveOffer, AutosaveState } from "./autosave-offer.tsx";
import { findField } from "./find-field.ts";
import { FormProblem, HiddenFields } from "./form-parts.tsx";
import { LivePreview } from "./live-preview.tsx";
import { PublishDialogs, type RecordRef, SaveButtons } from "./publishing.tsx";
import type { AutosavedForm } from "./record-form.tsx";
import { SlugField } from "./slug-field.tsx";
import { Switch } from "./switch.tsx";
import { DraftFields, DraftNotice } from "./waiting-changes.tsx";

/**
 * Renders an autosaved form that replaces its list. Focuses the field that the URL's fragment names, or the first one.
 * @param props.back label of the button that closes it
 * @param props.isDialog whether it's a dialog to assistive tools, which Escape closes (SPEC 2)
 * @param props.text fields of what visitors read
 * @param props.side one or more `SideCard`
 * @param props.search fields for search engines
 */
export function RecordPage(props: {
  edited: AutosavedForm;
  name: string;
  record: RecordRef;
  title: string;
  back: string;
  isDialog?: boolean;
  onClose: () => void;
  text: ReactNode;
  side: ReactNode;
  search: ReactNode;
}) {
  const { edited, name, record, isDialog, onClose } = props;
  const { form: saving, posts, waiting, autosave, offer } = edited;
  const { fetcher, form, formProps, newerVersion, newerDraft } = saving;
  const heading = useId();
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const named = location.hash && start.current && findField(start.current, location.hash.slice(1));
    (named || start.current?.querySelector("input"))?.focus();
  }, []);
  const publishing = { record, waiting };
  const page = (
    <>
      <fetcher.Form {...formProps} data-form={name}>
        <button type="button" className="btn btn--ghost ahead__back" onClick={onClose}>
          <ArrowLeft className="i" aria-hidden />
          {props.back}
        </button>
        <div className="ahead ahead--form">
          <div>
            <h1 id={heading}>{props.title}</h1>
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
          <div className="fgrid">{props.text}</div>
          <div className="editor__side">{props.side}</div>
          <LivePreview form={saving.element} record={record} />
          <section className="card box editor__search" aria-label={searchFields.heading}>
            <h2 className="h4">{searchFields.heading}</h2>
            {props.search}
          </section>
        </div>
      </fetcher.Form>
      <PublishDialogs {...publishing} />
    </>
  );
  if (!isDialog) return page;
  return (
    <div
      role="dialog"
      aria-labelledby={heading}
      onKeyDown={({ key, defaultPrevented, currentTarget, target }) => {
        // Events of a dialog within this one arrive here as well.
        if (key === "Escape" && !defaultPrevented && currentTarget.contains(target as Node)) onClose();
      }}
    >
      {page}
    </div>
  );
}

/** Renders a group of fields in the column beside the text. */
export function SideCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card box fgrid" aria-labelledby={id}>
      <h2 className="h4" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/**
 * Renders the publishing fields that all records with their own tab share.
 * @param props.pinned what pinning does
 * @param props.children further fields
 */
export function PublishingCard(props: {
  labels: { published: string; featured: string };
  values: { published?: boolean; featured?: boolean };
  slug: ComponentProps<typeof SlugField>;
  pinned: string;
  children?: ReactNode;
}) {
  const { labels, values, slug, pinned, children } = props;
  return (
    <SideCard title={words.publishing}>
      <Switch name="published" label={labels.published} isOn={values.published === true} />
      <Switch name="featured" label={labels.featured} isOn={values.featured === true} hint={pinned} />
      <SlugField {...slug} />
      {children}
    </SideCard>
  );
}
