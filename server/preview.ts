import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { PLACEHOLDER_IMAGE } from "../app/copy/business.ts";
import { COVER_OF } from "../app/features/drawn/image.ts";
import { rowMarker } from "../app/features/page-editing/mark-rows.server.ts";
import type { Database, Databases } from "../app/platform/database/database.server.ts";
import { addMarks, type Marks } from "../app/platform/database/marks.server.ts";
import { VISITOR_ROLE } from "../app/platform/database/visitor-role.server.ts";
import type { PreviewBy, ShowPreviews } from "../app/platform/http/context.server.ts";
import { WorkQueue } from "../app/platform/work-queue.ts";

/**
 * Previews and saves of a record block each other, so neither may take long. Recording history would double the cost.
 */
const LIMITS =
  "set local lock_timeout = '2s'; set local statement_timeout = '5s'; set local idle_in_transaction_session_timeout = '10s'; set local app.history = 'off'";
/** A preview holds one of the owner's connections. The owner's previews share one, and all shared links another one. */
const TURNS = { atOnce: 1, waiting: 8 };

/** Thrown to roll back a preview's transaction. */
class PreviewDone extends Error {}

/**
 * Returns a function that renders previews. The change and the pages share a transaction, which is rolled back, so
 * nothing else sees the change.
 * @param render renders a page with the given database
 */
export function previewer(
  databases: Databases,
  render: (db: Database, path: string, by: PreviewBy) => Promise<Response>,
): ShowPreviews {
  const turns = { owner: new WorkQueue(TURNS), link: new WorkQueue(TURNS) };
  return (change, look, by = "owner") =>
    turns[by === "link" ? "link" : "owner"].run(async () => {
      const client = await databases.pool.connect();
      let found: { value: Awaited<ReturnType<typeof look>> } | undefined;
      try {
        // In Drizzle's transaction, nested transactions become savepoints instead of commits.
        let onRows: ((result: unknown) => void) | undefined;
        await drizzle(inTurn(client, (result) => onRows?.(result))).transaction(async (tx) => {
          await tx.execute(sql.raw(LIMITS));
          const marks: Marks | null = by === "editing" ? addMarks(tx) : null;
          const made = await change(tx);
          if (marks) {
            onRows = await rowMarker(client, marks);
            marks.isOn = true;
          }
          if (databases.hasVisitorRole) await tx.execute(sql.raw(`set local role ${VISITOR_ROLE}`));
          const ask = async (path: string) => {
            const rendered = await render(tx, path, by);
            // Read the page while the transaction still has the data.
            const html = await withCovers(await rendered.text(), (cover) => render(tx, cover, by));
            return new Response(html, rendered);
          };
          found = { value: await look(ask, made) };
          throw new PreviewDone();
        });
      } catch (error) {
        if (!(error instanceof PreviewDone)) throw error;
      } finally {
        client.release();
      }
      return found!.value;
    });
}

const COVER = new RegExp(`${PLACEHOLDER_IMAGE.replace(".", "\\.")}\\?${COVER_OF}=[^"<>\\s]+`, "g");

/** Inlines drawn covers, whose URLs only work for published records. */
async function withCovers(html: string, ask: (path: string) => Promise<Response>): Promise<string> {
  const drawn = new Map<string, string>();
  for (const address of new Set(html.match(COVER))) {
    const cover = await ask(address.replaceAll("&amp;", "&"));
    if (cover.ok) drawn.set(address, `data:image/svg+xml,${encodeURIComponent(await cover.text())}`);
  }
  return html.replace(COVER, (address) => drawn.get(address) ?? address);
}

/**
 * Runs queries one at a time: loaders query in parallel, but a connection can't.
 * @param onRows receives each result before the loader does
 */
function inTurn(client: pg.PoolClient, onRows: (result: unknown) => void): pg.PoolClient {
  let last: Promise<unknown> = Promise.resolve();
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "query") return typeof value === "function" ? value.bind(target) : value;
      return (...given: unknown[]) => {
        // Savepoints don't need to be released, because everything is rolled back.
        if (isRelease(given[0])) return last.then(() => NO_ROWS);
        const answer = last
          .then(() => Reflect.apply(value, target, given))
          .then((result) => {
            onRows(result);
            return result;
          });
        last = answer.catch(() => {});
        return answer;
      };
    },
  });
}

const NO_ROWS = { rows: [], rowCount: 0, fields: [] };
function isRelease(query: unknown): boolean {
  const text = typeof query === "object" && query !== null && "text" in query ? query.text : query;
  return typeof text === "string" && text.startsWith("release savepoint ");
}
