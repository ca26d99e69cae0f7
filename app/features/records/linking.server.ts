import type { Database } from "../../platform/database/database.server.ts";
import { SITE_KINDS } from "./kinds.server.ts";
import type { RecordKind } from "./record-kind.server.ts";

const LOOKED_AT = 500;

export type Linking = { label: string; to: string };

/**
 * Returns the records and texts, except deleted ones, that link to any of the paths.
 * @param of.paths from the root; links match with any query and fragment
 * @param of.except id of a record to skip
 * @param kinds to look in
 */
export async function listLinking(
  db: Database,
  { paths, siteUrl, except }: { paths: readonly string[]; siteUrl: string; except: string },
  kinds: readonly RecordKind[] = SITE_KINDS,
): Promise<Linking[]> {
  if (!paths.length) return [];
  const [site, any] = [escaped(siteUrl), paths.map(escaped).join("|")];
  // A link starts at the start of the text, or after a quote or `=`. It ends at the end of the text, or at a
  // quote, `>` or the backslash before a quote in JSON.
  const link = new RegExp(`(^\\s*|["'=])(${site})?(${any})/?([?#][^"'\\s<>\\\\]*)?\\s*(["'\\\\>]|$)`, "i");
  const found = await Promise.all(
    kinds.map(async ({ listWith, editor }) => {
      const records = await listWith(db, paths, LOOKED_AT);
      return records
        .filter(({ id, fields }) => id !== except && fields.some(({ value }) => link.test(value)))
        .map(({ id, name }) => ({ label: name, to: editor(id) }));
    }),
  );
  return found.flat();
}

export async function countLinksTo(
  db: Database,
  { id, path, siteUrl }: { id: string; path: string; siteUrl: string },
): Promise<number> {
  return (await listLinking(db, { paths: [path], siteUrl, except: id })).length;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
