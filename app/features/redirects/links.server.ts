// Links in what the owner wrote, which follow an address that moves.
import { sql } from "drizzle-orm";
import { contains } from "../../platform/contains.server.ts";
import type { Database } from "../../platform/database.server.ts";
import type { TextAddress } from "../website-content/address.ts";
import { builtInValue } from "../website-content/built-in.ts";
import { contentType } from "../website-content/content-type.ts";
import { leadFrom, localAddress, normalAddress } from "./address.ts";

/**
 * Where the owner's links stand. The tables are those of other features; they are named here, not imported, because
 * most of those features tell this one of their moves. A text of the site has an `address`.
 */
const PLACES = [
  { table: "blog_posts", column: "content", type: sql`'html'` },
  { table: "case_studies", column: "challenge", type: sql`'html'` },
  { table: "case_studies", column: "solution", type: sql`'html'` },
  {
    table: "website_content",
    column: "content_value",
    type: sql`content_type`,
    address: sql`json_build_object(
      'page_name', page_name, 'section_name', section_name, 'content_key', content_key)`,
  },
];

type Stored = { id: string; text: string; type: string; address: TextAddress | null };

/**
 * Makes every stored link to an address lead to its new one. Only links to exactly this page change, relative or with
 * the site's whole address; their query and fragment stay.
 */
export async function rewriteLinks(tx: Database, from: string, to: string, siteUrl: string) {
  const follow = (link: string) => followed(link, { from, to, siteUrl });
  // The last part of the address tells nearly all other texts apart, however the rest of it is written.
  const part = from.split(/[/=]/).at(-1) ?? from;
  const sought = contains(part);
  for (const { table, column, type, address = sql`null` } of PLACES) {
    const [name, value] = [sql.identifier(table), sql.identifier(column)];
    const { rows } = await tx.execute<Stored>(
      sql`select id, ${value} as text, ${type} as type, ${address} as address
        from ${name} where ${value} ilike ${sought} for update`,
    );
    for (const row of rows) {
      const now = withLinks(row.text, shownType(row), follow);
      if (now !== row.text) await tx.execute(sql`update ${name} set ${value} = ${now} where id = ${row.id}`);
    }
  }
}

/**
 * How many other posts, case studies and texts of the site link to a record; deleted ones do not count.
 * @param record.path its address, from the root
 */
export async function countLinksTo(
  db: Database,
  { id, path, siteUrl }: { id: string; path: string; siteUrl: string },
): Promise<number> {
  const linking = new Set<string>();
  // A link that leads here would be another one with this as its target.
  const follow = (link: string) => followed(link, { from: path, to: `${path}#found`, siteUrl });
  const sought = contains(path.split("/").at(-1) ?? path);
  for (const { table, column, type, address = sql`null` } of PLACES) {
    const value = sql.identifier(column);
    const { rows } = await db.execute<Stored>(
      sql`select id, ${value} as text, ${type} as type, ${address} as address
        from ${sql.identifier(table)} where ${value} ilike ${sought} and deleted_at is null and id <> ${id}`,
    );
    for (const row of rows)
      if (withLinks(row.text, shownType(row), follow) !== row.text) linking.add(`${table} ${row.id}`);
  }
  return linking.size;
}

/** Pages show a text as what its built-in value is, whatever its row says. */
function shownType({ type, address }: Stored): string {
  const builtIn = address ? builtInValue(address) : undefined;
  return builtIn === undefined ? type : contentType(builtIn);
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
      if (value === null) return quoted;
      // A part of a list or an object may be HTML too.
      const now = withLinks(follow(value), "html", follow);
      return now === value ? quoted : JSON.stringify(now);
    });
  }
  if (type === "html") {
    return text.replace(HREF, (whole, name: string, written: string) => {
      const link = written.replace(/^(["'])(.*)\1$/s, "$2").replaceAll("&amp;", "&");
      const now = follow(link);
      return now === link ? whole : `${name}"${now.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
    });
  }
  return type === "text" ? text.replace(/^(\s*)(\S+)(\s*)$/, (_, a, link, z) => a + follow(link) + z) : text;
}

const HREF = /(\shref\s*=\s*)("[^"]*"|'[^']*'|[^\s"'<>]+)/gi;

function parsed(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}
