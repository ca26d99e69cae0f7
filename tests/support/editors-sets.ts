// The change sets in the model of `editors.ts`.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Written } from "./editors.ts";

/** An open set. `at` and `until` say whether a publish and a revert are scheduled. */
export type ModelSet = {
  id: string;
  title: string;
  collects: boolean;
  at: boolean;
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

  pick(random: number): ModelSet | undefined {
    return this.open[Math.floor(random * this.open.length)];
  }

  add(id: string, title: string): ModelSet {
    const set = { id, title, collects: false, at: false, until: false, begun: this.#begun++ };
    this.open.push(set);
    this.collect(set);
    return set;
  }

  collect(set: ModelSet) {
    for (const one of this.open) one.collects = one === set;
  }

  /** Returns the set for a new draft: the current one, the oldest untitled one that isn't scheduled, or a new one. */
  async collecting(db: Database): Promise<ModelSet> {
    const free = this.open.filter(({ at }) => !at);
    const found = free.find(({ collects }) => collects) ?? free.find(({ title }) => !title);
    if (found) {
      this.collect(found);
      return found;
    }
    const { rows } = await db.execute<{ id: string }>("select id from change_sets where state = 'open'");
    const added = rows.filter(({ id }) => this.open.every((one) => one.id !== id));
    expect(added, "a set for new drafts").toHaveLength(1);
    return this.add(added[0]!.id, "");
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
    return this.open.filter(({ at }) => at);
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
      "select id, title, collects, publish_at is not null as at, take_back_at is not null as until from change_sets where state = 'open' order by created_at, id",
    );
    expect(rows, "sets").toEqual(this.open.map(({ begun: _, ...set }) => set));
  }
}
