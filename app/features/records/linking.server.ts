// Finds the records and texts that link to given paths of the site.
import type { Database } from "../../platform/database/database.server.ts";
import { KINDS } from "./kinds.server.ts";

/** Limit per kind. A longer list of links to one page wouldn't help anyone. */
const LOOKED_AT = 500;

/** The record that has the link, by its name, and the URL in the panel that edits it. */
export type Linking = { label: string; to: string };

/**
 * Returns the records and texts that link to any of several paths, in HTML, in JSON or as a link field. Deleted ones
 * don't count.
 * @param of.paths from the root, spelled like the pages; links match with any query and fragment
 * @param of.except the id of a record whose own links don't count
 */
export async function listLinking(
  db: Database,
  { paths, siteUrl, except }: { paths: readonly string[]; siteUrl: string; except: string },
): Promise<Linking[]> {
  if (!paths.length) return [];
  const [site, any] = [escaped(siteUrl), paths.map(escaped).join("|")];
  // Matches after a quote or at the start of the text, up to the closing quote or the end, also when escaped in JSON.
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
