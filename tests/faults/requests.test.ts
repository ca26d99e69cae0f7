import fs from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { howMany } from "../support/faults.ts";
import { type Manner, malformedRequests } from "../support/malformed-requests.ts";
import { SESSION_COOKIE } from "../support/owner.ts";
import { addPerson } from "../support/people.ts";
import { randomFrom } from "../support/random.ts";
import { addSession } from "../support/session.ts";
import { processesOf } from "../support/site.ts";
import { openPanelSite } from "../support/test-site.ts";

/** FAULTS_SEED overrides the seed, as in `FAULTS_SEED=2 npm run faults`. */
const SEED = Number(process.env.FAULTS_SEED ?? 1);
const AT_ONCE = 12;

const site = await openPanelSite({ SEED: "demo", TRUST_PROXY: "1" });
const port = Number(new URL(site.url).port);

/**
 * Sends bytes and reads the whole response.
 * @returns the status, or null if there was none
 */
function exchange(bytes: Buffer, manner: Manner): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let start = "";
    socket.on("data", (part) => {
      if (start.length < 100) start += part.toString("latin1", 0, 100);
      if (manner === "leaves at the first byte") socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () =>
      resolve(Number(/^(?:HTTP\/1\.1 100 .*\r\n\r\n)?HTTP\/1\.1 (\d+)/.exec(start)?.[1]) || null),
    );
    socket.write(bytes, () => {
      if (manner === "leaves at once") socket.destroy();
    });
    if (manner === "ends early") socket.end();
  });
}

/** Returns the serving processes' IDs, which change if a process crashes. */
const servers = () => (fs.existsSync("/proc") ? processesOf(site, "serving") : []);

test("no malformed request causes a server error or takes the site down", async () => {
  const client = path.join(await ensureBuild(), "client");
  const files = fs
    .readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(client, path.join(entry.parentPath, entry.name))}`);
  const records = await site.query<{ id: string; slug: string }>(
    `(select id, slug from case_studies limit 5) union all (select id, slug from blog_posts limit 5)
    union all (select id, 'technology' from industries limit 5)`,
  );
  const roles = ["owner", "editor", "enquiries"];
  const people = await Promise.all(
    roles.map(async (role) => addSession(site.query, await addPerson(site.query, role))),
  );
  const next = malformedRequests(randomFrom(SEED), {
    files,
    slugs: records.map(({ slug }) => slug),
    ids: records.map(({ id }) => id),
    sessions: [site.session.Cookie, ...people.map((value) => `${SESSION_COOKIE}=${value}`)],
  });
  const before = servers();
  const asked = howMany(500, 20_000);
  let left = asked;
  const faults: string[] = [];
  const statuses = new Map<number | null, number>();
  const visitor = async () => {
    while (left-- > 0) {
      const { bytes, manner, excerpt } = next();
      const status = await exchange(bytes, manner);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== null && status >= 500) faults.push(`${status}: ${excerpt}`);
      if (manner === "waits" && status === null) faults.push(`no answer: ${excerpt}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  expect(faults).toEqual([]);
  expect(servers()).toEqual(before);
  expect(site.stderr()).not.toMatch(/"level":60|nobody (handled|caught)/);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  // Enough responses with each status show that most checks were reached.
  for (const status of [200, 302, 400, 401, 403, 404, 405, 413, 415])
    expect(statuses.get(status), String(status)).toBeGreaterThanOrEqual(asked / 1_000);
});
