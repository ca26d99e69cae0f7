// Finds the place to fix an issue: the page's form, its field, or the text with the link.
import { href } from "react-router";
import { LISTED_PAGES } from "../../copy/site/page-names.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { findLandingKnown } from "../../features/landing-pages/known.server.ts";
import type { Check, CheckId } from "../../features/page-checks/checks.ts";
import type { CheckPlace, CheckReport } from "../../features/page-checks/report.tsx";
import type { Known } from "../../features/page-checks/rule.ts";
import { recordAt } from "../../features/records/kinds.server.ts";
import { listLinking } from "../../features/records/linking.server.ts";
import type { RecordKind } from "../../features/records/record-kind.server.ts";
import { listPathsOf } from "../../features/redirects/slug-history.server.ts";
import { type TextKey, writeTextKey } from "../../features/website-content/text-key.ts";
import { textLabel } from "../../features/website-content/text-label.ts";
import { loadTexts } from "../../features/website-content/texts.server.ts";
import { textsWithLink } from "../../features/website-content/texts-with-link.ts";
import type { Database } from "../../platform/database/database.server.ts";

type Fields = Partial<Record<CheckId, string>>;
/** `fields` maps checks to field names. */
export type Editor = NonNullable<CheckReport["editor"]>;

const OF_PAGE: Fields = {
  title: "meta_title",
  description: "meta_description",
  canonical: "canonical_url",
  robots: "is_indexable",
};

/** Headings, images and links are in the first HTML field, or else in the first JSON field. */
function fieldsOfRecord({ fields = [] }: RecordKind): Fields {
  const html = fields.find(({ format }) => format === "html")?.name;
  const text = html ?? fields.find(({ format }) => format === "json")?.name;
  return { ...OF_PAGE, heading: text, images: text, links: text, defaults: text, twin: text };
}

/** Returns the form that edits a page and the field for each check; null if the page has no form. */
export async function findEditor(db: Database, path: string): Promise<(Editor & { known: Known }) | null> {
  const record = recordAt(path);
  if (record) {
    const face = await record.kind.page.face(db, record.slug);
    if (!face) return null;
    const { id, excerpt } = face;
    return {
      to: record.kind.editor(id),
      fields: fieldsOfRecord(record.kind),
      known: { excerpt, ...(await findLandingKnown(db, path)) },
    };
  }
  const name = pageNamed(path);
  if (!name) return null;
  const to = `${href("/admin-control-panel-seoprozone/pages")}?name=${name}&seo=1`;
  return { to, fields: OF_PAGE, known: { hasOwnKeywords: true } };
}

/** Returns texts of these kinds that link to a page's old paths; null if the page has no old paths or isn't a record's. */
export async function findOutdated(
  db: Database,
  { path, siteUrl, kinds }: { path: string; siteUrl: string; kinds: readonly RecordKind[] },
) {
  const record = recordAt(path);
  const face = record && (await record.kind.page.face(db, record.slug));
  if (!face) return null;
  const paths = (await listPathsOf(db, face.id)).filter((one) => one !== path);
  if (!paths.length) return null;
  return listLinking(db, { paths, siteUrl, except: face.id }, kinds);
}

const pageNamed = (path: string) => LISTED_PAGES.find((one) => pagePath(one) === path);

/** Returns the texts to fix: the page's heading, and texts on the page that contain a reported link. */
export async function findPlaces(
  db: Database,
  siteUrl: string,
  path: string,
  checks: readonly Pick<Check, "id" | "state" | "about">[],
): Promise<CheckPlace[]> {
  const wrong = checks.filter(({ id, state }) => state !== "good" && (id === "links" || id === "heading"));
  if (!wrong.length) return [];
  const name = (Object.keys(pages) as PageName[]).find((one) => pagePath(one) === path);
  const texts = await loadTexts(db, name ? ["header", "footer", name] : ["header", "footer"]);
  return wrong.flatMap(({ id, about = [] }): CheckPlace[] => {
    if (id === "heading") return headingOf(name).map((text) => ({ id, ...placeOf(text) }));
    return about.flatMap((link) =>
      [link, siteUrl + link]
        .flatMap((written) => textsWithLink(texts, written))
        .map((text) => ({ id, link, ...placeOf(text) })),
    );
  });
}

/** A page's main heading is in its hero, or else in its content. */
function headingOf(name: PageName | undefined): TextKey[] {
  if (!name) return [];
  return [
    { page_name: name, section_name: "hero" in pages[name] ? "hero" : "content", content_key: "title" },
  ];
}

const placeOf = (text: TextKey) => ({
  label: textLabel(text),
  to: `${href("/admin-control-panel-seoprozone/content")}?edit=${encodeURIComponent(writeTextKey(text))}`,
});
