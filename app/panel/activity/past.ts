// Shows any page of the site as it was at a time or in a revision (decision 0049).
import { eq } from "drizzle-orm";
import { redirect } from "react-router";
import { z } from "zod";
import { history } from "../../copy/panel/history.ts";
import { PRIVATE, withinPreview } from "../../features/changes/within-preview.server.ts";
import {
  findHistoryStart,
  findMoment,
  type Lost,
  type Moment,
  showPast,
} from "../../features/history/past-site.server.ts";
import { recordAt } from "../../features/records/kinds.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { letPanelFrame } from "../../features/sign-in/panel-page.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import {
  configContext,
  ownerDb,
  type PastPage,
  showPreview,
  systemDb,
} from "../../platform/http/context.server.ts";
import { plainPage } from "../../platform/http/plain-page.server.ts";
import { log } from "../../platform/log.server.ts";
import { longDate, timeOfDay } from "../../platform/time/dates.ts";
import { momentsOf, wallTime } from "../../platform/time/wall-time.ts";
import { isCrowded } from "../../platform/work-queue.ts";
import { findChangedPage } from "../saving/places.server.ts";
import type { Route } from "./+types/past";
import { FRAMED, PAST } from "./past-path.ts";

const words = history.past;

const wall = z.iso.datetime({ local: true, precision: -1 });
/** Path segment that redirects to the page as it is today. */
const NOW = "now";

/**
 * Shows a page as it was at a time (`as-of/<time>/<path>`) or in a revision (`as-of/<revision>/<path>`).
 * `as-of/<revision>?record` shows the page of the revision's record. A frame key may follow, as in
 * `<time>~<key>`. `as-of?at=<time>` redirects to the home page at that time.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { moment, "*": rest = "" } = params as { moment?: string; "*"?: string };
  // URLs keep the frame's key, so that links on the page stay in the same frame.
  const [asked, key = null] = moment?.split(FRAMED) ?? [];
  const path = `/${rest}${url.search}`;
  if (asked === undefined) {
    const at = wall.safeParse(url.searchParams.get("at"));
    return at.success ? redirect(`${PAST}/${at.data}/`) : say(words.noTime, 400);
  }
  if (asked === NOW) return redirect(pathOfNow(rest) + url.search);
  if (!withinPreview.hasPage(path)) return say(words.noPage, 404);
  try {
    const then = await readMoment(context.get(ownerDb), asked);
    const isRecord = then.of !== null && url.searchParams.has("record");
    const page = await makePast(context, then, isRecord ? null : path);
    const { siteUrl } = context.get(configContext);
    const shown = await withinPreview.page(page, { prefix: `${PAST}/${moment}`, siteUrl });
    if (!shown) return say(words.noPage, 404);
    return letPanelFrame(shown, context.get(systemDb), key);
  } catch (error) {
    if (error instanceof Refused) return say(error.message, 400);
    if (!isCrowded(error)) log.error({ err: error }, "A page from the past couldn't be rendered");
    return say(words.failed, 503);
  }
}

/** Returns a path on this site: `//example.com` becomes `/example.com`. */
const pathOfNow = (rest: string) =>
  new URL(`http://site/${rest.replace(/[?#]/g, encodeURIComponent)}`).pathname.replace(/^\/+/, "/");

const say = (text: string, status: number) => plainPage(words.cannot, [text], status, PRIVATE);

type Then = { moment: Moment; when: string; of: { kind: KindName; id: string; isDraft: boolean } | null };

const MINUTE_MS = 60_000;

/** Throws Refused for times that don't exist, are in the future or are before history starts. */
async function readMoment(db: Database, asked: string): Promise<Then> {
  const { time_zone } = await readSettings(db);
  const inWords = (at: Date) => `${longDate(at, time_zone)}, ${timeOfDay(at, time_zone)}`;
  if (z.uuid().safeParse(asked).success) {
    const { moment, at, ...of } = await findMoment(db, asked);
    return { moment, when: inWords(at), of };
  }
  const [at] = wall.safeParse(asked).success ? momentsOf(asked, time_zone) : [];
  if (!at) throw new Refused({ "": words.noTime });
  if (at > new Date()) throw new Refused({ "": words.notYet });
  const beginning = await findHistoryStart(db);
  if (!beginning) throw new Refused({ "": words.nothing });
  // History starts partway through its first minute, so use the end of that minute.
  const isFirst = wallTime(at, time_zone) === wallTime(beginning, time_zone);
  if (at < beginning && !isFirst) throw new Refused({ "": words.before(inWords(beginning)) });
  const moment = isFirst ? new Date(at.getTime() + MINUTE_MS) : at;
  return { moment: moment.toISOString(), when: inWords(at), of: null };
}

const NAMED_MAX = 5;

/** @param path null for the page of the revision's record, as if published */
function makePast(context: Route.LoaderArgs["context"], then: Then, path: string | null): Promise<Response> {
  const by: PastPage = { when: then.when, now: "", isDraft: false, unknown: [], more: 0, gone: new Set() };
  const record = path === null ? then.of : null;
  return context.get(showPreview)(async (tx) => {
    const lost = await showPast(tx, then.moment, record?.id);
    by.unknown = lost.slice(0, NAMED_MAX).map(({ name }) => name);
    by.more = lost.length - by.unknown.length;
    by.isDraft = record?.isDraft ?? false;
    if (path !== null) await refuseLost(tx, path, lost);
    const shown = path ?? (await findChangedPage(tx, { kind: record!.kind, record_id: record!.id }));
    by.now = `${PAST}/${NOW}${shown}`;
    return shown;
  }, by);
}

/** Throws Refused if the state of the page's record at that time is unknown. */
async function refuseLost(tx: Database, path: string, lost: readonly Lost[]) {
  const at = recordAt(path.replace(/[?#].*$/, ""));
  if (!at || !lost.some(({ kind }) => kind === at.kind.name)) return;
  const { table } = at.kind.page;
  const rows = await tx.select({ id: table.id }).from(table).where(eq(table.slug, at.slug));
  const found = lost.find(({ kind, key }) => kind === at.kind.name && rows.some(({ id }) => id === key));
  if (found) throw new Refused({ "": words.notKept(found.name) });
}
