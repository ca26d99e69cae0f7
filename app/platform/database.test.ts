import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../tests/support/database.ts";
import { openDatabases } from "./database.server.ts";

const databases = openDatabases(await createTestDatabase(), { max: 1 });

test("a transaction that cannot begin gives its connection back", async () => {
  for (const db of [databases.owner, databases.visitor]) {
    const begin = db.transaction(async () => {}, { isolationLevel: "none such" as never });
    await expect(begin).rejects.toMatchObject({ cause: { code: "42601" } });
    await db.execute(sql`select 1`);
  }
  await databases.close();
});
