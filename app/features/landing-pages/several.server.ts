import { and, eq, isNull } from "drizzle-orm";
import { copiedSlug, copiedTitle } from "../../platform/database/copied-slug.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { NOT_COPIED, withTextSwitches } from "../../platform/database/record-columns.server.ts";
import { addLandingPage, findLandingPage } from "./queries.owner.server.ts";
import { landingPage } from "./rules.ts";
import { formatSections } from "./sections.ts";
import { landing_pages } from "./table.server.ts";

/**
 * Creates an unpublished copy of a page.
 * @returns the copy's id, or null if the original is gone
 */
export async function duplicateLandingPage(db: Database, id: string): Promise<string | null> {
  const record = await findLandingPage(db, id);
  if (!record) return null;
  const sections = formatSections(record.sections);
  const input = landingPage.parse({ ...withTextSwitches({ ...record, sections }), ...NOT_COPIED });
  const slug = await copiedSlug(db, landing_pages, record.slug);
  const copy = await addLandingPage(db, {
    ...{ ...input, title: copiedTitle(record.title), slug, published: false },
    // The copy isn't in any menu, where it would look like the original.
    ...{ in_header: false, in_footer: false },
  });
  return copy.id;
}

/** Returns false if nothing changed or the page is gone. */
export async function publishLandingPage(db: Database, id: string, published: boolean): Promise<boolean> {
  const { rowCount } = await db
    .update(landing_pages)
    .set({ published })
    .where(
      and(
        eq(landing_pages.id, id),
        eq(landing_pages.published, !published),
        isNull(landing_pages.deleted_at),
      ),
    );
  return rowCount === 1;
}
