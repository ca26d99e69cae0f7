// Three editors with outdated forms act in any order, and an independent model predicts the result.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { discardDrafts } from "../../app/features/changes/discard.server.ts";
import {
  findDraft,
  liveFieldStamp,
  resolveConflict,
  saveDraft,
} from "../../app/features/changes/drafts.server.ts";
import { publishChanges } from "../../app/features/changes/publish.server.ts";
import { publishDue, revertDueSets, schedulePublish } from "../../app/features/changes/schedule.server.ts";
import { addSet, makeCurrentSet, moveDraft, removeSet } from "../../app/features/changes/sets.server.ts";
import { undoOperation } from "../../app/features/changes/undo.server.ts";
import { restoreRevision } from "../../app/features/history/queries.server.ts";
import { KINDS } from "../../app/features/records/kinds.server.ts";
import type { KindName } from "../../app/features/records/record-kind.server.ts";
import { readConfig } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { Refused } from "../../app/platform/database/refused.ts";
import { wallTime } from "../../app/platform/time/wall-time.ts";
import {
  addRecords,
  compareWithHistory,
  RECORD_TABLES,
  type RecordOfTest,
  rowsNow,
} from "./editors-records.ts";
import { type ModelSet, ModelSets, type Published } from "./editors-sets.ts";

type Values = Record<string, string>;
type Fields = Record<string, { base: string; value: string }>;
/** `of` identifies the draft. A draft that's discarded and saved again gets a new `of`. */
type Draft = { of: number; version: number; set: ModelSet; fields: Fields };
type Form = { one: RecordOfTest; state: string; draft?: Draft & { stored: number }; values: Values };
type State = { revision: string; values: Values };
export type Written = Map<RecordOfTest, Fields>;

/** The random numbers between 0 and 1 that decide one step. */
export type StepNumbers = readonly number[];
/** How many random numbers each step gets. No step uses all of them. */
export const NUMBERS = 14;

const config = readConfig({
  SITE_URL: "https://www.agency.com",
  ADMIN_PASSWORD: "correct horse battery staple",
  LEADS_TO: "one@agency.com",
});
const EDITORS = 3;
const DAY_MS = 86_400_000;
/** More sets would leave too few drafts in each. */
const SETS_MAX = 4;
const DOES = [
  ...["open", "open", "open", "open", "open", "open", "open", "open", "edit", "edit", "edit", "edit"],
  ...["edit", "edit", "edit", "edit", "edit", "edit", "publish", "publish", "schedule", "schedule"],
  ...["publish", "schedule", "clock", "clock", "end", "end", "undo", "undo", "restore", "restore"],
  ...["restore field", "resolve", "resolve", "resolve", "drop", "drop", "delete", "bring back", "bring back"],
  ...["redirect", "add set", "move", "move", "collect", "remove set"],
] as const;

const unitOf = ({ units = [] }: RecordOfTest, name: string) =>
  units.find((unit) => unit.includes(name)) ?? [name];

/**
 * Runs the steps and compares the database with the model after each one, and with the history at the end.
 * @param said receives lines that describe each step
 * @returns how many times each action was done and how many times it was refused
 */
export async function runEditors(db: Database, steps: readonly StepNumbers[], said: string[]) {
  for (const table of [...RECORD_TABLES, "change_sets", "slug_history", "outgoing_mails", "revisions"])
    await db.execute(sql.raw(`delete from ${table}`));
  await db.execute("truncate revisions");
  const records = await addRecords(db);

  const live = new Map<RecordOfTest, Values>();
  /** the values before the owner's first save */
  const builtIn = new Map<RecordOfTest, Values>();
  const gone = new Set<RecordOfTest>();
  const states = new Map<RecordOfTest, State[]>();
  const drafts = new Map<RecordOfTest, Draft>();
  const sets = new ModelSets();
  const forms: (Form | null)[] = Array(EDITORS).fill(null);
  let draftsBegun = 0;
  let last = records[0]!;
  const log: { revisions: number; rows: Map<string, unknown> }[] = [];
  const counts: Record<string, number> = {};

  const kindOf = (name: KindName) => KINDS.find((kind) => kind.name === name)!;
  const readLive = async ({ kind, id, fields }: RecordOfTest): Promise<Values | null> => {
    const found = await kindOf(kind).find(db, id);
    const values = found?.fields.filter(({ name }) => name in fields).map((f) => [f.name, f.value]);
    return values ? Object.fromEntries(values) : null;
  };
  const stateId = async (tx: Database, { kind, key }: RecordOfTest) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from revisions where kind = ${kind} and record_key = ${key} order by at desc, id desc limit 1`,
    );
    return rows[0]?.id ?? "";
  };
  const draftsIn = (set: ModelSet) => [...drafts].filter(([, draft]) => draft.set === set);
  const waiting = (set: ModelSet) => draftsIn(set).flatMap(([one, { fields }]) => fieldsOf(one, fields));
  const fieldsOf = (one: RecordOfTest, fields: Fields) =>
    Object.entries(fields).map(([name, kept]) => ({ one, name, ...kept, now: live.get(one)![name]! }));
  /** Returns the drafted fields that differ from the published version, with the values they overwrite. */
  const writtenOf = (fields: ReturnType<typeof waiting>): Written => {
    const written: Written = new Map();
    for (const { one, name, base, value, now } of fields) {
      const unit = unitOf(one, name);
      if (!fields.some((of) => of.one === one && unit.includes(of.name) && of.now !== of.value)) continue;
      written.set(one, { ...written.get(one), [name]: { base: now === value ? value : base, value } });
    }
    return written;
  };
  const isClear = (fields: ReturnType<typeof waiting>) =>
    fields.every(({ one, base, value, now }) => !gone.has(one) && [base, value].includes(now));
  const closeIfEmpty = (set: ModelSet) => {
    if (!draftsIn(set).length) Object.assign(set, { at: false, until: false });
  };
  const setDraft = (one: RecordOfTest, fields: Fields, before: Draft | undefined, set: ModelSet) => {
    if (Object.keys(fields).length)
      drafts.set(one, before ? { ...before, version: before.version + 1, fields } : begun(fields, set));
    else drafts.delete(one);
    closeIfEmpty(set);
  };
  const begun = (fields: Fields, set: ModelSet): Draft => ({ of: ++draftsBegun, version: 1, set, fields });
  const write = (one: RecordOfTest, values: Values) => live.set(one, { ...live.get(one)!, ...values });
  const goLive = (set: ModelSet) => {
    const written = writtenOf(waiting(set));
    for (const [one, { fields }] of draftsIn(set)) {
      write(one, Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])));
      drafts.delete(one);
    }
    sets.publish(set, written);
  };
  /** Reverts what hasn't been saved since, and rebases drafts saved in the meantime. */
  const takeBack = ({ written }: Published) => {
    const there = [...written].filter(([one]) => !gone.has(one));
    const all = there.flatMap(([one, fields]) => fieldsOf(one, inverse(fields)));
    const isSaved = ({ base, value, now }: (typeof all)[number]) => now !== base && now !== value;
    const back = writtenOf(
      all.filter(({ one, name }) => {
        const unit = unitOf(one, name);
        return !all.some((each) => each.one === one && unit.includes(each.name) && isSaved(each));
      }),
    );
    for (const [one, fields] of back) {
      const kept = drafts.get(one)?.fields ?? {};
      for (const [name, { base, value }] of Object.entries(fields)) {
        if (kept[name]?.base === base) kept[name].base = value;
        write(one, { [name]: value });
      }
    }
    return back;
  };
  /** Expects the action to be done, or refused if `isExpected` is false. Returns whether it was done. */
  const attempt = async (does: string, isExpected: boolean, work: () => Promise<unknown>) => {
    let refused: Refused | undefined;
    await work().catch((error) => {
      if (!(error instanceof Refused)) throw error;
      refused = error;
    });
    const name = `${does} ${refused ? "refused" : "done"}`;
    counts[name] = (counts[name] ?? 0) + 1;
    said.push(`  ${name}${refused ? `: ${refused.message}` : ""}`);
    expect(!refused, `${does} was ${refused ? `refused: ${refused.message}` : "done"}`).toBe(isExpected);
    return !refused;
  };

  async function edit(editor: number, random: () => number, step: number) {
    const { one, state, draft, values: shown } = forms[editor]!;
    forms[editor] = null;
    const values = { ...shown };
    for (let fields = random() < 0.3 ? 2 : 1; fields; fields--) {
      const name = pickFrom(Object.keys(one.fields), random());
      values[name] = one.fields[name]!(step, random());
    }
    const isNewest = (await stateId(db, one)) === state;
    const check = async (tx: Database) => {
      if ((await stateId(tx, one)) !== state) throw new Refused({ "": "Saved in the meantime" });
    };
    const { kind, id } = one;
    said.push(
      `  ${one.name} ${JSON.stringify(values)} ${draft ? `on draft ${draft.of}.${draft.version}` : ""}`,
    );
    if (!draft && random() < 0.45) {
      const save = (tx: Database) => check(tx).then(() => kindOf(kind).save(tx, id, values));
      if (await attempt("save", isNewest, () => db.transaction(save))) write(one, values);
      return;
    }
    const before = drafts.get(one);
    const isSameDraft = !draft || (before?.of === draft.of && before.version === draft.version);
    const now = live.get(one)!;
    const differs = Object.keys(values).filter((name) => values[name] !== now[name]);
    const isTaken =
      !draft && differs.some((name) => before?.fields[name] && before.fields[name].value !== values[name]);
    const keep = () => saveDraft(db, { kind, id }, { posted: values, draft: draft?.stored, check });
    if (!(await attempt("keep", isNewest && isSameDraft && !isTaken, keep))) return;
    const fields: Fields = draft ? {} : { ...before?.fields };
    for (const name of differs)
      fields[name] = { base: before?.fields[name]?.base ?? now[name]!, value: values[name]! };
    for (const name of Object.keys(fields).flatMap((field) => unitOf(one, field)))
      fields[name] ??= { base: now[name]!, value: now[name]! };
    setDraft(one, fields, before, before?.set ?? (await sets.collecting(db)));
  }

  async function take(does: (typeof DOES)[number], random: () => number, step: number) {
    const editor = Math.floor(random() * EDITORS);
    // Usually picks the same record as in the last step, so edits conflict.
    const other = pickFrom(records, random());
    const one = random() < 0.6 ? last : other;
    last = one;
    if (does === "clock" && !sets.due().length && random() < 0.7) return take("schedule", random, step);
    // Usually picks a set with drafts.
    const inUse = sets.open.filter((each) => draftsIn(each).length);
    const isAny = random() < 0.15 || !inUse.length;
    const set = isAny ? sets.pick(random()) : pickFrom(inUse, random());
    if (does === "open" || (does === "edit" && !forms[editor])) {
      if (gone.has(one)) return;
      const stored = random() < 0.6 ? await findDraft(db, one) : null;
      const draft = stored ? { ...drafts.get(one)!, stored: stored.version } : undefined;
      const kept = Object.entries(draft?.fields ?? {}).map(([name, { value }]) => [name, value]);
      const values = { ...live.get(one)!, ...Object.fromEntries(kept) };
      forms[editor] = { one, state: await stateId(db, one), draft, values };
      said.push(`  ${one.name}${draft ? `, draft ${draft.of}.${draft.version}` : ""}`);
    } else if (does === "edit") await edit(editor, random, step);
    else if (does === "publish" && set) {
      const isDone = draftsIn(set).length > 0 && isClear(waiting(set));
      if (await attempt("publish", isDone, () => publishChanges(db, set.id))) goLive(set);
    } else if (does === "schedule" && set && draftsIn(set).length) {
      const wallIn = (days: number) => wallTime(new Date(Date.now() + days * DAY_MS), "Europe/Berlin");
      const [at, until] = [random() < 0.9, random() < 0.9];
      const schedule = () => schedulePublish(db, set.id, at ? wallIn(1) : null, until ? wallIn(2) : null);
      await attempt("schedule", true, schedule);
      Object.assign(set, { at, until: at && until, ...(at && { collects: false }) });
    } else if (does === "clock") {
      await db.execute(
        "update change_sets set publish_at = now() - interval '1 second' where publish_at > now()",
      );
      let isDone = false;
      const count = await publishDue(db, config);
      said.push(`  ${count} went live`);
      for (const due of sets.due()) {
        // Publishes the sets one by one, because one may cause a conflict in the next.
        if (isClear(waiting(due))) {
          goLive(due);
          isDone = true;
        } else due.at = false;
      }
      expect(count !== null).toBe(isDone);
      counts[`clock ${isDone}`] = (counts[`clock ${isDone}`] ?? 0) + 1;
    } else if (does === "end") {
      await db.execute(
        "update change_sets set take_back_at = now() - interval '1 second' where take_back_at > now() and state = 'published'",
      );
      const count = await revertDueSets(db, config);
      const due = sets.dueToEnd();
      said.push(`  ${due.length} sets: ${count} taken back`);
      let taken = 0;
      for (const one of due) {
        const back = takeBack(one);
        taken += back.size;
        if (back.size) await sets.addBack(db, one, back);
      }
      expect(count, "records taken back").toBe(due.length ? taken : null);
      const how = taken ? "done" : due.length ? "without anything left" : "idle";
      counts[`end ${how}`] = (counts[`end ${how}`] ?? 0) + 1;
    } else if (does === "undo" && sets.published.length) {
      const undone = pickFrom(sets.published.slice(-4), random());
      const fields = [...undone.written].flatMap(([one, fields]) => fieldsOf(one, inverse(fields)));
      const isDone = isClear(fields) && fields.some(({ now, value }) => now !== value);
      if (!(await attempt("undo", isDone, () => undoOperation(db, undone.id)))) return;
      const changed = writtenOf(fields);
      for (const { one, name, value } of fields) write(one, { [name]: value });
      await sets.addBack(db, undone, changed);
    } else if (does === "restore" || does === "restore field") {
      const all = states.get(one)!;
      if (!all.length) return;
      const at = Math.floor(random() * all.length);
      // A setting that isn't stored has no earlier version.
      if (one.kind === "settings" && at === 0) return;
      const field = does === "restore" ? undefined : pickFrom(Object.keys(one.fields), random());
      const before = all[at - 1]?.values ?? builtIn.get(one);
      const source = field === undefined ? all[at]!.values : before;
      // A restore never changes `published`, and changes `is_on` only as a single field.
      const isPossible = !gone.has(one) && source !== undefined && field !== "published";
      said.push(`  ${one.name}, state ${at}${field ? `, ${field} of before` : ""}`);
      if (!(await attempt(does, isPossible, () => restoreRevision(db, all[at]!.revision, field)))) return;
      const { published: _, is_on: state, ...values } = source!;
      write(one, field === undefined ? values : { [field]: field === "is_on" ? state! : values[field]! });
    } else if (does === "resolve") {
      const met = sets.open
        .flatMap(waiting)
        .filter(({ one, base, value, now }) => !gone.has(one) && ![base, value].includes(now));
      if (!met.length) return;
      const { one, name } = pickFrom(met, random());
      const keeps = random() < 0.6 ? "draft" : "live";
      const found = await kindOf(one.kind).find(db, one.id);
      const of = { field: name, keeps, live: liveFieldStamp(found!.fields, name) } as const;
      const draft = drafts.get(one)!;
      await attempt("resolve", true, () => resolveConflict(db, draft.set.id, one, of));
      const fields = { ...draft.fields };
      for (const field of unitOf(one, name)) {
        if (keeps === "live") delete fields[field];
        else fields[field] = { ...fields[field]!, base: live.get(one)![field]! };
      }
      setDraft(one, fields, draft, draft.set);
    } else if (does === "drop" && set) {
      const key = random() < 0.7 && drafts.get(one)?.set === set ? one : undefined;
      if (!key && random() < 0.5) return;
      await attempt("drop", true, () => discardDrafts(db, set.id, key));
      for (const dropped of key ? [key] : draftsIn(set).map(([each]) => each)) drafts.delete(dropped);
      closeIfEmpty(set);
    } else if (does === "move" && set) {
      const others = sets.open.filter((each) => each !== set);
      // Usually picks a draft in the set, otherwise one that a stale tab still shows.
      const moved = random() < 0.8 ? draftsIn(set)[0]?.[0] : other;
      if (!moved || !others.length) return;
      const to = pickFrom(others, random());
      said.push(`  ${moved.name} from “${set.title}” to “${to.title}”`);
      const draft = drafts.get(moved);
      if (!(await attempt("move", draft?.set === set, () => moveDraft(db, set.id, moved, to.id)))) return;
      draft!.set = to;
      closeIfEmpty(set);
    } else if (does === "add set" && sets.open.length < SETS_MAX) {
      const id = crypto.randomUUID();
      await attempt("add set", true, () => addSet(db, id, `Set ${step}`));
      sets.add(id, `Set ${step}`);
    } else if (does === "collect" && set) {
      if (await attempt("collect", !set.at, () => makeCurrentSet(db, set.id))) sets.collect(set);
    } else if (does === "remove set" && set) {
      if (!(await attempt("remove set", !draftsIn(set).length, () => removeSet(db, set.id)))) return;
      Object.assign(set, { title: "", collects: false });
    } else if ((does === "delete" || does === "bring back") && one.table) {
      const isGone = does === "delete";
      said.push(`  ${one.name}`);
      await db.execute(
        sql`update ${sql.identifier(one.table)} set deleted_at = ${isGone ? sql`now()` : null} where id::text = ${one.id}`,
      );
      if (isGone) gone.add(one);
      else gone.delete(one);
    } else if (does === "redirect") {
      const path = `/old-${Math.floor(random() * 3)}`;
      const to = random() < 0.3 ? null : `/to-${step}`;
      if (random() < 0.3) await db.execute(sql`delete from redirects where from_path = ${path}`);
      else
        await db.execute(
          sql`insert into redirects (from_path, to_path) values (${path}, ${to}) on conflict (from_path) do update set to_path = ${to}`,
        );
    }
  }

  async function lookAtAll() {
    for (const one of records) {
      expect(await readLive(one), one.name).toEqual(gone.has(one) ? null : live.get(one));
      const revision = await stateId(db, one);
      const known = states.get(one)!;
      if (revision && known.at(-1)?.revision !== revision)
        known.push({ revision, values: { ...live.get(one)! } });
    }
    await sets.compare(db);
    const { rows } = await db.execute<{
      set: string;
      kind: string;
      record_id: string;
      fields: Record<string, Kept>;
    }>("select change_set_id as set, kind, record_id, fields from change_items where waits");
    const stored = rows.map(({ set, kind, record_id, fields }) => [
      `${set} ${kind} ${record_id}`,
      Object.fromEntries(
        Object.entries(fields).map(([name, { base, value }]) => [
          name,
          { base: base.value, value: value.value },
        ]),
      ),
    ]);
    const expected = [...drafts].map(([{ kind, id }, { set, fields }]) => [
      `${set.id} ${kind} ${id}`,
      fields,
    ]);
    expect(Object.fromEntries(stored), "drafts").toEqual(Object.fromEntries(expected));
    log.push({ revisions: await db.$count(sql`revisions`), rows: await rowsNow(db) });
  }

  for (const one of records) {
    live.set(one, (await readLive(one))!);
    if (!(await stateId(db, one))) builtIn.set(one, live.get(one)!);
    states.set(one, []);
  }
  await lookAtAll();
  for (const [step, numbers] of steps.entries()) {
    let next = 0;
    const random = () => numbers[next++ % NUMBERS]!;
    const does = pickFrom(DOES, random());
    said.push(`${step}: ${does}`);
    // Values contain the step, so no two records get the same name.
    await take(does, random, step);
    await lookAtAll();
  }
  await compareWithHistory(db, log);
  return counts;
}

type Kept = { base: { value: string }; value: { value: string } };

const pickFrom = <T>(of: readonly T[], random: number): T => of[Math.floor(random * of.length)]!;
const inverse = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { base, value }]) => [name, { base: value, value: base }]),
  );
