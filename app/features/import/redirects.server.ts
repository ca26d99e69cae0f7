import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { type Choices, redirectLines } from "../imported/choices.ts";
import { type ItemState, import_items } from "../imported/table.server.ts";
import { redirects } from "../redirects/table.server.ts";
import { newPath, oldPath, refuseStar, serializeSaves } from "../redirects/write.server.ts";
import { type Planned, redirectsOf } from "./plan.ts";
import { type ImportRun, nameImport } from "./runs.server.ts";

const AT_ONCE = 500;

/** Adds missing redirects, inactive until the import is published. */
export async function storeRedirects(
  db: Database,
  run: ImportRun,
  of: { plan: readonly Planned[]; choices: Choices; siteUrl: string },
): Promise<void> {
  const { import_id } = run;
  const wanted = new Map<string, { to: string; reason?: string }>();
  for (const { from, to } of [
    ...redirectsOf(of.plan, run.site_url),
    ...redirectLines(of.choices.redirects),
  ]) {
    const { path, ...rest } = normalized(from, to, of.siteUrl);
    if (!wanted.has(path)) wanted.set(path, rest);
  }
  const done = await db
    .select({ key: import_items.source_key })
    .from(import_items)
    .where(and(eq(import_items.import_id, import_id), eq(import_items.kind, "redirect")));
  for (const { key } of done) wanted.delete(key.slice("redirect:".length));
  const all = [...wanted];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const chunk = all.slice(at, at + AT_ONCE);
    await db.transaction(async (tx) => {
      await nameImport(tx, run);
      await serializeSaves(tx);
      const paths = chunk.map(([from]) => from);
      const rows = await tx
        .select({ from: redirects.from_path, to: redirects.to_path })
        .from(redirects)
        .where(inArray(redirects.from_path, paths));
      const existing = new Map(rows.map(({ from, to }) => [from, to]));
      const added = chunk.filter(([from, { reason }]) => !reason && !existing.has(from));
      const ids = new Map<string, string>();
      if (added.length)
        for (const { id, from } of await tx
          .insert(redirects)
          .values(added.map(([from_path, { to }]) => ({ from_path, to_path: to, is_on: false })))
          .returning({ id: redirects.id, from: redirects.from_path }))
          ids.set(from, id);
      await tx.insert(import_items).values(
        chunk.map(([from, { to, reason }]) => {
          const id = ids.get(from);
          const other = existing.get(from);
          const state: ItemState = reason ? "failed" : id ? "added" : other === to ? "unchanged" : "left";
          const why = reason ?? (state === "left" ? "You already have a redirect from this URL." : "");
          return {
            ...{
              import_id,
              source_key: `redirect:${from}`,
              kind: "redirect" as const,
              title: from,
              old_url: from,
            },
            ...{ new_path: to, state, reason: why, stored_at: sql`now()` },
            ...(id && { record_kind: "redirects", record_id: id }),
          };
        }),
      );
    });
  }
}

function normalized(
  from: string,
  to: string,
  siteUrl: string,
): { path: string; to: string; reason?: string } {
  try {
    const path = oldPath(from, "");
    const target = newPath(to, siteUrl);
    refuseStar(path, target);
    return { path, to: target };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { path: from, to, reason: error.message };
  }
}
