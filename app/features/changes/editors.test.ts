// Three editors with forms of any age, saves, drafts, publishes, undos and restores in any order.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { lockVersion } from "../../platform/record-writes.server.ts";
import { Refused } from "../../platform/refused.ts";
import { addPost, findPost, updatePost } from "../blog/queries.owner.server.ts";
import { blogPost } from "../blog/rules.ts";
import { blog_posts } from "../blog/table.server.ts";
import { restoreRevision } from "../history/queries.server.ts";
import { findDraft, keepDraft, listWaiting } from "./keep.server.ts";
import { publishChanges, undoPublish } from "./publish.server.ts";

const { owner: db } = await openTestDatabases();

const FIELDS = ["title", "excerpt", "category", "author"] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;
type Draft = Partial<Record<Field, { base: string; value: string }>>;
/** What an editor has open: the state when it was opened, and whether that was the draft. */
type Form = { id: string; version: number; draft?: number; values: Values };

const SEED = 20_261_122;
const STEPS = 220;

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test("whatever three editors do in whatever order, no field is lost, nothing is half published, and history has every state", async () => {
  const random = randomFrom(SEED);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const add = async (title: string) =>
    (await addPost(db, blogPost.parse({ title, slug: title, content: "<p>Words</p>" }))).id;
  const ids = [await add("one"), await add("two"), await add("three")];

  // What should hold, kept by rules of its own.
  const live = new Map<string, Values>();
  const drafts = new Map<string, Draft>();
  const published: { set: string; written: Map<string, Draft>; isUndone: boolean }[] = [];
  const states: { revision: string; id: string; values: Values }[] = [];
  const forms: (Form | null)[] = [null, null, null];

  const readLive = async (id: string): Promise<Values> => {
    const { title, excerpt, category, author } = (await findPost(db, id))!;
    return { title, excerpt: excerpt ?? "", category, author };
  };
  const draftValues = (id: string) =>
    Object.fromEntries(Object.entries(drafts.get(id) ?? {}).map(([name, { value }]) => [name, value]));
  const noteState = async (id: string) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from revisions where kind = 'blog-posts' and record_key = ${id} order by at desc, id desc limit 1`,
    );
    states.push({ revision: rows[0]!.id, id, values: { ...live.get(id)! } });
  };
  for (const id of ids) {
    live.set(id, await readLive(id));
    await noteState(id);
  }
  const write = async (id: string, values: Partial<Values>) => {
    const now = { ...live.get(id)!, ...values };
    const isChange = FIELDS.some((field) => now[field] !== live.get(id)![field]);
    live.set(id, now);
    if (isChange) await noteState(id);
  };
  /** Refused, or done; faults fly. */
  const attempt = (work: () => Promise<unknown>) =>
    work().then(
      () => true,
      (error) => {
        if (error instanceof Refused) return false;
        throw error;
      },
    );
  const counts: Record<string, number> = {};
  const note = (what: string, isDone: boolean) => {
    const name = `${what} ${isDone ? "done" : "refused"}`;
    counts[name] = (counts[name] ?? 0) + 1;
  };

  for (let step = 0; step < STEPS; step++) {
    const editor = Math.floor(random() * 3);
    const form = forms[editor];
    const does = pick(["open", "open", "edit", "edit", "edit", "publish", "undo", "restore"]);
    if (does === "open" || (does === "edit" && !form)) {
      const id = pick(ids);
      const draft = random() < 0.6 ? await findDraft(db, { kind: "blog-posts", id }) : null;
      const { version } = (await findPost(db, id))!;
      const values = { ...live.get(id)!, ...(draft ? draftValues(id) : {}) };
      forms[editor] = { id, version, draft: draft?.version, values };
    } else if (does === "edit" && form) {
      const field = pick(FIELDS);
      const values = { ...form.values, [field]: `${field} ${step}` };
      const { id, version, draft } = form;
      forms[editor] = null;
      if (draft === undefined && random() < 0.5) {
        const input = blogPost.parse({
          ...values,
          slug: ids.indexOf(id).toString(),
          content: "<p>Words</p>",
        });
        const isDone = await attempt(() => updatePost(db, id, version, input));
        note("save", isDone);
        // A save is everything that the form shows.
        if (isDone) await write(id, values);
      } else {
        const check = (tx: typeof db) => lockVersion(tx, blog_posts, id, version, "post");
        const isDone = await attempt(() =>
          keepDraft(db, { kind: "blog-posts", id }, { posted: values, draft, check }),
        );
        note("keep", isDone);
        if (isDone) {
          const kept: Draft = { ...drafts.get(id) };
          for (const name of FIELDS) {
            const base = live.get(id)![name];
            if (values[name] !== base) kept[name] = { base: kept[name]?.base ?? base, value: values[name] };
            else if (draft !== undefined) delete kept[name];
          }
          drafts.set(id, kept);
        }
      }
    } else if (does === "publish") {
      const waiting = await listWaiting(db);
      if (!waiting) continue;
      const isClear = [...drafts].every(([id, draft]) =>
        Object.entries(draft).every(([name, { base, value }]) =>
          [base, value].includes(live.get(id)![name as Field]),
        ),
      );
      const hasAny = [...drafts.values()].some((draft) => Object.keys(draft).length);
      const isDone = await attempt(() => publishChanges(db, waiting.id));
      note("publish", isDone);
      expect(isDone).toBe(isClear && hasAny);
      if (isDone) {
        const written = new Map<string, Draft>();
        for (const [id, draft] of drafts) {
          const changed = Object.entries(draft).filter(
            ([name, { base }]) => live.get(id)![name as Field] === base,
          );
          written.set(id, Object.fromEntries(changed));
          await write(id, draftValues(id));
        }
        drafts.clear();
        published.push({ set: waiting.id, written, isUndone: false });
      } else if (random() < 0.5) {
        // The conflict is given up, so that others come.
        await db.execute(
          "delete from change_items where change_set_id in (select id from change_sets where state = 'open')",
        );
        drafts.clear();
      }
    } else if (does === "undo") {
      const last = published.at(-1);
      if (!last) continue;
      const fields = [...last.written].flatMap(([id, draft]) =>
        Object.entries(draft).map(([name, kept]) => ({ id, name: name as Field, ...kept })),
      );
      const isClear = fields.every(({ id, name, base, value }) =>
        [base, value].includes(live.get(id)![name]),
      );
      const hasAny = fields.some(({ id, name, base }) => live.get(id)![name] !== base);
      const isDone = await attempt(() => undoPublish(db, last.set));
      note("undo", isDone);
      expect(isDone).toBe(isClear && hasAny);
      if (isDone)
        for (const [id, draft] of last.written)
          await write(id, Object.fromEntries(Object.entries(draft).map(([name, { base }]) => [name, base])));
    } else {
      const state = pick(states);
      note("restore", await attempt(() => restoreRevision(db, state.revision)));
      await write(state.id, state.values);
    }

    for (const id of ids) {
      expect(await readLive(id)).toEqual(live.get(id));
      const draft = await findDraft(db, { kind: "blog-posts", id });
      const fields = Object.entries(draft?.fields ?? {}).map(([name, { base, value }]) => [
        name,
        { base: base.value, value: value.value },
      ]);
      expect(Object.fromEntries(fields)).toEqual(drafts.get(id) ?? {});
    }
  }

  // Each state that ever was can be rebuilt from what the history keeps.
  for (const { revision, values } of states) {
    const { rows } = await db.execute<{ row: Values }>(sql`select row from revisions where id = ${revision}`);
    expect(rows[0]!.row).toMatchObject(values);
  }
  // None of it was idle.
  for (const what of ["save", "keep", "publish", "undo", "restore"])
    expect(counts[`${what} done`], `${what} was never done`).toBeGreaterThan(2);
  for (const what of ["save", "keep", "publish", "undo"])
    expect(counts[`${what} refused`], `${what} was never refused`).toBeGreaterThan(0);
}, 30_000);
