// Links to records that visitors cannot reach, taken out of pages when they are rendered (decision 0035.33).
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { findRedirect } from "./queries.server.ts";

/** A link to one post or case study, in HTML as React and the sanitizer write it: no link stands inside another. */
const LINK = /<a\b[^>]*?\shref="([^"]*?\/(?:blog|case-studies)\/[^"]+)"[^>]*>(.*?)<\/a>/gs;
const RECORD = /^\/(blog|case-studies)\/([^/]+)$/;
const TABLES = { blog: "blog_posts", "case-studies": "case_studies" };
type Kind = keyof typeof TABLES;

/**
 * Shows links as plain text where no visitor can reach what they lead to: unpublished, deleted, never there. The
 * element that remains names the address, for the publish checks.
 * @param siteUrl links may name the site itself
 * @throws only on a database fault
 */
export async function unlinkDead(db: Database, html: string, siteUrl: string): Promise<string> {
  const asked = new Map<string, { kind: Kind; slug: string }>();
  for (const [, address = ""] of html.matchAll(LINK)) {
    const record = recordOf(address, siteUrl);
    if (record) asked.set(address, record);
  }
  if (asked.size === 0) return html;
  const reached = await listReached(db, [...asked.values()]);
  const dead = new Set<string>();
  for (const [address, { kind, slug }] of asked) {
    if (reached.has(`${kind}/${slug}`)) continue;
    const moved = await findRedirect(db, `/${kind}/${slug}`);
    if (!moved?.to_path) dead.add(address);
  }
  if (dead.size === 0) return html;
  return html.replace(LINK, (link, address: string, words: string) =>
    dead.has(address) ? `<span data-dead-link="${address}">${words}</span>` : link,
  );
}

function recordOf(address: string, siteUrl: string) {
  const url = URL.parse(address.replaceAll("&amp;", "&"), siteUrl);
  if (url?.origin !== new URL(siteUrl).origin) return null;
  const [, kind, slug = ""] = RECORD.exec(url.pathname) ?? [];
  if (!kind) return null;
  try {
    return { kind: kind as Kind, slug: decodeURIComponent(slug) };
  } catch {
    return { kind: kind as Kind, slug };
  }
}

/** Those of them that are published, as `kind/slug`: one query for each kind. */
async function listReached(db: Database, asked: { kind: Kind; slug: string }[]): Promise<Set<string>> {
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const slugs = asked
        .filter((one) => one.kind === kind)
        .map(({ slug }) => slug.replaceAll("\0", "\ufffd"));
      const { rows } = await db.execute<{ slug: string }>(
        sql`select slug from ${sql.identifier(TABLES[kind])}
          where slug in (${sql.join(
            slugs.map((slug) => sql`${slug}`),
            sql`, `,
          )}) and published and deleted_at is null`,
      );
      return rows.map(({ slug }) => `${kind}/${slug}`);
    }),
  );
  return new Set(found.flat());
}
