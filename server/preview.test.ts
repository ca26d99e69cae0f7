import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PreviewBy } from "../app/platform/http/context.server.ts";
import { openTestDatabases } from "../tests/support/database.ts";
import { previewer } from "./preview.ts";

const databases = await openTestDatabases();
const look = (ask: (path: string) => Promise<Response>) => ask("/");

test("the owner's preview doesn't wait for readers of shared links", async () => {
  const shared = Promise.withResolvers<void>();
  const render = async (_db: unknown, _path: string, by: PreviewBy) => {
    if (by === "link") await shared.promise;
    return new Response("as it would be");
  };
  const show = previewer(databases, render);
  const readers = Array.from({ length: 12 }, () => show(async () => {}, look, "link"));
  const counted = Promise.allSettled(readers);
  expect(await (await show(async () => {}, look, "owner")).text()).toBe("as it would be");
  shared.resolve();
  const refused = (await counted).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(3);
});

test("a preview's transaction may be idle for at most 10 seconds", async () => {
  const show = previewer(databases, async (db) => {
    const { rows } = await db.execute(sql`show idle_in_transaction_session_timeout`);
    return Response.json(rows);
  });
  const response = await show(async () => {}, look);
  expect(await response.json()).toEqual([{ idle_in_transaction_session_timeout: "10s" }]);
});
