// Which drafts wait together in the model of `editors.ts`. People only see drafts and schedules, but a schedule's
// times belong to the set that its drafts are in.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Written } from "./editors.ts";

/** `at` is the time of the scheduled publish; `until` says whether a revert is scheduled. */
export type ModelSet = {
  id: string;
  /** whether new drafts join it */
  collects: boolean;
  at: number | null;
  until: boolean;
  begun: number;
};
/** A published set. `undoes` is the set it reverted; `isUndone` means it was itself reverted. */
export type Published = {
  id: string;
  written: Written;
  undoes?: Published;
  isUndone: boolean;
  until: boolean;
  begun: number;
};

export class ModelSets {
  open: ModelSet[] = [];
  readonly published: Published[] = [];
  #begun = 0;

  /** Adds a stored set that isn't known yet. */
  add(id: string, collects = false): ModelSet {
    const known = [...this.open, ...this.published].map((one) => one.id);
    expect(known, "a set of their own").not.toContain(id);
    const set = { id, collects, at: null, until: false, begun: this.#begun++ };
    this.open.push(set);
    return set;
  }

  /** Returns the set for new drafts, which are never scheduled. */
  async collecting(db: Database): Promise<ModelSet> {
    const found = this.open.find(({ collects }) => collects);
    if (found) return found;
    const { rows } = await db.execute<{ id: string }>("select id from change_sets where state = 'open'");
    expect(rows, "a set for new drafts").toHaveLength(1);
    return this.add(rows[0]!.id, true);
  }

  publish(set: ModelSet, written: Written) {
    const { id, until, begun } = set;
    this.open = this.open.filter((one) => one !== set);
    this.published.push({ id, written, isUndone: false, until, begun });
  }

  /** Adds the set that reverts a published one. */
  async addBack(db: Database, undoes: Published, written: Written) {
    undoes.isUndone = true;
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from change_sets where undoes = ${undoes.id} order by created_at desc limit 1`,
    );
    const until = undoes.undoes?.until ?? false;
    this.published.push({ id: rows[0]!.id, written, undoes, isUndone: false, until, begun: this.#begun++ });
  }

  /** Returns the sets that are due to be published, in order. */
  due(): ModelSet[] {
    return this.open.filter(({ at }) => at !== null);
  }

  /** Returns the sets that are due to be reverted, in order, and clears all scheduled reverts. */
  dueToEnd(): Published[] {
    const due = this.published.filter(({ until, isUndone }) => until && !isUndone);
    for (const one of this.published) one.until = false;
    return due.sort((a, b) => a.begun - b.begun);
  }

  /** Compares the open sets with the stored ones. */
  async compare(db: Database) {
    const { rows } = await db.execute(
      `select id, collects, (extract(epoch from publish_at) * 1000)::float8 as at, take_back_at is not null as until
        from change_sets where state = 'open' order by created_at, id`,
    );
    expect(rows, "sets").toEqual(this.open.map(({ begun: _, ...set }) => set));
  }
}
