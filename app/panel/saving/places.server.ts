import { eq, inArray } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { href } from "react-router";
import { preview } from "../../copy/panel/preview.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { listPublishedPosts } from "../../features/blog/queries.server.ts";
import { listLatestCaseStudies } from "../../features/case-studies/queries.server.ts";
import type { Change } from "../../features/changes/apply.server.ts";
import { findImportPath } from "../../features/imported/publish.server.ts";
import { type ImageUse, listImageUses } from "../../features/records/image-uses.server.ts";
import { kindsWith } from "../../features/records/kinds.server.ts";
import { findGonePath, findRedirectById } from "../../features/redirects/queries.owner.server.ts";
import { builtInParts, builtInValue } from "../../features/website-content/built-in.ts";
import { findText, listPageTexts } from "../../features/website-content/lists.server.ts";
import { type ShownAt, shownAt } from "../../features/website-content/shown-at.ts";
import { firstWords, textFragment } from "../../features/website-content/text-fragment.ts";
import { readTextKey, type TextKey } from "../../features/website-content/text-key.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";

/** These pages' texts may contain the same words as a page's own texts. */
const AROUND = ["header", "footer", "services"];

type Text = TextKey & { content_value: string; content_type: string };

const wordsOf = (text: Text) => firstWords({ ...text, parts: builtInParts(text) });

/**
 * @returns a function that returns the path where a text appears, with a fragment that highlights it, or null if the
 *   text has no default
 */
export async function readPlaces(
  db: Database,
  texts: readonly Text[],
): Promise<(text: Text) => ShownAt | null> {
  const names = [...new Set([...AROUND, ...texts.map(({ page_name }) => page_name)])];
  const [onPages, [post], [caseStudy], gone] = await Promise.all([
    listPageTexts(db, names),
    listPublishedPosts(db, { limit: 1 }),
    listLatestCaseStudies(db, 1),
    findGonePath(db),
  ]);
  const examples = {
    post: post ? href("/blog/:slug", post) : null,
    caseStudy: caseStudy ? href("/case-studies/:slug", caseStudy) : null,
    gone,
  };
  const words = onPages.map((text) => ({ ...text, words: wordsOf(text) }));
  return (text) => {
    if (builtInValue(text) === undefined) return null;
    const place = shownAt(text, examples);
    if (place.path === null) return place;
    const page = words.filter(({ page_name }) => page_name === text.page_name || AROUND.includes(page_name));
    const headline = page.find(
      ({ page_name, section_name, content_key }) =>
        page_name === text.page_name && section_name === text.section_name && content_key === "title",
    );
    const all = page.map((one) => one.words).filter(Boolean);
    return { path: place.path + textFragment(wordsOf(text), all, headline?.words ?? "") };
  };
}

/**
 * Returns the path of the page that shows a change. Call it in the change's transaction.
 * @param isPublished whether to publish the record in `tx`, so that unpublished records have a page too
 * @throws Refused if no page shows the change
 */
export async function findChangedPage(
  tx: Database,
  { kind, record_id: id }: Pick<Change, "kind" | "record_id">,
  isPublished = false,
): Promise<string> {
  const withPage = kindsWith("page").find((one) => one.name === kind);
  if (withPage) {
    const { table, path } = withPage.page;
    if (isPublished) await tx.update(table).set({ published: true }).where(eq(table.id, id));
    const [row] = await tx.select({ slug: table.slug }).from(table).where(eq(table.id, id));
    return path(String(row?.slug));
  }
  if (kind === "page-seo" && Object.hasOwn(pages, id)) return pagePath(id as PageName);
  if (kind === "imports") return (await findImportPath(tx, id)) ?? href("/blog");
  if (kind === "industries") return href("/case-studies");
  if (kind === "redirects") return (await findRedirectById(tx, id))?.from_path ?? href("/");
  if (kind === "media") {
    const [first] = await findImagePages(tx, id, isPublished);
    if (first) return first;
    throw new Refused({ "": preview.noPage });
  }
  if (kind !== "website-content") return href("/");
  const key = readTextKey(id);
  const text = key && (await findText(tx, key));
  const place = text && (await readPlaces(tx, [text]))(text);
  // Remove the fragment, because previews don't highlight texts.
  if (place?.path) return place.path.replace(/#.*$/, "");
  throw new Refused({ "": place?.when ?? preview.failed });
}

/** Returns every page that shows a changed image, and one page for any other change. */
export async function findChangedPages(
  tx: Database,
  change: Pick<Change, "kind" | "record_id">,
  isPublished = false,
): Promise<string[]> {
  return change.kind === "media"
    ? findImagePages(tx, change.record_id, isPublished)
    : [await findChangedPage(tx, change, isPublished)];
}

/**
 * Returns the public pages that show an image, sorted.
 * @param isPublished if no published page shows the image, whether to publish in `tx` the unpublished records that do
 */
export async function findImagePages(tx: Database, id: string, isPublished = false): Promise<string[]> {
  const uses = await listImageUses(tx, [id]);
  const inState = (state: ImageUse["state"]) => uses.filter((use) => use.state === state);
  const seen = inState("published");
  const paths = new Set<string>();
  for (const { kind, key, page, state } of seen.length || !isPublished ? seen : inState("draft")) {
    const path =
      page ?? (await findChangedPage(tx, { kind, record_id: key }, state === "draft").catch(asNone));
    if (path) paths.add(path);
  }
  return [...paths].sort();
}

/** Works like `findChangedPages` for many changes, with one query per kind. Keeps their order. */
export async function listChangedPages(
  tx: Database,
  changes: readonly Pick<Change, "kind" | "record_id">[],
): Promise<string[][]> {
  const keyOf = ({ kind, record_id }: (typeof changes)[number]) =>
    kind === "website-content" ? readTextKey(record_id) : null;
  const texts = changes.map(keyOf).filter((key) => key !== null);
  // Only the page is needed, so values can stay empty.
  const asText = (key: TextKey) => ({ ...key, content_value: "", content_type: "text" });
  const placeOf = texts.length ? await readPlaces(tx, texts.map(asText)) : () => null;
  const pathOf = new Map<string, string>();
  for (const { name, page } of kindsWith("page")) {
    const ids = changes.filter(({ kind }) => kind === name).map(({ record_id }) => record_id);
    const { id, slug } = page.table;
    const rows = ids.length
      ? await tx
          .select({ id, slug })
          .from(page.table as PgTable)
          .where(inArray(id, ids))
      : [];
    for (const row of rows) pathOf.set(`${name} ${row.id}`, page.path(String(row.slug)));
  }
  const paths: string[][] = [];
  for (const change of changes) {
    const key = keyOf(change);
    const path = key ? placeOf(asText(key))?.path : pathOf.get(`${change.kind} ${change.record_id}`);
    const found = path ? [path] : key ? [] : await findChangedPages(tx, change).catch(asNone);
    paths.push(found ?? []);
  }
  return paths;
}

/** Returns null if no page shows the change. Rethrows other errors. */
function asNone(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}
