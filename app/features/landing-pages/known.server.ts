import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { landingAt } from "../../copy/site/landing-path.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { defaultsLeft } from "./models.ts";
import { sectionTexts } from "./sections.ts";
import { shareOf, shinglesOf } from "./similarity.ts";
import { landing_pages } from "./table.server.ts";

/** Only the most recently saved pages for the same service are compared. */
const COMPARED_MAX = 200;

/**
 * Returns a page's leftover default wording and the most similar other page. Returns an empty object if there's no
 * such page.
 * @param path of a page, published or not
 */
export async function findLandingKnown(db: Database, path: string) {
  const slug = landingAt(path);
  const isNotDeleted = isNull(landing_pages.deleted_at);
  const { id, title, area, service, sections, updated_at } = landing_pages;
  const [page] = slug
    ? await db
        .select({ id, title, area, service, sections })
        .from(landing_pages)
        .where(and(isNotDeleted, eq(landing_pages.slug, slug)))
    : [];
  if (!page) return {};
  const others = await db
    .select({ title, sections })
    .from(landing_pages)
    .where(and(isNotDeleted, eq(service, page.service), ne(id, page.id)))
    .orderBy(desc(updated_at))
    .limit(COMPARED_MAX);
  const own = shinglesOf(page.sections);
  const [twin = null] = others
    .map((other) => ({ title: other.title, share: shareOf(own, shinglesOf(other.sections)) }))
    .sort((a, b) => b.share - a.share);
  return { defaults: defaultsLeft([page.title, page.area, ...sectionTexts(page.sections)]), twin };
}
