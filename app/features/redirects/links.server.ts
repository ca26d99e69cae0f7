// Which of the owner's texts link to certain paths of the site.
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";

/** Where the owner's links stand. The tables are other features'; they are named, since those know nothing of this. */
const TEXTS = [
  { kind: "blog-post", table: "blog_posts", column: "content", name: sql`title` },
  { kind: "case-study", table: "case_studies", column: "challenge", name: sql`title` },
  { kind: "case-study", table: "case_studies", column: "solution", name: sql`title` },
  {
    kind: "text",
    table: "website_content",
    column: "content_value",
    name: sql`concat_ws('/', page_name, section_name, content_key)`,
  },
] as const;

/** A text with a link; `name` is a record's title, or the page, section and key of a text of the site. */
export type Linking = { kind: (typeof TEXTS)[number]["kind"]; id: string; name: string };

/**
 * The texts that link to one of several paths, in HTML, in JSON or as a link of their own; deleted ones do not count.
 * @param of.paths from the root, as pages are spelt; their query and fragment do not matter
 * @param of.except the record whose own texts do not count
 */
export async function listLinking(
  db: Database,
  { paths, siteUrl, except }: { paths: readonly string[]; siteUrl: string; except: string },
): Promise<Linking[]> {
  if (!paths.length) return [];
  const [site, any] = [escaped(siteUrl), paths.map(escaped).join("|")];
  // After a quote or at the start of the text, and up to its end; as JSON writes it, too.
  const link = `(^\\s*|["'=])(${site})?(${any})/?([?#][^"'\\s<>\\\\]*)?\\s*(["'\\\\>]|$)`;
  const places = TEXTS.map(
    ({ kind, table, column, name }) =>
      sql`select ${kind} as kind, id, ${name} as name from ${sql.identifier(table)}
        where ${sql.identifier(column)} ~* ${link} and deleted_at is null and id <> ${except}`,
  );
  const { rows } = await db.execute<Linking>(sql`${sql.join(places, sql` union `)} order by kind, name`);
  return rows;
}

/** How many other posts, case studies and texts of the site link to a record. */
export async function countLinksTo(
  db: Database,
  { id, path, siteUrl }: { id: string; path: string; siteUrl: string },
): Promise<number> {
  return (await listLinking(db, { paths: [path], siteUrl, except: id })).length;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
