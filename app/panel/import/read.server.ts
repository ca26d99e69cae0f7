import { draftName } from "../../features/changes/record-key.server.ts";
import { listImportDrafts, listUnpublished } from "../../features/import/draft.server.ts";
import { listOldPaths, readReport, readResult } from "../../features/import/report.server.ts";
import { findRun, listRuns } from "../../features/import/runs.server.ts";
import { listIndustries } from "../../features/industries/queries.server.ts";
import { recordAt } from "../../features/records/kinds.server.ts";
import { findRecords } from "../../features/redirects/slug-history.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { FetchAsVisitor } from "../../platform/http/context.server.ts";
import { shortDate } from "../../platform/time/dates.ts";

type Check = { from: number; ask: FetchAsVisitor; visitorDb: Database; siteUrl: string };

/** The number of old URLs checked per click. */
const CHECKED_AT_ONCE = 500;

export async function readImports(db: Database) {
  const [runs, { time_zone }] = await Promise.all([listRuns(db), readSettings(db)]);
  return runs.map(({ created_at, ...run }) => ({ ...run, at: shortDate(created_at, time_zone) }));
}

/** @param check the start position and the function that requests URLs; null to skip the check */
export async function readImport(db: Database, id: string, check: Check | null) {
  const run = await findRun(db, id);
  if (!run) return null;
  const { label, state, done, total, problem, published } = run;
  const isReady = state === "ready";
  const isOver = state === "stored" || state === "canceled" || state === "failed";
  const drafts = isOver ? await listImportDrafts(db, id) : [];
  return {
    ...{ id, label, state, done, total, problem, published },
    report: isReady ? await readReport(db, run) : null,
    industries: isReady ? (await listIndustries(db)).map((one) => ({ id: one.id, name: one.name })) : [],
    result: isOver ? await readResult(db, id) : null,
    drafts: drafts.some(({ kind }) => kind === "imports") ? drafts.map(draftName).join(".") : "",
    unpublished: isOver ? await listUnpublished(db, id) : [],
    checked:
      check && isOver
        ? await checkPaths(check, await listOldPaths(db, run, check.from, CHECKED_AT_ONCE))
        : null,
  };
}

/** Requests old URLs as a visitor would, and follows one redirect from each. */
async function checkPaths(
  { from, ask, visitorDb, siteUrl }: Check,
  { paths, total }: { paths: string[]; total: number },
) {
  /** Status by target. Redirects often share targets. */
  const ends = new Map<string, number>();
  const request = async (path: string) => {
    // Look up records instead of rendering their pages: hundreds of pages would take a minute.
    const isPage = recordAt(path) && (await findRecords(visitorDb, [path])).get(path)?.to_path === path;
    if (isPage) return new Response(null);
    return ask(path, "HEAD");
  };
  const rows: { path: string; status: number; to: string; end: number }[] = [];
  for (const path of paths) {
    const { status, headers } = await request(path);
    const target = URL.parse(headers.get("location") ?? "", siteUrl);
    if (!target || status < 300 || status >= 400) {
      rows.push({ path, status, to: "", end: status });
      continue;
    }
    const isHere = target.origin === new URL(siteUrl).origin;
    const to = isHere ? target.pathname + target.search : target.href;
    if (isHere && !ends.has(to)) ends.set(to, (await request(to)).status);
    rows.push({ path, status, to, end: ends.get(to) ?? status });
  }
  const isFound = ({ end }: { end: number }) => end === 200;
  return {
    ...{ from, next: from + paths.length, total },
    ok: rows.filter((row) => isFound(row) && !row.to).length,
    moved: rows.filter((row) => isFound(row) && row.to).length,
    problems: rows.filter((row) => !isFound(row) && !/^https?:/.test(row.to)),
  };
}
