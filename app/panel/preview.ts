// A page as it would be with what stands in a form, a draft as if it were published.
import { eq } from "drizzle-orm";
import { data } from "react-router";
import { z } from "zod";
import { preview as words } from "../copy/panel/preview.ts";
import { letPanelFrame } from "../features/admin-session/panel-page.server.ts";
import { applyChanges } from "../features/changes/apply.server.ts";
import { listDraftsOf } from "../features/changes/drafts.server.ts";
import { listChanges } from "../features/changes/publish.server.ts";
import { KIND_NAMES, KINDS, kindsWith } from "../features/records/kinds.server.ts";
import {
  checked,
  type KindName,
  type RecordKind,
  saveFields,
} from "../features/records/record-kind.server.ts";
import { localPath } from "../features/redirects/paths.ts";
import { saveSettings } from "../features/settings/queries.server.ts";
import { settings } from "../features/settings/rules.ts";
import type { Database } from "../platform/database/database.server.ts";
import { Refused } from "../platform/database/refused.ts";
import { readForUndo, storeForUndo } from "../platform/database/undo.server.ts";
import { configContext, ownerDb, showPreview } from "../platform/http/context.server.ts";
import { makeInert } from "../platform/http/inert-page.server.ts";
import { plainPage } from "../platform/http/plain-page.server.ts";
import { readPostedForm } from "../platform/http/posted-form.server.ts";
import { log } from "../platform/log.server.ts";
import { isCrowded } from "../platform/work-queue.ts";
import type { Route } from "./+types/preview";
import { findChangedPage, findChangedPages } from "./saving/places.server.ts";

const shown = z.object({
  kind: z.enum(KIND_NAMES),
  record: z.string().min(1).max(500),
  fields: z.record(z.string(), z.string()),
});

/** Keeps for ten minutes what a form holds, and answers with the address that shows it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { kind, record, ...fields } = Object.fromEntries(await readPostedForm(request));
  const asked = shown.safeParse({ kind, record, fields });
  if (!asked.success) throw data(null, { status: 400 });
  const id = await storeForUndo(context.get(ownerDb), { [NAME]: [asked.data] });
  return Response.json({ id });
}

/** What is kept under, beside what Undo keeps. */
const NAME = "preview";

/** What the address says: a form that was kept, or a change set with the record whose page is shown, or which one of them. */
const asked = z.union([
  z.object({ id: z.uuid() }),
  z.object({
    set: z.uuid(),
    kind: z.enum(KIND_NAMES).optional(),
    record: z.string().max(500).optional(),
    page: z.string().max(500).optional(),
  }),
]);

export async function loader({ url, context }: Route.LoaderArgs) {
  const said = asked.safeParse(Object.fromEntries(url.searchParams));
  if (!said.success) throw data(null, { status: 404 });
  const isForm = "id" in said.data;
  try {
    const change = await ("id" in said.data
      ? readForm(context.get(ownerDb), said.data.id)
      : readSet(context.get(ownerDb), said.data));
    const { siteUrl } = context.get(configContext);
    const by = isForm ? "owner" : "changes";
    const show: Show = (made) => context.get(showPreview)(made, by);
    const page = makeInert(await followWithin(show, change, siteUrl));
    return letPanelFrame(page, context.get(ownerDb), url.searchParams.get("frame"));
  } catch (error) {
    const say = (text: string, status: number) =>
      plainPage(words.refused, isForm ? [text, words.close] : [text], status);
    if (error instanceof Refused) return say(error.message, 400);
    if (!isCrowded(error)) log.error({ err: error }, "A preview couldn't be rendered");
    return say(words.failed, 503);
  }
}

type Change = (tx: Database) => Promise<string>;
type Show = (change: Change) => Promise<Response>;

/** An address may lead to a page that has another one still. */
const HOPS_MAX = 3;

/**
 * The page of a change; where its address leads to another one of the site, that one with the change in it; where it leads
 * to another site, a page that says so.
 */
async function followWithin(show: Show, change: Change, siteUrl: string): Promise<Response> {
  let page = await show(change);
  for (let hops = 0; hops < HOPS_MAX; hops++) {
    const to = page.headers.get("Location");
    if (!to) break;
    const path = localPath(to, siteUrl);
    if (path === null) return plainPage(words.away, [words.leadsAway(to)], 200);
    page = await show(async (tx) => {
      await change(tx);
      return path;
    });
  }
  return page;
}

async function readForm(db: Database, id: string): Promise<Change> {
  const kept = await readForUndo(db, id, NAME).catch(refuseWith(words.over));
  const { kind: name, record, fields } = shown.parse(kept[0]);
  const kind = KINDS.find((one) => one.name === name)!;
  return (tx) => apply(tx, kind, record, fields);
}

/** Everything that waits, as it would be; where something was saved meanwhile, the draft's value is shown. */
async function readSet(
  db: Database,
  { set, kind: name, record, page }: { set: string; kind?: KindName; record?: string; page?: string },
): Promise<Change> {
  const changes = await listChanges(db, set);
  if (!changes.length) throw new Refused({ "": words.setOver });
  const shown = changes.find((one) => one.kind === name && one.record_id === record) ?? changes[0]!;
  return async (tx) => {
    await applyChanges(tx, changes, "take");
    const isOther = page !== undefined && (await findChangedPages(tx, shown, true)).includes(page);
    return isOther ? page : findChangedPage(tx, shown, true);
  };
}

const refuseWith = (reason: string) => (error: unknown) => {
  throw error instanceof Refused ? new Refused({ "": reason }) : error;
};

type Fields = Record<string, string>;

/** Saves what the form posts, in the preview's transaction. @returns the path of the page that shows it */
async function apply(tx: Database, kind: RecordKind, id: string, fields: Fields): Promise<string> {
  const withPage = kindsWith("page").find((one) => one.name === kind.name);
  if (withPage) {
    const { table } = withPage.page;
    // A save at this moment waits, instead of being a conflict of the preview's.
    await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for("update");
  }
  // A card of the settings holds several of them, by their keys.
  if (kind.name === "settings" && id in fields) await applyCard(tx, fields);
  else await saveFields(tx, kind, id, fields);
  return findChangedPage(tx, { kind: kind.name, record_id: id }, true);
}

/**
 * Saves what a card of the Settings tab posts, in the preview's transaction; over its drafts, where it showed those: what
 * they remove is an empty field, which changes nothing by itself (SPEC 5).
 * @throws Refused by the rules
 */
async function applyCard(tx: Database, posted: Record<string, string>): Promise<void> {
  const drafts = "keep" in posted ? await listDraftsOf(tx, "settings") : [];
  const own = drafts.filter(({ record_id }) => record_id in posted);
  await applyChanges(tx, own, "take");
  await saveSettings(tx, checked(settings, posted));
}
