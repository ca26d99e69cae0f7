// Publish checks of one page, for the forms and lists that offer them.

import { href } from "react-router";
import { z } from "zod";
import { LISTED_PAGES } from "../copy/site/page-names.ts";
import { pagePath } from "../copy/site/page-path.ts";
import { type PageName, pages } from "../copy/site/pages.ts";
import { findPictures } from "../features/media/pictures.server.ts";
import { checkPage } from "../features/publish-checks/check-page.server.ts";
import type { Check, CheckId, Known } from "../features/publish-checks/checks.ts";
import type { CheckPlace, CheckReport } from "../features/publish-checks/report.tsx";
import { recordAt } from "../features/records/kinds.server.ts";
import { listLinking } from "../features/records/linking.server.ts";
import type { RecordKind } from "../features/records/record-kind.server.ts";
import { listPathsOf } from "../features/redirects/slug-history.server.ts";
import { type TextKey, writeTextKey } from "../features/website-content/text-key.ts";
import { textLabel } from "../features/website-content/text-label.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import { textsWithLink } from "../features/website-content/texts-with-link.ts";
import { configContext, fetchAsVisitor, ownerDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import { parseOr400 } from "../platform/posted-form.server.ts";
import type { Route } from "./+types/page-checks";
import { loadOrToast } from "./save.server.ts";

const urlQuery = z.object({
  path: z
    .string()
    .regex(/^\/(?![/\\])[^?#\\]*$/)
    .max(2_000),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const { path } = parseOr400(urlQuery, Object.fromEntries(url.searchParams));
  const { siteUrl } = context.get(configContext);
  const db = context.get(ownerDb);
  const found = (await loadOrToast(() => findEditor(db, siteUrl, path), "Failed to find the form of a page"))
    .value;
  const { known, linking = [], ...editor } = found ?? {};
  const findOwn = async (texts: string[]) => {
    const found = await loadOrToast(() => findPictures(db, texts), "Failed to find pictures of a page");
    return found.value ?? new Map();
  };
  const checks = await checkPage(context.get(fetchAsVisitor), siteUrl, path, known, findOwn);
  const places = await loadOrToast(
    () => findPlaces(db, siteUrl, path, checks),
    "Failed to find texts of a page",
  );
  return Response.json({
    ...{ path, checks, places: [...(places.value ?? []), ...linking] },
    editor: "to" in editor ? (editor as NonNullable<CheckReport["editor"]>) : null,
  } satisfies CheckReport);
}

type Fields = Partial<Record<CheckId, string>>;

const OF_PAGE: Fields = { title: "meta_title", description: "meta_description", robots: "is_indexable" };

/** Of a record's page; its headings, pictures and links are in its first field of HTML. */
function fieldsOfRecord({ fields = [] }: RecordKind): Fields {
  const html = fields.find(({ format }) => format === "html")?.name;
  return { title: "meta_title", description: "meta_description", heading: html, images: html, links: html };
}

/** Where the owner changes a page, and which field each check is about; null for what has no form of its own. */
async function findEditor(
  db: Database,
  siteUrl: string,
  path: string,
): Promise<(NonNullable<CheckReport["editor"]> & { known: Known; linking?: CheckPlace[] }) | null> {
  const record = recordAt(path);
  if (record) {
    const { kind, slug } = record;
    const face = await kind.page.face(db, slug);
    if (!face) return null;
    const { id, excerpt } = face;
    const paths = (await listPathsOf(db, id)).filter((one) => one !== path);
    const linking = await listLinking(db, { paths, siteUrl, except: id });
    return {
      to: kind.editor(id),
      fields: fieldsOfRecord(kind),
      known: { excerpt, ...(paths.length ? { outdated: linking.length } : {}) },
      linking: linking.map((text) => ({ id: "linked", ...text })),
    };
  }
  const name = pageNamed(path);
  if (!name) return null;
  const to = `${href("/admin-control-panel-seoprozone/pages")}?name=${name}&seo=1`;
  return { to, fields: OF_PAGE, known: { hasOwnKeywords: true } };
}

const pageNamed = (path: string) => LISTED_PAGES.find((one) => pagePath(one) === path);

/** The texts at fault: which of the header, the footer and the page have a link that is, and the page's heading. */
async function findPlaces(db: Database, siteUrl: string, path: string, checks: readonly Check[]) {
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

/** Every page's main heading is in one of these two places. */
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
