// Links in what the owner wrote, which follow an address that moves.
import { sql } from "drizzle-orm";
import { contains } from "../../platform/contains.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { leadFrom, localAddress, normalAddress } from "./address.ts";

/**
 * Where the owner's links stand. The tables are those of other features; they are named here, not imported, because
 * each of those features tells this one of its moves.
 */
const PLACES = [
  { table: "blog_posts", column: "content", type: sql`'html'` },
  { table: "case_studies", column: "challenge", type: sql`'html'` },
  { table: "case_studies", column: "solution", type: sql`'html'` },
  { table: "website_content", column: "content_value", type: sql`content_type` },
];

/**
 * Makes every stored link to an address lead to its new one. Only links to exactly this page change, relative or with
 * the site's whole address; their query and fragment stay.
 */
export async function rewriteLinks(tx: Database, from: string, to: string, siteUrl: string) {
  const follow = (link: string) => followed(link, { from, to, siteUrl });
  // The last part of the address tells nearly all other texts apart, however the rest of it is written.
  const part = from.split(/[/=]/).at(-1) ?? from;
  const sought = contains(part);
  for (const { table, column, type } of PLACES) {
    const [name, value] = [sql.identifier(table), sql.identifier(column)];
    const { rows } = await tx.execute<{ id: string; text: string; type: string }>(
      sql`select id, ${value} as text, ${type} as type from ${name} where ${value} ilike ${sought} for update`,
    );
    for (const { id, text, type } of rows) {
      const now = withLinks(text, type, follow);
      if (now !== text) await tx.execute(sql`update ${name} set ${value} = ${now} where id = ${id}`);
    }
  }
}

/** @returns the link as it has to be now */
function followed(link: string, move: { from: string; to: string; siteUrl: string }): string {
  const local = localAddress(link, move.siteUrl);
  if (local === null || normalAddress(local) !== normalAddress(move.from)) return link;
  return (link.startsWith("/") ? "" : move.siteUrl) + leadFrom(local, move.to);
}

/** A text with its links changed: all of it where it is one, else those in its HTML or its JSON. */
export function withLinks(text: string, type: string, follow: (link: string) => string): string {
  if (type === "json") {
    return text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
      const value = parsed(quoted);
      const now = value === null ? null : follow(value);
      return now === null || now === value ? quoted : JSON.stringify(now);
    });
  }
  if (type === "html") {
    return text.replace(/(\shref\s*=\s*)("[^"]*"|'[^']*')/gi, (whole, name: string, quoted: string) => {
      const link = quoted.slice(1, -1).replaceAll("&amp;", "&");
      const now = follow(link);
      return now === link ? whole : `${name}"${now.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
    });
  }
  return type === "text" ? text.replace(/^(\s*)(\S+)(\s*)$/, (_, a, link, z) => a + follow(link) + z) : text;
}

function parsed(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}
