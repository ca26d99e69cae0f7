import { changes as copy } from "../../copy/panel/changes.ts";
import type { Change } from "../../features/changes/apply.server.ts";
import { localPath } from "../../features/redirects/paths.ts";
import { findRedirectById } from "../../features/redirects/queries.owner.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { FetchAsVisitor } from "../../platform/http/context.server.ts";

/** @property says what visitors to the old URL get, in words */
export type CheckedRedirect = { from: string; says: string; isRight: boolean };

const words = copy.checks.redirects;

/** Returns the redirects among changes. Call it in the preview transaction. */
export async function findRedirects(tx: Database, changes: readonly Change[]) {
  const rows: { from_path: string; is_on: boolean }[] = [];
  for (const { kind, record_id } of changes) {
    const row = kind === "redirects" && (await findRedirectById(tx, record_id));
    if (row) rows.push(row);
  }
  return rows;
}

type Site = { ask: FetchAsVisitor; siteUrl: string };

/**
 * Follows redirects with the changes applied.
 * @param site.ask returns a 503 for a URL whose response isn't known yet
 * @returns redirects with a known result
 */
export async function followRedirects(
  redirects: readonly { from_path: string; is_on: boolean }[],
  site: Site,
): Promise<CheckedRedirect[]> {
  const checked: CheckedRedirect[] = [];
  for (const { from_path: from, is_on } of redirects) {
    const found = await follow(from, is_on, site);
    if (found) checked.push({ from, ...found });
  }
  return checked;
}

const right = (says: string) => ({ says, isRight: true });
const wrong = (says: string) => ({ says, isRight: false });

async function follow(from: string, isOn: boolean, { ask, siteUrl }: Site) {
  const answer = await ask(from);
  if (answer.status === 503) return null;
  const location = answer.headers.get("Location");
  if (answer.ok) return wrong(words.page);
  if (!isOn) return right(words.off);
  if (answer.status === 410) return right(words.gone);
  const to = location && localPath(location, siteUrl);
  if (location && to === null) return right(words.away(location));
  // A wildcard stands for many pages.
  if (to?.endsWith("*")) return null;
  const arrived = to ? await ask(to, "HEAD") : null;
  if (arrived?.status === 503) return null;
  return to && arrived?.ok ? right(words.arrives(to)) : wrong(words.nothing(to ?? ""));
}
