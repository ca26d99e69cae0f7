// Measures an import of 5,000 WordPress posts (or IMPORT_POSTS) and a second import of the same file. Then kills
// processes during more imports, and prints counts that would reveal duplicates.
import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { draftName } from "../app/features/changes/record-key.server.ts";
import { OLD_SITE, wxr } from "../tests/support/exports.ts";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { processesOf } from "../tests/support/site.ts";
import { openSite } from "./site.ts";
import { say } from "./times.ts";

const POSTS = Number(process.env.IMPORT_POSTS ?? 5_000);
const KILLS_EVERY_MS = [400, 1_500, 4_000];
const PARAGRAPHS = 12;
const words =
  "Local search works best with clear pages, fast answers and honest reviews from people nearby. ";

const post = (id: number) => ({
  ...{ id, title: `Post ${id}`, slug: `post-${id}`, date: "2019-03-04 05:06:07" },
  content: Array.from(
    { length: PARAGRAPHS },
    (_, i) =>
      `<!-- wp:paragraph --><p>${words.repeat(4)}<a href="${OLD_SITE}/2019/03/post-${((id + i) % POSTS) + 1}/">${i}</a></p><!-- /wp:paragraph -->`,
  ).join("\n\n"),
  meta: { _yoast_wpseo_title: "%%title%% %%sep%% %%sitename%%", _yoast_wpseo_metadesc: `About ${id}` },
});
const file = wxr(...Array.from({ length: POSTS }, (_, i) => post(i + 1)));

const site = await openSite({ ADMIN_PASSWORD, AUDIT: "off" });
const { session } = await logIn(site.url);
try {
  say(`${POSTS} posts, ${Math.round(file.length / 1e6)} MB`);
  const first = await run("first run");
  const drafts = draftName({ kind: "imports", id: first });
  await timed("preview", () => get(`/preview?drafts=${drafts}`));
  await timed("publish", () => send("changes", { intent: "publish", drafts }));
  const before = await written();
  await run("second run");
  say(`the second run wrote ${(await written()) - before} versions`);
  if (process.env.IMPORT_URLS !== "off") await checkUrls(first);
  for (const every of KILLS_EVERY_MS) await runKilled(every);
} finally {
  await site.close();
}
process.exit(0);

async function one<Value>(text: string, values: unknown[] = []): Promise<Value> {
  return (await site.query<{ one: Value }>(text, values))[0]!.one;
}
function written() {
  return one<number>("select count(*)::int as one from revisions where kind <> 'imports'");
}
async function timed<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await work();
  say(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return value;
}
async function get(path: string): Promise<string> {
  const response = await fetch(`${site.url}${PANEL}${path}`, { headers: session });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return text;
}
async function send(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${site.url}${PANEL}/${path}`, { method: "POST", headers: session, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
}
async function upload(): Promise<string> {
  const form = new FormData();
  form.set("site_url", "");
  form.append("file", new File([file], "wp.xml"));
  const headers = { ...session, Origin: site.url };
  const sent = { method: "POST", body: form, headers, redirect: "manual" } as const;
  const { headers: answered } = await fetch(`${site.url}${PANEL}/import/upload`, sent);
  return /id=([\da-f-]{36})/.exec(answered.get("location") ?? "")![1]!;
}
function stateOf(id: string) {
  return one<string>("select state as one from import_runs where import_id = $1", [id]);
}
async function waitFor(id: string, state: string, whileWaiting: () => void = () => {}) {
  for (let now = await stateOf(id); now !== state; now = await stateOf(id)) {
    if (now === "failed") throw new Error("The import failed");
    whileWaiting();
    await delay(50);
  }
}
function readers() {
  return processesOf(site, "jobs").flatMap((pid) => processesOf({ process: { pid } }, "import"));
}
function store(id: string) {
  return send("import", {
    intent: "store",
    id,
    "type:post": "blog-posts",
    images: "link",
    redirects: "/category/* /blog",
  });
}

async function run(name: string): Promise<string> {
  let peak = 0;
  const id = await upload();
  await timed(`${name}: read`, () =>
    waitFor(id, "ready", () => {
      for (const pid of readers()) {
        const status = fs.existsSync(`/proc/${pid}/status`)
          ? fs.readFileSync(`/proc/${pid}/status`, "utf8")
          : "";
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      }
    }),
  );
  say(`${name}: the reading process used ${Math.round(peak / 1024)} MB at most`);
  await timed(`${name}: report`, () => get(`/import?id=${id}`));
  await store(id);
  const cpu = cpuOf("jobs");
  await timed(`${name}: store`, () => waitFor(id, "stored"));
  say(`${name}: the jobs process used ${(cpuOf("jobs") - cpu).toFixed(1)} s of processor time for it`);
  return id;
}

/** Returns a process's CPU seconds so far (Linux only). */
function cpuOf(role: "jobs"): number {
  const [pid] = processesOf(site, role);
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Kills the reader or the jobs process every `every` ms during an import, up to six times. */
async function runKilled(every: number) {
  for (const table of ["change_sets", "imports", "blog_posts", "redirects"])
    await site.query(`truncate ${table} cascade`);
  let kills = 0;
  const killing = setInterval(() => {
    const [pid] = kills % 2 ? processesOf(site, "jobs") : [...readers(), ...processesOf(site, "jobs")];
    if (!pid || kills === 6) return;
    kills++;
    process.kill(pid, "SIGKILL");
  }, every);
  const wake = setInterval(() => site.query("update import_runs set heard_at = null").catch(() => {}), 3_000);
  const id = await upload();
  await waitFor(id, "ready");
  await store(id);
  await waitFor(id, "stored");
  clearInterval(killing);
  clearInterval(wake);
  const counts = await site.query<Record<string, number>>(
    `select (select count(*)::int from blog_posts) posts, (select count(distinct title)::int from blog_posts) titles,
      (select count(*)::int from redirects) redirects, (select count(*)::int from change_items) drafts`,
  );
  say(`killed ${kills} times, every ${every} ms: ${JSON.stringify(counts[0])}`);
}

async function checkUrls(id: string) {
  for (let from = 0, next = true; next; from += 500) {
    const html = await get(`/import?id=${id}&check=${from}`);
    const line = /(\d+) found \(200\), (\d+) redirected \(301\), (\d+) not found \(404\)/.exec(
      html.replace(/<!-- -->/g, ""),
    );
    say(`old URLs from ${from}: ${line?.[0]}`);
    next = html.includes("Check the next 500");
  }
}
