import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { listDraftKeys } from "../../../tests/support/draft-names.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { addPreviewLink, findPreviewLink } from "./links.server.ts";

const { owner } = await openTestDatabases();
const SET = "00000000-0000-4000-8000-000000000001";

test("expired links don't count toward the limit", async () => {
  await owner.execute(sql`insert into change_sets (id, state) values (${SET}, 'open')`);
  await owner.execute(
    sql`insert into change_items (change_set_id, kind, record_id, name, fields)
      values (${SET}, 'industries', gen_random_uuid(), 'Retail', '{}')`,
  );
  const keys = await listDraftKeys(owner);
  for (let i = 0; i < 50; i++) await addPreviewLink(owner, keys);
  await expect(addPreviewLink(owner, keys)).rejects.toThrow("There are already 50 links.");
  await owner.execute(sql`update preview_links set expires_at = now() - interval '1 minute'`);
  expect(await findPreviewLink(owner, await addPreviewLink(owner, keys))).toMatchObject({ records: keys });
});

test("concurrent transactions on the same rows are retried", async () => {
  await owner.execute(sql`create table counters (n integer)`);
  await owner.execute(sql`insert into counters values (0)`);
  const add = () =>
    withSerializableRetry(owner, async (tx) => {
      const { rows } = await tx.execute<{ n: number }>(sql`select n from counters`);
      await tx.execute(sql`update counters set n = ${rows[0]!.n + 1}`);
    });
  await Promise.all(Array.from({ length: 30 }, add));
  const { rows } = await owner.execute(sql`select n from counters`);
  expect(rows).toEqual([{ n: 30 }]);
});
