import type { ComponentProps } from "react";
import { href } from "react-router";
import { searchFields as words } from "../../copy/panel/search-fields.ts";
import { CheckThisPage } from "../../features/page-checks/report.tsx";
import { SearchFields } from "../../features/page-seo/search-fields.tsx";
import { shareImagePath } from "../../features/page-seo/share-image-url.ts";
import { type PendingDraft, publicSlugOf } from "../../ui/panel/waiting-changes.tsx";

type Fields = ComponentProps<typeof SearchFields>;

/**
 * Renders the SEO fields of a record that has a page, and offers to check a saved one.
 * @param of.slug as typed, empty for none yet
 * @param of.describe called with a function that reads a field
 */
export function RecordSearch(of: {
  edited: { values: Fields["values"]; form: Fields["saving"]; waiting: PendingDraft | null };
  record: { published: boolean; slug: string } | null;
  site: { siteUrl: string; siteTitle: string };
  slug: string;
  pathOf: (slug: string) => string;
  keywordsHint?: string;
  describe: (typed: (name: string) => string) => Omit<ReturnType<Fields["describe"]>, "url">;
}) {
  const { edited, record, site, pathOf, keywordsHint = words.recordKeywords } = of;
  const publicSlug = publicSlugOf(record, edited.waiting);
  return (
    <SearchFields
      saving={edited.form}
      values={edited.values}
      siteTitle={site.siteTitle}
      drawn={publicSlug && shareImagePath(pathOf(publicSlug))}
      keywordsHint={keywordsHint}
      describe={(typed) => ({ url: site.siteUrl + pathOf(of.slug || "new"), ...of.describe(typed) })}
    >
      {record && (
        <CheckThisPage
          from={href("/admin-control-panel-seoprozone/page-checks")}
          path={pathOf(publicSlug ?? record.slug)}
          isPublic={publicSlug !== null}
        />
      )}
    </SearchFields>
  );
}
