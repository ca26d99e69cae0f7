import { Check, EyeOff, X } from "lucide-react";
import { href } from "react-router";
import { messages } from "../../copy/messages.ts";
import { SEARCH_LABELS, searchFields as words } from "../../copy/panel/search-fields.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { CheckThisPage } from "../../features/page-checks/report.tsx";
import { CONFIRMATION, needsConfirmationToHide, pageSeoRules } from "../../features/page-seo/rules.ts";
import { SearchFields } from "../../features/page-seo/search-fields.tsx";
import type { AutosaveChoice } from "../../ui/panel/autosave-offer.tsx";
import { TextField } from "../../ui/panel/field.tsx";
import { RecordDialog } from "../../ui/panel/record-dialog.tsx";
import { autosaved, useAutosavedForm } from "../../ui/panel/record-form.tsx";
import { isPublic } from "../../ui/panel/waiting-changes.tsx";
import type { Route } from "./+types/tab";

const CHECKS = href("/admin-control-panel-seoprozone/page-checks");

type Seo = NonNullable<Route.ComponentProps["loaderData"]["seo"]>;

export function SeoSummary({ seo }: { seo: Seo }) {
  const { record, image, siteTitle, siteDescription } = seo;
  return (
    <section className="card box seosum" aria-label="SEO settings for this page">
      <div>
        <h2>{record.meta_title || siteTitle}</h2>
        <p className="muted">{record.meta_description || siteDescription}</p>
      </div>
      <div className="tags">
        {image ? (
          <>
            <Flag isOn={record.is_indexable} on="Indexable" off="Noindex" />
            <Flag isOn={record.is_followable} on="Links followed" off="Nofollow" />
          </>
        ) : (
          <span className="badge badge--warn">
            <EyeOff className="i i-sm" aria-hidden />
            No public page
          </span>
        )}
      </div>
    </section>
  );
}

function Flag({ isOn, on, off }: { isOn: boolean; on: string; off: string }) {
  const Icon = isOn ? Check : X;
  return (
    <span className={isOn ? "badge badge--up" : "badge badge--warn"}>
      <Icon className="i i-sm" aria-hidden />
      {isOn ? on : off}
    </span>
  );
}

type Props = {
  seo: Seo;
  choice: AutosaveChoice;
  onSaved: (isPublic: boolean) => void;
  onClose: () => void;
};

/** Edits a page's SEO with live previews (SPEC 2, 5; CONTRACT). */
export const SeoDialog = autosaved(({ seo, choice, onSaved, onClose }: Props) => {
  const { name, form: saved, url, image, siteTitle, siteDescription, updated } = seo;
  const { builtIn } = saved;
  const needsConfirmation = needsConfirmationToHide(name, seo.record.is_indexable);
  const saving = useAutosavedForm({
    record: { ...saved, id: name },
    waiting: seo.waiting,
    created: {},
    choice,
    schema: pageSeoRules(needsConfirmation),
    labels: SEARCH_LABELS,
    failed: messages.pageSeo.updateFailed,
    onSaved: (posted) => onSaved(isPublic(posted)),
  });
  const record = { ...saved, ...saving.values };
  return (
    <RecordDialog
      edited={saving}
      name="page-seo"
      posts={{ ...saving.posts, intent: "seo", name }}
      title="SEO settings"
      about={name}
      size="wide"
      record={{ kind: "page-seo", id: name }}
      foot={updated && <span className="subtle xs">Updated {updated}</span>}
      onClose={onClose}
    >
      {!image && (
        <p className="hint">
          There's no public page with this name yet. What you save here applies once there is.
        </p>
      )}
      <SearchFields
        saving={saving.form}
        values={record}
        siteTitle={siteTitle}
        drawn={image}
        isPublic={image !== null}
        keywordsHint={words.pageKeywords}
        describe={() => ({
          url,
          defaults: {
            title: builtIn.meta_title || siteTitle,
            description: builtIn.meta_description || siteDescription,
            keywords: builtIn.meta_keywords,
          },
        })}
        confirmation={(isIndexable) =>
          needsConfirmation &&
          !isIndexable && (
            <TextField
              field={saving.form.field("confirmation")}
              label={`Type ${CONFIRMATION} to hide the home page from search engines`}
              autoComplete="off"
              autoCapitalize="none"
            />
          )
        }
      >
        {image && <CheckThisPage from={CHECKS} path={pagePath(name)} isPublic />}
      </SearchFields>
    </RecordDialog>
  );
});
