// Pages as they would be after a change, for the owner alone.
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { PLACEHOLDER_IMAGE } from "../app/copy/business.ts";
import { COVER_OF } from "../app/features/covers/image.ts";
import type { Database, Databases } from "../app/platform/database/database.server.ts";
import { VISITOR_ROLE } from "../app/platform/database/visitor-role.server.ts";
import type { PreviewBy, ShowPreviews } from "../app/platform/http/context.server.ts";
import { WorkQueue } from "../app/platform/work-queue.ts";

/**
 * A save of the same record waits for a preview: neither may hold the other up for long. What a preview writes is no
 * history, which would be half of what the write costs.
 */
const LIMITS =
  "set local lock_timeout = '2s'; set local statement_timeout = '5s'; set local idle_in_transaction_session_timeout = '10s'; set local app.history = 'off'";
/** A preview holds a connection of the owner's while it is rendered: one for the owner, one for all shared links. */
const TURNS = { atOnce: 1, waiting: 8 };

/** Ends the transaction of a preview: nothing of it is kept. */
class PreviewDone extends Error {}

/**
 * Makes previews. The change runs in a transaction by the functions that save, pages are rendered in the same one with
 * the visitor's rights, and the transaction is rolled back: no other connection ever sees it, nothing is announced, and
 * no page of the cache is touched.
 * @param render a page with this database
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
        // Drizzle's own transaction: those inside it become savepoints instead of commits.
        await drizzle(inTurn(client)).transaction(async (tx) => {
          await tx.execute(sql.raw(LIMITS));
          const made = await change(tx);
          if (databases.hasVisitorRole) await tx.execute(sql.raw(`set local role ${VISITOR_ROLE}`));
          const ask = async (path: string) => {
            const rendered = await render(tx, path, by);
            // To its end, while there is what it shows.
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

/** The address of a drawn cover in HTML. */
const COVER = new RegExp(`${PLACEHOLDER_IMAGE.replace(".", "\\.")}\\?${COVER_OF}=[^"<>\\s]+`, "g");

/** Puts the drawn covers into the page itself: at their addresses they are drawn for published records only. */
async function withCovers(html: string, ask: (path: string) => Promise<Response>): Promise<string> {
  const drawn = new Map<string, string>();
  for (const address of new Set(html.match(COVER))) {
    const cover = await ask(address.replaceAll("&amp;", "&"));
    if (cover.ok) drawn.set(address, `data:image/svg+xml,${encodeURIComponent(await cover.text())}`);
  }
  return html.replace(COVER, (address) => drawn.get(address) ?? address);
}

/** The same connection with one query at a time: loaders ask several things at once, which a connection cannot answer. */
function inTurn(client: pg.PoolClient): pg.PoolClient {
  let last: Promise<unknown> = Promise.resolve();
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "query") return typeof value === "function" ? value.bind(target) : value;
      return (...given: unknown[]) => {
        // Rolled back it is whether or not it was released, and each query is waited for.
        if (isRelease(given[0])) return last.then(() => NO_ROWS);
        const answer = last.then(() => Reflect.apply(value, target, given));
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
