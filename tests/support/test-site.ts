// Sites for Vitest: each serves the production build from a database and a folder of its own, and is gone again after
// the file's tests. Call these once at the top of a file.
import { once } from "node:events";
import http from "node:http";
import { afterAll } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { asDatabaseUrl, createTestDatabase } from "./database.ts";
import { type MailServer, startMailServer } from "./mail.ts";
import { ADMIN_PASSWORD, PANEL } from "./owner.ts";
import { queryOnce } from "./query-once.ts";
import { startSite } from "./site.ts";
import { folderOfFile } from "./test-folder.ts";
import { withoutTable } from "./without-table.ts";

/**
 * A site without sample content.
 * @param env what it is started with besides; `SEED: "demo"` for sample content
 * @returns its process, and past it: `dataDir`, the connection to its `database`, `query` for one statement there, and
 *   `without`, which does something while one of its tables cannot be found
 */
export async function openTestSite(env: Record<string, string> = {}) {
  const dataDir = folderOfFile();
  const database = await createTestDatabase();
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
    query: <Row extends object>(text: string, values?: unknown[]) => queryOnce<Row>(database, text, values),
    without: <Result>(table: string, something: () => Promise<Result>) =>
      withoutTable(database, table, something),
  };
}

/**
 * The same with its owner logged in.
 * @returns besides, the `session` as headers; `request` and `read`, which ask in the owner's name, by GET or by POST of
 *   a form; `save`, which posts a form to a tab, e.g. "blog", as the panel's scripts do; and
 *   `download`, which asks for a file as a browser does after a click
 */
export async function openPanelSite(env: Record<string, string> = {}) {
  const site = await openTestSite({ ADMIN_PASSWORD, ...env });
  const send = (path: string, form?: Form, headers?: HeadersInit) =>
    fetch(site.url + path, {
      method: form ? "POST" : "GET",
      body: form && (form instanceof FormData ? form : new URLSearchParams(form)),
      headers,
      redirect: "manual",
    });
  const login = await send(PANEL, { password: ADMIN_PASSWORD });
  const cookie = login.headers.getSetCookie().find((one) => one.includes("panel_session=")) ?? "";
  const session = { Cookie: cookie.split(";")[0] ?? "" };
  const request = (path: string, form?: Form) => send(path, form, session);
  return {
    ...site,
    session,
    request,
    read: async (path: string) => (await request(path)).text(),
    download: (path: string, headers: Record<string, string> = CLICK, method = "GET") =>
      download(site.url + path, method, { ...session, ...headers }),
    async save(tab: string, form: Form) {
      const response = await request(`${PANEL}/${tab}.data`, form);
      return { status: response.status, text: await response.text() };
    },
  };
}

/** What browsers say of a click on a link to a file (`Sec-Fetch-Dest: document` where it is not marked as a download). */
const CLICK = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty" };

/** Not by `fetch`: what it says of itself cannot be set. */
async function download(url: string, method: string, headers: Record<string, string>) {
  const request = http.request(url, { method, headers, agent: false }).end();
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const bytes = Buffer.concat(await response.toArray());
  return {
    status: response.statusCode,
    headers: new Headers(response.headers as HeadersInit),
    bytes,
    text: bytes.toString(),
  };
}

type Form = Record<string, string> | FormData;

/** A mail server, for `SMTP_URL`. */
export async function openTestMail(): Promise<MailServer> {
  const mail = await startMailServer(folderOfFile());
  afterAll(() => mail.stop());
  return mail;
}
