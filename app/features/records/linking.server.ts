// Which of the owner's records and texts link to certain paths of the site.
import type { Database } from "../../platform/database/database.server.ts";
import { KINDS } from "./kinds.server.ts";

/** So many of each kind are looked through; as many links to one page are no list for people. */
const LOOKED_AT = 500;

/** What has the link, as people call it, and the panel's address at which it is changed. */
export type Linking = { label: string; to: string };

/**
 * The records and texts that link to one of several paths, in HTML, in JSON or as a link of their own; deleted ones do
 * not count.
 * @param of.paths from the root, as pages are spelt; their query and fragment do not matter
 * @param of.except the id of the record whose own links do not count
 */
export async function listLinking(
  db: Database,
  { paths, siteUrl, except }: { paths: readonly string[]; siteUrl: string; except: string },
): Promise<Linking[]> {
  if (!paths.length) return [];
  const [site, any] = [escaped(siteUrl), paths.map(escaped).join("|")];
  // After a quote or at the start of the text, and up to its end; as JSON writes it, too.
  const link = new RegExp(`(^\\s*|["'=])(${site})?(${any})/?([?#][^"'\\s<>\\\\]*)?\\s*(["'\\\\>]|$)`, "i");
  const found = await Promise.all(
    KINDS.map(async ({ listWith, editor }) => {
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
