// Sites, each with its own database and folder, for the tests of one file. Call these once at the top of the file.
import { afterAll } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { cheapPasswordHash } from "./cheap-password.ts";
import { asDatabaseUrl, createTestDatabase } from "./database.ts";
import { METRICS_TOKEN, waitingForCache } from "./heard.ts";
import { asOwner } from "./log-in.ts";
import { type MailServer, startMailServer } from "./mail.ts";
import { openQueries } from "./open-queries.ts";
import { ADMIN_PASSWORD, SESSION_COOKIE } from "./owner.ts";
import { addSession } from "./session.ts";
import { startSite } from "./site.ts";
import { folderOfFile } from "./test-folder.ts";
import { withoutTable } from "./without-table.ts";

/**
 * Opens a site without sample content whose password is `ADMIN_PASSWORD`.
 * @param env extra variables, such as `SEED: "demo"` for sample content
 * @param options.isNew true stores no password, so the site creates one or uses the one in `env`
 * @returns its process, `dataDir` and `database`; `query`, which runs one statement; `clear`, which empties tables in
 * their order; and `without`, which runs something while a table is missing. `query` and `clear` return once the page
 * cache has heard of what they wrote
 */
export async function openTestSite(
  env: Record<string, string> = {},
  { isNew = "ADMIN_PASSWORD" in env } = {},
) {
  const dataDir = folderOfFile();
  const database = await createTestDatabase();
  const { query, end } = openQueries(database);
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
    METRICS_TOKEN,
    ...env,
  });
  afterAll(() => site.stop());
  const cached = await waitingForCache(query, database, site.url);
  afterAll(cached.end);
  return {
    ...site,
    dataDir,
    database,
    query: cached.query,
    clear: cached.clear,
    without: <Result>(table: string, something: () => Promise<Result>) =>
      withoutTable(query, table, something),
  };
}

/** Opens a site and signs its owner in. Returns what `openTestSite` and `asOwner` return. */
export async function openPanelSite(env: Record<string, string> = {}) {
  const site = await openTestSite(env);
  const prefix = env.SITE_URL?.startsWith("https:") ? "__Host-" : "";
  const Cookie = `${prefix}${SESSION_COOKIE}=${await addSession(site.query)}`;
  return { ...site, ...asOwner(site.url, { Cookie }) };
}

/** Opens a mail server, for `SMTP_URL`. */
export async function openTestMail(): Promise<MailServer> {
  const mail = await startMailServer(folderOfFile());
  afterAll(() => mail.stop());
  return mail;
}
