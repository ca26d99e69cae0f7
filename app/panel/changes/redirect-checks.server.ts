// Where the redirects of what waits lead, before they are published.
import { changes as copy } from "../../copy/panel/changes.ts";
import { applyChanges, type Change, rolledBack } from "../../features/changes/apply.server.ts";
import { localPath } from "../../features/redirects/paths.ts";
import { findRedirectById } from "../../features/redirects/queries.owner.server.ts";
import type { FetchAsVisitor } from "../../platform/context.server.ts";
import type { Database } from "../../platform/database.server.ts";

/** One redirect: its old address, and what visitors meet there, in words. */
export type CheckedRedirect = { from: string; says: string; isRight: boolean };

type Site = { ask: FetchAsVisitor; preview: (path: string) => Promise<Response>; siteUrl: string };

const words = copy.checks.redirects;

/**
 * Follows redirects as they would be.
 * @param redirects of the change set's
 * @param changes all of it
 * @throws Refused where they cannot be published
 */
export async function checkRedirects(
  db: Database,
  redirects: readonly Change[],
  changes: readonly Change[],
  site: Site,
): Promise<CheckedRedirect[]> {
  if (!redirects.length) return [];
  const rows = await rolledBack(db, async (tx) => {
    await applyChanges(tx, changes, "take");
    return Promise.all(redirects.map(({ record_id }) => findRedirectById(tx, record_id)));
  });
  const checked: CheckedRedirect[] = [];
  for (const row of rows) {
    if (row) checked.push({ from: row.from_path, ...(await follow(row.from_path, row.is_on, site)) });
  }
  return checked;
}

const right = (says: string) => ({ says, isRight: true });
const wrong = (says: string) => ({ says, isRight: false });

async function follow(from: string, isOn: boolean, { ask, preview, siteUrl }: Site) {
  const answer = await preview(from);
  const location = answer.headers.get("Location");
  if (answer.ok) return wrong(words.page);
  if (!isOn) return right(words.off);
  if (answer.status === 410) return right(words.gone);
  const to = location && localPath(location, siteUrl);
  if (location && to === null) return right(words.away(location));
  return to && (await ask(to, "HEAD")).ok ? right(words.arrives(to)) : wrong(words.nothing(to ?? ""));
}
