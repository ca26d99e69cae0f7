// Three editors with outdated forms act in any order, and an independent model predicts the result.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { discardDrafts, restoreDiscarded } from "../../app/features/changes/discard.server.ts";
import {
  findDraft,
  liveFieldStamp,
  resolveConflict,
  saveDraft,
} from "../../app/features/changes/drafts.server.ts";
import { addPreviewLink } from "../../app/features/changes/links.server.ts";
import { publishDrafts } from "../../app/features/changes/publish.server.ts";
import { publishDue, revertDueSets, scheduleDrafts } from "../../app/features/changes/schedule.server.ts";
import { unschedule } from "../../app/features/changes/sets.server.ts";
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
/** Discarded drafts. `left` has the sets they were in, `plans` those that were scheduled and then were empty. */
type Discarded = {
  undo: string;
  drafts: [RecordOfTest, Omit<Draft, "set"> & { set: string }][];
  left: ModelSet[];
  plans: ModelSet[];
};
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
/** Fewer than the app allows. */
const LINKS_MAX = 20;
const DOES = [
  ...["open", "open", "open", "open", "open", "open", "open", "open", "open", "open", "open", "edit"],
  ...["edit", "edit", "edit", "edit", "edit", "edit", "edit", "edit", "edit", "edit", "edit", "edit"],
  ...["edit", "edit", "publish", "publish", "schedule", "schedule", "schedule", "schedule", "unschedule"],
  ...["clock", "clock", "end", "end", "undo", "undo", "restore", "restore", "restore field", "resolve"],
  ...["resolve", "resolve", "drop", "drop", "put back", "put back", "share", "delete", "delete"],
  ...["bring back", "bring back", "redirect"],
] as const;

const unitOf = ({ units = [] }: RecordOfTest, name: string) =>
  units.find((unit) => unit.includes(name)) ?? [name];

/**
 * Runs the steps and compares the database with the model after each one, and with the history at the end.
 * @param said receives lines that describe each step
 * @returns how many times each action was done and how many times it was refused
 */
export async function runEditors(db: Database, steps: readonly StepNumbers[], said: string[]) {
  for (const table of [
    ...RECORD_TABLES,
    "change_sets",
    "preview_links",
    "kept_for_undo",
    "slug_history",
    "outgoing_mails",
    "revisions",
  ])
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
  const discarded: Discarded[] = [];
  /** the records that each preview link shows */
  let links: RecordOfTest[][] = [];
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
  const waiting = (set: ModelSet) => waitingOf(draftsIn(set).map(([one]) => one));
  const waitingOf = (chosen: readonly RecordOfTest[]) =>
    chosen.flatMap((one) => fieldsOf(one, drafts.get(one)!.fields));
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
    if (!draftsIn(set).length) Object.assign(set, { at: null, until: false });
  };
  /** Removes a draft. Preview links don't show later drafts of the record. */
  const end = (one: RecordOfTest) => {
    drafts.delete(one);
    links = links.map((shown) => shown.filter((each) => each !== one)).filter(({ length }) => length);
  };
  const setDraft = (one: RecordOfTest, fields: Fields, before: Draft | undefined, set: ModelSet) => {
    if (Object.keys(fields).length)
      drafts.set(one, before ? { ...before, version: before.version + 1, fields } : begun(fields, set));
    else end(one);
    closeIfEmpty(set);
  };
  const begun = (fields: Fields, set: ModelSet): Draft => ({ of: ++draftsBegun, version: 1, set, fields });
  const write = (one: RecordOfTest, values: Values) => live.set(one, { ...live.get(one)!, ...values });
  const goLive = (set: ModelSet) => {
    const written = writtenOf(waiting(set));
    for (const [one, { fields }] of draftsIn(set)) {
      write(one, Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])));
      end(one);
    }
    sets.publish(set, written);
  };
  const keysOf = (chosen: readonly RecordOfTest[]) => chosen.map(({ kind, id }) => ({ kind, id }));
  /** Returns the drafts that an editor has selected: all that wait together, or a few of all. */
  const select = (random: () => number): RecordOfTest[] => {
    const all = [...drafts.keys()];
    const [how, which, more, other] = [random(), random(), random(), pickFrom(records, random())];
    // A stale tab may still show a draft that's gone.
    if (how < 0.08 || !all.length) return [...new Set([...all.slice(0, 2), other])];
    const one = pickFrom(all, which);
    if (how < 0.35) return draftsIn(drafts.get(one)!.set).map(([each]) => each);
    const bits = Math.floor(more * 2 ** all.length);
    return how < 0.8 ? [one] : all.filter((each, i) => each === one || (bits >> i) & 1);
  };
  const arePending = (chosen: readonly RecordOfTest[]) =>
    chosen.length > 0 && chosen.every((one) => drafts.has(one));
  /**
   * Puts drafts into a set of their own. All drafts of a scheduled set stay there, with its times.
   * @param id the id of the stored set
   */
  const together = (chosen: readonly RecordOfTest[], id: string): ModelSet => {
    const from = new Set(chosen.map((one) => drafts.get(one)!.set));
    const [only] = from;
    const isWhole = from.size === 1 && !only!.collects && draftsIn(only!).length === chosen.length;
    if (only!.at) tally(`took ${isWhole ? "all" : "some"} of a schedule`);
    if (isWhole) {
      expect(id, "the set that they're in").toBe(only!.id);
      return only!;
    }
    const own = sets.add(id);
    for (const one of chosen) drafts.get(one)!.set = own;
    for (const set of from) closeIfEmpty(set);
    return own;
  };
  const tally = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  /** Discards drafts, and remembers what Undo restores. */
  const discard = (chosen: readonly RecordOfTest[], undo: string) => {
    const from = [...new Set(chosen.map((one) => drafts.get(one)!.set))];
    const left = from.map((set) => ({ ...set }));
    const were = chosen.map((one): Discarded["drafts"][number] => {
      const draft = drafts.get(one)!;
      return [one, { ...draft, set: draft.set.id }];
    });
    for (const one of chosen) end(one);
    const isEmpty = ({ id, at }: ModelSet) =>
      at !== null && from.some((set) => set.id === id && !draftsIn(set).length);
    discarded.push({ undo, drafts: were, left, plans: left.filter(isEmpty) });
    for (const set of from) closeIfEmpty(set);
  };
  /** Restores discarded drafts: unscheduled if theirs were published or scheduled again, else where they were. */
  const putBack = async ({ drafts: were, left, plans }: Discarded) => {
    const find = (id: string) => sets.open.find((set) => set.id === id);
    const lost = plans.filter(({ id }) => {
      const set = find(id);
      return set && !draftsIn(set).length;
    });
    const rescheduled = left.filter(({ id, at }) => ![null, undefined, at].includes(find(id)?.at));
    for (const [one, draft] of were) {
      if (drafts.has(one)) continue;
      const before = rescheduled.some(({ id }) => id === draft.set) ? undefined : find(draft.set);
      const set = before ?? (await sets.collecting(db));
      drafts.set(one, { ...draft, set });
      tally(`put back ${before ? "where it was" : "unscheduled"}`);
    }
    for (const { id, at, until } of lost) {
      const set = find(id)!;
      Object.assign(set, { at, until });
      if (draftsIn(set).length) tally("put back on schedule");
      closeIfEmpty(set);
    }
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
    tally(name);
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
    if (!draft && random() < 0.3) {
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
    if (does === "open" || (does === "edit" && !forms[editor])) {
      if (gone.has(one)) return;
      const stored = random() < 0.6 ? await findDraft(db, one) : null;
      const draft = stored ? { ...drafts.get(one)!, stored: stored.version } : undefined;
      const kept = Object.entries(draft?.fields ?? {}).map(([name, { value }]) => [name, value]);
      const values = { ...live.get(one)!, ...Object.fromEntries(kept) };
      forms[editor] = { one, state: await stateId(db, one), draft, values };
      said.push(`  ${one.name}${draft ? `, draft ${draft.of}.${draft.version}` : ""}`);
    } else if (does === "edit") await edit(editor, random, step);
    else if (does === "publish") {
      const chosen = select(random);
      const isDone = arePending(chosen) && isClear(waitingOf(chosen));
      let id = "";
      const publish = async () => {
        id = (await publishDrafts(db, keysOf(chosen))).set;
      };
      if (await attempt("publish", isDone, publish)) goLive(together(chosen, id));
    } else if (does === "schedule") {
      const chosen = select(random);
      const wallIn = (days: number) => wallTime(new Date(Date.now() + days * DAY_MS), "Europe/Berlin");
      const [day, until] = [1 + Math.floor(random() * 3), random() < 0.8];
      let stored = { set: "", at: new Date(0) };
      const schedule = async () => {
        stored = await scheduleDrafts(db, keysOf(chosen), wallIn(day), until ? wallIn(day + 1) : null);
      };
      if (!(await attempt("schedule", arePending(chosen), schedule))) return;
      Object.assign(together(chosen, stored.set), { at: stored.at.getTime(), until });
    } else if (does === "unschedule") {
      const chosen = select(random);
      const keys = keysOf(chosen);
      if (!(await attempt("unschedule", arePending(chosen), () => unschedule(db, keys)))) return;
      const set = together(chosen, (await findDraft(db, keys[0]!))!.change_set_id);
      Object.assign(set, { at: null, until: false });
    } else if (does === "clock") {
      await db.execute(
        "update change_sets set publish_at = now() - interval '1 second' where publish_at > now() and state = 'open'",
      );
      let isDone = false;
      const count = await publishDue(db, config);
      said.push(`  ${count} went live`);
      for (const due of sets.due()) {
        // Publishes the sets one by one, because one may cause a conflict in the next.
        if (isClear(waiting(due))) {
          goLive(due);
          isDone = true;
        } else due.at = null;
      }
      expect(count !== null).toBe(isDone);
      tally(`clock ${isDone}`);
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
      tally(`end ${taken ? "done" : due.length ? "without anything left" : "idle"}`);
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
      const met = waitingOf([...drafts.keys()]).filter(
        ({ one, base, value, now }) => !gone.has(one) && ![base, value].includes(now),
      );
      if (!met.length) return;
      const { one, name } = pickFrom(met, random());
      const keeps = random() < 0.6 ? "draft" : "live";
      const found = await kindOf(one.kind).find(db, one.id);
      const of = { field: name, keeps, live: liveFieldStamp(found!.fields, name) } as const;
      const draft = drafts.get(one)!;
      await attempt("resolve", true, () => resolveConflict(db, one, of));
      const fields = { ...draft.fields };
      for (const field of unitOf(one, name)) {
        if (keeps === "live") delete fields[field];
        else fields[field] = { ...fields[field]!, base: live.get(one)![field]! };
      }
      setDraft(one, fields, draft, draft.set);
    } else if (does === "drop") {
      const chosen = drafts.has(one) && random() < 0.5 ? [one] : select(random);
      let undo = "";
      const drop = async () => {
        undo = await discardDrafts(db, keysOf(chosen));
      };
      if (await attempt("drop", arePending(chosen), drop)) discard(chosen, undo);
    } else if (does === "put back" && discarded.length) {
      const picked = pickFrom(discarded.slice(-5), random());
      discarded.splice(discarded.indexOf(picked), 1);
      await attempt("put back", true, () => restoreDiscarded(db, picked.undo));
      await putBack(picked);
    } else if (does === "share" && links.length < LINKS_MAX) {
      const chosen = select(random);
      const share = () => addPreviewLink(db, keysOf(chosen));
      if (await attempt("share", arePending(chosen), share)) links.push(chosen);
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
    const shown = await db.execute("select records from preview_links order by created_at, id");
    expect(shown.rows, "preview links").toEqual(links.map((each) => ({ records: keysOf(each) })));
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
