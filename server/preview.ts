// Renders pages as they would look after a change, for the owner and for shared preview links.
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { PLACEHOLDER_IMAGE } from "../app/copy/business.ts";
import { COVER_OF } from "../app/features/covers/image.ts";
import { rowMarker } from "../app/features/page-editing/mark-rows.server.ts";
import type { Database, Databases } from "../app/platform/database/database.server.ts";
import { addMarks, type Marks } from "../app/platform/database/marks.server.ts";
import { VISITOR_ROLE } from "../app/platform/database/visitor-role.server.ts";
import type { PreviewBy, ShowPreviews } from "../app/platform/http/context.server.ts";
import { WorkQueue } from "../app/platform/work-queue.ts";

/**
 * A preview and a save of the same record wait for each other, so neither may take long. History is off for previews:
 * it would be half the cost of the write.
 */
const LIMITS =
  "set local lock_timeout = '2s'; set local statement_timeout = '5s'; set local idle_in_transaction_session_timeout = '10s'; set local app.history = 'off'";
/**
 * Each preview holds one of the owner's connections while it renders, so the owner and all shared links get one each.
 */
const TURNS = { atOnce: 1, waiting: 8 };

/** Thrown to roll back a preview's transaction. */
class PreviewDone extends Error {}

/**
 * Returns a function that renders previews. The change runs in a transaction through the same functions that save;
 * pages are rendered in that transaction with the visitor's rights, and then it's rolled back: no other connection ever
 * sees the change, nothing is announced, and no cached page is touched.
 * @param render renders a page with this database
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
        // Drizzle's own transaction turns the transactions inside it into savepoints instead of commits.
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
            // Read to the end while the transaction still has the data.
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

/** The URL of a drawn cover in HTML. */
const COVER = new RegExp(`${PLACEHOLDER_IMAGE.replace(".", "\\.")}\\?${COVER_OF}=[^"<>\\s]+`, "g");

/** Inlines the drawn covers into the page: their URLs serve covers of published records only. */
async function withCovers(html: string, ask: (path: string) => Promise<Response>): Promise<string> {
  const drawn = new Map<string, string>();
  for (const address of new Set(html.match(COVER))) {
    const cover = await ask(address.replaceAll("&amp;", "&"));
    if (cover.ok) drawn.set(address, `data:image/svg+xml,${encodeURIComponent(await cover.text())}`);
  }
  return html.replace(COVER, (address) => drawn.get(address) ?? address);
}

/**
 * Wraps the connection so that it runs one query at a time: loaders query in parallel, which one connection can't do.
 * @param onRows receives each result before the loader does
 */
function inTurn(client: pg.PoolClient, onRows: (result: unknown) => void): pg.PoolClient {
  let last: Promise<unknown> = Promise.resolve();
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "query") return typeof value === "function" ? value.bind(target) : value;
      return (...given: unknown[]) => {
        // Releasing savepoints is unnecessary: everything is rolled back, and each query is awaited.
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
