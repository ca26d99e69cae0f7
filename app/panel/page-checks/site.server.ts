// Reads the site check's issues, with their pages and the fields to fix.
import { href } from "react-router";
import { siteIssues as words } from "../../copy/panel/site-check.ts";
import type { CheckId } from "../../features/page-checks/checks.ts";
import { ISSUE_KINDS, type IssueKind } from "../../features/page-checks/issues.ts";
import {
  type IssueGroup,
  type IssueLine,
  listIssues,
  readSiteCheckStatus,
} from "../../features/page-checks/queries.owner.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { type Editor, findEditor, findPlaces } from "./places.server.ts";

const LINES_OF_KIND = 5;
const LINES_OF_PAGE = 50;
/** Limit on pages listed per issue, with the places to fix. */
const PATHS_SHOWN = 3;

/** Where to fix an issue: a form, tab or field. */
type Place = { label: string; to: string };
export type ShownLine = Pick<IssueLine, "kind" | "about"> & {
  text: string;
  pages: { path: string; places: Place[] }[];
  more: number;
};
export type ShownGroup = Pick<IssueGroup, "kind" | "state" | "total"> & { lines: ShownLine[] };

/** @param asked.kind limits the results to one kind, which then has a pager */
export async function readSiteCheck(
  db: Database,
  siteUrl: string,
  asked: { kind?: IssueKind; page: number },
) {
  const { kind, page } = asked;
  const perKind = kind ? LINES_OF_PAGE : LINES_OF_KIND;
  const [{ last, ...counts }, found, { time_zone }] = await Promise.all([
    readSiteCheckStatus(db),
    listIssues(db, { kind, perKind, offset: (page - 1) * perKind }),
    readSettings(db),
  ]);
  const editors = new Map<string, Editor | null>();
  const groups: ShownGroup[] = [];
  for (const { lines, ...group } of found) {
    const shown: ShownLine[] = [];
    for (const line of lines) shown.push(await describe(db, siteUrl, line, editors));
    groups.push({ ...group, lines: shown });
  }
  const order = ({ kind, state }: ShownGroup) =>
    (state === "broken" ? 0 : ISSUE_KINDS.length) + ISSUE_KINDS.indexOf(kind);
  groups.sort((a, b) => order(a) - order(b));
  return {
    ...counts,
    groups,
    list: kind ? pagedOf(groups, page) : null,
    last: last && {
      ...{ state: last.state, trouble: last.trouble, pages: last.pages, due: last.due, read: last.read },
      time: shortTime(last.finished_at ?? last.requested_at, time_zone),
    },
  };
}

/** A kind's errors and its warnings share one pager. */
function pagedOf(groups: readonly ShownGroup[], page: number) {
  const most = Math.max(0, ...groups.map(({ total }) => total));
  return {
    ...{
      rows: groups.flatMap(({ lines }) => lines),
      matching: groups.reduce((sum, { total }) => sum + total, 0),
    },
    ...{ page, pages: Math.max(1, Math.ceil(most / LINES_OF_PAGE)), perPage: LINES_OF_PAGE },
  };
}

async function describe(
  db: Database,
  siteUrl: string,
  line: IssueLine,
  editors: Map<string, Editor | null>,
): Promise<ShownLine> {
  const pages = [];
  for (const path of line.paths.slice(0, PATHS_SHOWN))
    pages.push({ path, places: await placesOf(db, siteUrl, { ...line, path }, editors) });
  const { kind, about } = line;
  return { kind, about, text: textOf(line), pages, more: line.pages - pages.length };
}

function textOf({ kind, about, text, pages }: IssueLine): string {
  if (kind === "external") return words.deadOutside(about, text);
  if (kind === "double-title") return words.doubleTitle(text, pages);
  if (kind === "double-description") return words.doubleDescription(text, pages);
  return text;
}

/** Maps an issue to the page check that has the same form field but a different id. */
const FIELD_OF: Partial<Record<IssueKind, CheckId>> = {
  "double-title": "title",
  "double-description": "description",
  external: "links",
};

async function placesOf(
  db: Database,
  siteUrl: string,
  { kind, state, about, path }: IssueLine & { path: string },
  editors: Map<string, Editor | null>,
): Promise<Place[]> {
  const id = FIELD_OF[kind] ?? (kind as CheckId);
  if (id === "links" || id === "heading") {
    const texts = await findPlaces(db, siteUrl, path, [{ id, state, about: about ? [about] : [] }]);
    if (texts.length) return texts.map(({ label, to }) => ({ label, to }));
  }
  if (!editors.has(path)) editors.set(path, await findEditor(db, path));
  const editor = editors.get(path);
  if (!editor) return kind === "images" ? [toMedia] : [];
  const field = editor.fields[id];
  return [{ label: "", to: field ? `${editor.to}#${field}` : editor.to }];
}

/** On pages without a form, images are fixed in the library. */
const toMedia: Place = { label: "", to: href("/admin-control-panel-seoprozone/media") };
