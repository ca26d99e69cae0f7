// Stores an import: images, records, redirects, then the draft that publishes them. Another process can
// continue after a crash.
import { and, eq, inArray, sql } from "drizzle-orm";
import { counted } from "../../copy/counted.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { findDraft, saveDraft } from "../changes/drafts.server.ts";
import { choices as choicesSchema } from "../imported/choices.ts";
import type { SourceItem } from "../imported/item.ts";
import { type ItemState, import_items, imports } from "../imported/table.server.ts";
import type { Store } from "../media/store.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import { draftImport } from "./draft.server.ts";
import { type FetchImages, storeImages } from "./images.server.ts";
import { findKnown, findStored, findTaken, type KnownRecord, listItems } from "./known.server.ts";
import { type Known, LinkMap, type Planned, planImport } from "./plan.ts";
import { recordFields } from "./record-fields.server.ts";
import { storeRedirects } from "./redirects.server.ts";
import { type ImportRun, nameImport } from "./runs.server.ts";

const AT_ONCE = 25;
/** Each update of a published record is a draft, and at most 200 can be published together. */
const DRAFTS_MAX = 150;

export type StoreTools = {
  fetchImages: FetchImages;
  store: Store;
  siteUrl: string;
  /** returns false to stop */
  progress: (done: number, total: number) => Promise<boolean>;
};

/** Plans an import. Stored items keep their paths. */
export async function planOf(db: Database, run: Pick<ImportRun, "import_id" | "choices" | "site_url">) {
  const choices = choicesSchema.parse(run.choices ?? {});
  const items = await listItems(db, run.import_id);
  const known = await findKnown(db, run.import_id);
  const stored = await findStored(db, run.import_id);
  const kept = new Map<string, Known>([...known].filter(([, record]) => !record.isDeleted));
  for (const [key, record] of stored) if (record) kept.set(key, record);
  const planned = planImport(items, choices, {
    ...{ taken: await findTaken(db, kept), known: kept },
    siteUrl: run.site_url,
  });
  const plan = planned.map(
    (one): Planned => (stored.get(one.item.key) === null ? { ...one, path: "" } : one),
  );
  return { choices, plan, known };
}

/**
 * Stores everything that isn't stored yet.
 * @returns false if the import was stopped
 */
export async function storeImport(db: Database, run: ImportRun, tools: StoreTools): Promise<boolean> {
  const { import_id: id, site_url: oldSite } = run;
  const { choices, plan, known } = await planOf(db, run);
  const coming = plan.filter(({ path }) => path);
  const total = plan.length;
  if (!(await tools.progress(0, total))) return false;
  const keys = new Set(coming.map(({ item }) => item.key));
  const imagePaths = await storeImages(db, run, { keys, copies: choices.images === "library" }, tools);
  if (!imagePaths) return false;
  const context = { choices, imagePaths, links: new LinkMap(plan, oldSite) };
  for (let at = 0; at < plan.length; at += AT_ONCE) {
    const chunk = plan.slice(at, at + AT_ONCE);
    await db.transaction(async (tx) => {
      await nameImport(tx, run);
      const rows = await tx
        .select({ key: import_items.source_key, data: import_items.data })
        .from(import_items)
        .where(
          and(
            ...ofKeys(
              id,
              chunk.map(({ item }) => item.key),
            ),
            eq(import_items.state, "new"),
          ),
        );
      const data = new Map(rows.map((row) => [row.key, row.data]));
      for (const planned of chunk) {
        const item = data.get(planned.item.key);
        if (!item) continue;
        const { fields, hash } = recordFields(item, planned, context);
        await storeItem(tx, id, { item, planned, fields, hash, known: known.get(item.key) });
      }
    });
    if (!(await tools.progress(Math.min(at + AT_ONCE, total), total))) return false;
  }
  // Plans again, because some items may have failed.
  await storeRedirects(db, run, { ...(await planOf(db, run)), siteUrl: tools.siteUrl });
  await saveAsDraft(db, run, { ...context, plan });
  return true;
}

const ofKeys = (id: string, keys: string[]) =>
  [eq(import_items.import_id, id), inArray(import_items.source_key, keys)] as const;

/** Leaves out text that's no longer needed once an item is stored. */
const WITHOUT_TEXT = sql`${import_items.data} - 'html' - 'images' - 'excerpt'`;

type Context = Parameters<typeof recordFields>[2];
type Step = {
  item: SourceItem;
  planned: Planned;
  fields: Record<string, string>;
  hash: string;
  known: KnownRecord | undefined;
};

async function storeItem(tx: Database, id: string, { item, planned, fields, hash, known }: Step) {
  const note = (state: ItemState, values: Partial<typeof import_items.$inferInsert> = {}) =>
    tx
      .update(import_items)
      .set({
        ...{ state, new_path: planned.path, stored_at: sql`now()` },
        ...(state !== "drafted" && { data: WITHOUT_TEXT }),
        ...values,
      })
      .where(and(...ofKeys(id, [item.key])));
  if (!planned.target) return note("left", { reason: planned.reason ?? "" });
  const kind = KINDS.find(({ name }) => name === planned.target)!;
  if (known?.isDeleted) return note("left", { new_path: "", reason: "You deleted it here." });
  if (known && known.hash === hash) return note("unchanged", { hash });
  if (known?.isEdited) return note("left", { reason: "It was edited here since the last import." });
  const written = { hash, record_kind: kind.name, record_version: (known?.version ?? 0) + 1 };
  // Published records aren't changed here: `saveAsDraft` drafts their changes later.
  if (known?.isPublished) return note("drafted", { ...written, record_id: known.recordId });
  try {
    // `save` and `add` have their own savepoint, so a rejected item doesn't affect the others.
    if (known) await kind.save(tx, known.recordId, changesOf(fields));
    const record_id = known?.recordId ?? (await kind.add!(tx, { ...fields, published: "false" }));
    return await note(known ? "updated" : "added", { ...written, record_id });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return note("failed", { new_path: "", reason: error.message });
  }
}

/** Returns the fields to update, without the slug and empty meta titles and descriptions. */
const changesOf = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => name !== "slug" && (value || !/^meta_(title|description)$/.test(name)),
    ),
  );

/** Adds drafts of the import and of published records that changed. */
async function saveAsDraft(db: Database, run: ImportRun, context: Context & { plan: readonly Planned[] }) {
  const { import_id: id } = run;
  const { rows } = await db.execute<{ records: number; redirects: number; drafted: number }>(sql`
    select count(*) filter (where kind = 'record' and state in ('added', 'updated', 'drafted'))::int as records,
      count(*) filter (where kind = 'redirect' and state = 'added')::int as redirects,
      count(*) filter (where state = 'drafted')::int as drafted
    from import_items where import_id = ${id}`);
  const { records, redirects, drafted } = rows[0]!;
  if (!records && !redirects) return;
  await db
    .update(imports)
    .set({ label: nameOf(records, redirects, run) })
    .where(eq(imports.id, id));
  await draftImport(db, id);
  if (!drafted) return;
  const updates = await db
    .select()
    .from(import_items)
    .where(and(eq(import_items.import_id, id), eq(import_items.state, "drafted")))
    .orderBy(import_items.position);
  const { plan } = context;
  let count = 0;
  for (const { data, source_key, record_kind, record_id } of updates) {
    const planned = plan.find(({ item }) => item.key === source_key);
    // Without `html`, the item was already drafted before a crash.
    if (!data?.html || !planned) continue;
    const record = { kind: record_kind as "blog-posts", id: record_id };
    const isTaken = (await findDraft(db, record)) !== null;
    const reason = isTaken
      ? "It has a draft here. Publish or discard that, then import again."
      : ++count > DRAFTS_MAX && "Publish these updates, then import again for the rest.";
    if (reason) {
      await db
        .update(import_items)
        .set({ state: "left", reason, hash: "" })
        .where(and(...ofKeys(id, [source_key])));
      continue;
    }
    const { fields } = recordFields(data, planned, context);
    await saveDraft(db, record, { posted: changesOf(fields), by: id });
    await db
      .update(import_items)
      .set({ data: WITHOUT_TEXT })
      .where(and(...ofKeys(id, [source_key])));
  }
}

const nameOf = (records: number, redirects: number, { site_url, label }: ImportRun) => {
  const count = records ? counted(records, "item") : counted(redirects, "redirect");
  return `${count} from ${URL.parse(site_url)?.host ?? label}`;
};
