// Previews a page with a form's values or with drafts, as if published.
import { eq } from "drizzle-orm";
import { data } from "react-router";
import { z } from "zod";
import { preview as words } from "../copy/panel/preview.ts";
import { applyChanges } from "../features/changes/apply.server.ts";
import { findDraft } from "../features/changes/drafts.server.ts";
import { listChanges } from "../features/changes/publish.server.ts";
import type { RecordKey } from "../features/changes/record-key.server.ts";
import { draftNames, findDrafts } from "../features/changes/touched.server.ts";
import { formOfRow } from "../features/landing-pages/many.server.ts";
import { KIND_NAMES, KINDS, kindsWith } from "../features/records/kinds.server.ts";
import { landingPages } from "../features/records/landing-pages.server.ts";
import { type RecordKind, saveFields } from "../features/records/record-kind.server.ts";
import { localPath } from "../features/redirects/paths.ts";
import { letPanelFrame } from "../features/sign-in/panel-page.server.ts";
import { rightOfKind } from "../features/staff/rights.ts";
import { may, requireRight } from "../features/staff/signed-in.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import { Refused } from "../platform/database/refused.ts";
import { readForUndo, storeForUndo } from "../platform/database/undo.server.ts";
import { configContext, ownerDb, showPreview, systemDb } from "../platform/http/context.server.ts";
import { makeInert } from "../platform/http/inert-page.server.ts";
import { plainPage } from "../platform/http/plain-page.server.ts";
import { readPostedForm } from "../platform/http/posted-form.server.ts";
import { log } from "../platform/log.server.ts";
import { isCrowded } from "../platform/work-queue.ts";
import { NEW_RECORD } from "../ui/panel/preview-button.tsx";
import { AS_DRAFT } from "../ui/panel/waiting-changes.tsx";
import type { Route } from "./+types/preview";
import { findChangedPage, findChangedPages } from "./saving/places.server.ts";

const shown = z.object({
  kind: z.enum(KIND_NAMES),
  record: z.string().min(1).max(500),
  fields: z.record(z.string(), z.string()),
});

/** One row of the form that adds many pages. */
const listed = z.object({ template: z.uuid(), csv: z.string(), row: z.coerce.number().int().min(0) });

/** Stores a form for ten minutes and returns the ID for its preview URL. */
export async function action({ request, context }: Route.ActionArgs) {
  const { kind, record, ...fields } = Object.fromEntries(await readPostedForm(request));
  const asked = shown.safeParse({ kind, record, fields });
  if (!asked.success) throw data(null, { status: 400 });
  requireRight(context, rightOfKind(asked.data.kind));
  const db = context.get(ownerDb);
  const row = listed.safeParse(fields).data;
  try {
    if (row) asked.data.fields = formOfRow(await landingPages.read(db, row.template), row);
    const id = await storeForUndo(db, { [NAME]: [asked.data] });
    return Response.json({ id });
  } catch (error) {
    if (error instanceof Refused) throw data(error.message, { status: 400 });
    throw error;
  }
}

/** Previews are stored under this name in the table that keeps deleted rows for Undo. */
const NAME = "preview";

const asked = z.union([
  z.object({ id: z.uuid() }),
  /** the page of the first draft, or another one that shows it */
  z.object({ drafts: draftNames, page: z.string().max(500).optional() }),
]);

export async function loader({ url, context }: Route.LoaderArgs) {
  const said = asked.safeParse(Object.fromEntries(url.searchParams));
  if (!said.success) throw data(null, { status: 404 });
  const db = context.get(ownerDb);
  const isForm = "id" in said.data;
  const chosen = "drafts" in said.data ? await findDrafts(db, said.data.drafts) : [];
  for (const { kind } of chosen) requireRight(context, rightOfKind(kind));
  const frame = url.searchParams.get("frame");
  const framed = (page: Response) => letPanelFrame(page, context.get(systemDb), frame);
  try {
    const change = await ("id" in said.data
      ? readForm(context, said.data.id)
      : readDrafts(db, chosen, said.data));
    const { siteUrl } = context.get(configContext);
    const by = isForm && !frame ? "owner" : "changes";
    const show: Show = (made) => context.get(showPreview)(made, by);
    return await framed(makeInert(await followWithin(show, change, siteUrl)));
  } catch (error) {
    const say = (text: string, status: number) =>
      framed(plainPage(words.refused, isForm && !frame ? [text, words.close] : [text], status));
    if (error instanceof Refused) return say(error.message, 400);
    if (!isCrowded(error)) log.error({ err: error }, "A preview couldn't be rendered");
    return say(words.failed, 503);
  }
}

type Change = (tx: Database) => Promise<string>;
type Show = (change: Change) => Promise<Response>;

/** Redirect targets may themselves have moved. */
const HOPS_MAX = 3;

/**
 * Follows redirects within the site. If one leaves the site, returns a page that names its target.
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

async function readForm(context: Route.LoaderArgs["context"], id: string): Promise<Change> {
  const kept = await readForUndo(context.get(ownerDb), id, NAME).catch(refuseWith(words.over));
  const { kind: name, record, fields } = shown.parse(kept[0]);
  if (!may(context, rightOfKind(name))) throw new Refused({ "": words.over });
  const kind = KINDS.find((one) => one.name === name)!;
  return (tx) => apply(tx, kind, record, fields);
}

/** Returns a function that applies drafts, which win over newer saves. */
async function readDrafts(
  db: Database,
  chosen: readonly RecordKey[],
  { drafts, page }: { drafts: string[]; page?: string },
): Promise<Change> {
  if (chosen.length < drafts.length) throw new Refused({ "": words.draftsOver });
  const changes = await listChanges(db, chosen);
  const [first] = chosen;
  const shown = { kind: first!.kind, record_id: first!.id };
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

/**
 * Saves the form in the preview transaction.
 * @returns the path of the page that shows the record
 */
async function apply(tx: Database, kind: RecordKind, id: string, fields: Fields): Promise<string> {
  if (id === NEW_RECORD && kind.add) {
    const added = await kind.add(tx, { ...fields, published: "on" });
    return findChangedPage(tx, { kind: kind.name, record_id: added }, true);
  }
  const withPage = kindsWith("page").find((one) => one.name === kind.name);
  if (withPage) {
    const { table } = withPage.page;
    // Lock the row, so a concurrent save waits instead of causing a conflict.
    await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for("update");
  }
  // An empty field alone doesn't remove a setting, so apply the draft's removals first.
  const draft = kind.keepsEmpty && AS_DRAFT in fields && (await findDraft(tx, { kind: kind.name, id }));
  if (draft) await applyChanges(tx, [draft], "take");
  await saveFields(tx, kind, id, fields);
  return findChangedPage(tx, { kind: kind.name, record_id: id }, true);
}
