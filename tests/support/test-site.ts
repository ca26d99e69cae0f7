// Sites for Vitest: each serves the production build from a database and a folder of its own, and is gone again after
// the file's tests. Call these once at the top of a file.
import { afterAll } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { cheapPasswordHash } from "./cheap-password.ts";
import { asDatabaseUrl, createTestDatabase } from "./database.ts";
import { keepQueries } from "./kept-queries.ts";
import { asOwner } from "./log-in.ts";
import { type MailServer, startMailServer } from "./mail.ts";
import { ADMIN_PASSWORD, SESSION_COOKIE } from "./owner.ts";
import { addSession } from "./session.ts";
import { startSite } from "./site.ts";
import { folderOfFile } from "./test-folder.ts";
import { withoutTable } from "./without-table.ts";

/**
 * A site without sample content, whose owner's password is `ADMIN_PASSWORD`.
 * @param env what it is started with besides; `SEED: "demo"` for sample content
 * @param options.isNew true for a database without a password: the start makes one, or takes that of `env`
 * @returns its process, and past it: `dataDir`, the connection to its `database`, `query` for one statement there, and
 *   `without`, which does something while one of its tables cannot be found
 */
export async function openTestSite(
  env: Record<string, string> = {},
  { isNew = "ADMIN_PASSWORD" in env } = {},
) {
  const dataDir = folderOfFile();
  const database = await createTestDatabase();
  const { query, end } = keepQueries(database);
  afterAll(end);
  if (!isNew)
    await query("insert into admin_credentials (password_hash) values ($1)", [
      cheapPasswordHash(ADMIN_PASSWORD),
    ]);
  await ensureBuild();
  const site = await startSite({
    DATABASE_URL: asDatabaseUrl(database),
    DATA_DIR: dataDir,
    SEED: "none",
    ...env,
  });
  afterAll(() => site.stop());
  return {
    ...site,
    dataDir,
    database,
    query,
    without: <Result>(table: string, something: () => Promise<Result>) =>
      withoutTable(query, table, something),
  };
}

/** The same with its owner logged in: besides, what `asOwner` returns. */
export async function openPanelSite(env: Record<string, string> = {}) {
  const site = await openTestSite(env);
  const prefix = env.SITE_URL?.startsWith("https:") ? "__Host-" : "";
  const Cookie = `${prefix}${SESSION_COOKIE}=${await addSession(site.query)}`;
  return { ...site, ...asOwner(site.url, { Cookie }) };
}

/** A mail server, for `SMTP_URL`. */
export async function openTestMail(): Promise<MailServer> {
  const mail = await startMailServer(folderOfFile());
  afterAll(() => mail.stop());
  return mail;
}
