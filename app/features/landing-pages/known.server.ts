// What the publish checks of a landing page need to know besides its HTML.
import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { landingAt } from "../redirects/landing-path.ts";
import { defaultsLeft } from "./models.ts";
import { sectionTexts } from "./sections.ts";
import { shareOf, shinglesOf } from "./similarity.ts";
import { landing_pages } from "./table.server.ts";

/** The latest pages of the same service are compared. */
const COMPARED_MAX = 200;

/**
 * Returns the default texts that a page still has, and the page that says the most in the same words.
 * @param path of a published page or a draft; empty for any other path
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
