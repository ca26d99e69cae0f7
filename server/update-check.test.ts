import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { parseCronItems } from "graphile-worker";
import { expect, onTestFinished, test } from "vitest";
import { tickStep } from "../app/features/first-steps/queries.server.ts";
import { website_settings } from "../app/features/settings/table.server.ts";
import { findFeed, findUpdate, readFeed, saveFeed } from "../app/features/settings/update-feed.server.ts";
import { readConfig } from "../app/platform/config.server.ts";
import { openTestDatabases } from "../tests/support/database.ts";
import { folderOfFile } from "../tests/support/test-folder.ts";
import { checkingUpdates, dailyUpdateCheck } from "./update-check.ts";

const { owner: db } = await openTestDatabases();
const folder = folderOfFile();
const keyFile = path.join(folder, "key.pem");
const run = (...args: string[]) =>
  execFileSync(process.execPath, [path.resolve("scripts/sign-feed.mjs"), ...args], {
    stdio: "pipe",
  }).toString();
const [, KEY = ""] = /UPDATE_FEED_KEY=(.+)/.exec(run("--new-key", keyFile)) ?? [];

const feedOf = (sequence: number, latest: string, security: object[] = []) => ({
  sequence,
  latest,
  security,
});
function signed(feed: object): string {
  const file = path.join(folder, "feed.json");
  fs.writeFileSync(file, JSON.stringify(feed, null, 2));
  return run(keyFile, file);
}

test("a file that the script signed is read, and any other is not", () => {
  const feed = feedOf(1, "0.3.0", [{ from: "0.1.0", fixed: "0.2.1" }]);
  const text = signed(feed);
  expect(readFeed(text, KEY)).toEqual(feed);
  const file = JSON.parse(text) as { feed: string; signature: string };
  const other = generateKeyPairSync("ed25519");
  const otherKey = String(other.publicKey.export({ format: "jwk" }).x);
  expect(readFeed(text, otherKey)).toBeNull();
  const lies = [
    { ...file, feed: file.feed.replace("0.3.0", "9.9.9") },
    { ...file, feed: `${file.feed} ` },
    { ...file, signature: "" },
    { ...file, signature: file.signature.replace(/^./, (first) => (first === "A" ? "B" : "A")) },
    {
      ...file,
      signature: sign(null, Buffer.from(`update feed 1\n${file.feed}`), other.privateKey).toString("base64"),
    },
    // Signed with the right key, but for something else
    { ...file, signature: sign(null, Buffer.from(file.feed), fs.readFileSync(keyFile)).toString("base64") },
    { feed: file.feed },
    { ...file, feed },
    null,
  ];
  for (const lie of lies) expect(readFeed(JSON.stringify(lie), KEY), JSON.stringify(lie)).toBeNull();
  for (const text of ["", "<html>", "[".repeat(10_000)]) expect(readFeed(text, KEY)).toBeNull();
  for (const wrong of [feedOf(0, "0.3.0"), feedOf(1, "newest"), feedOf(1, "1.0.0", [{ from: "1" }])])
    expect(readFeed(signed(wrong), KEY)).toBeNull();
});

test("only a newer version is news, and red only if it fixes the running one's security", () => {
  const feed = feedOf(1, "0.10.0", [{ from: "0.2.0", fixed: "0.9.1" }]) as Parameters<typeof findUpdate>[0];
  expect(findUpdate(null, "0.2.0")).toBeNull();
  expect(findUpdate(feed, "0.10.0")).toBeNull();
  expect(findUpdate(feed, "1.0.0")).toBeNull();
  expect(findUpdate(feed, "0.9.1")).toEqual({ version: "0.10.0", isSecurity: false });
  expect(findUpdate(feed, "0.9.0")).toEqual({ version: "0.10.0", isSecurity: true });
  expect(findUpdate(feed, "0.2.0")).toEqual({ version: "0.10.0", isSecurity: true });
  expect(findUpdate(feed, "0.1.9")).toEqual({ version: "0.10.0", isSecurity: false });
});

test("an older or replayed file doesn't go back", async () => {
  await db.delete(website_settings);
  expect(await findFeed(db)).toBeNull();
  for (const [sequence, latest] of [
    [5, "0.5.0"],
    [4, "0.4.0"],
    [5, "0.1.0"],
  ] as const) {
    await saveFeed(db, { sequence, latest, security: [] });
    expect(await findFeed(db)).toMatchObject({ sequence: 5, latest: "0.5.0" });
  }
  await saveFeed(db, { sequence: 10, latest: "0.6.0", security: [] });
  expect(await findFeed(db)).toMatchObject({ latest: "0.6.0" });
});

/** Opens a publisher's server. Returns the job, the requests that arrived and the log's warnings. */
async function publisher(answers: (request: IncomingMessage, response: ServerResponse) => void) {
  await db.delete(website_settings);
  await tickStep(db, "updates", true);
  const requests: IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request);
    answers(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const warnings: unknown[] = [];
  const updateFeed = { url: "http://updates.agency.com/updates.json", key: KEY };
  const tasks = checkingUpdates(
    db,
    { ...readConfig({ SITE_URL: "https://www.our-site.com" }), updateFeed },
    { warn: (...said: unknown[]) => void warnings.push(said) },
    { resolve: async () => ["93.184.215.14"], locate: () => ({ host: "127.0.0.1", port }) },
  );
  const check = () => tasks.check_updates!({}, {} as never);
  return { check, requests, warnings };
}

test("nothing is requested before the owner agrees, and then without anything about the site", async () => {
  const feed = feedOf(1, "0.3.0");
  const { check, requests, warnings } = await publisher((_, response) => response.end(signed(feed)));
  await tickStep(db, "updates", false);
  await check();
  expect(requests).toEqual([]);
  await tickStep(db, "updates", true);
  await check();
  expect(await findFeed(db)).toEqual(feed);
  const [{ method, url, headers } = {} as IncomingMessage] = requests;
  expect([method, url]).toEqual(["GET", "/updates.json"]);
  expect(Object.keys(headers).sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
  ]);
  expect(JSON.stringify(headers)).not.toMatch(/our-site|\d\.\d\.\d/);
  expect(warnings).toEqual([]);
});

test("a lying signature is logged once and ignored", async () => {
  const { check, warnings, requests } = await publisher((_, response) =>
    response.end(signed(feedOf(9, "0.9.0")).replace("0.9.0", "9.9.9")),
  );
  await check();
  await check();
  expect(requests).toHaveLength(2);
  expect(warnings).toHaveLength(1);
  expect(await findFeed(db)).toBeNull();
});

test.each([
  ["a redirect", (response: ServerResponse) => response.writeHead(302, { Location: "/elsewhere" }).end()],
  ["an error", (response: ServerResponse) => response.writeHead(500).end(signed(feedOf(2, "0.9.0")))],
  [
    "a huge body",
    (response: ServerResponse) => response.end(signed(feedOf(2, "0.9.0")) + " ".repeat(70_000)),
  ],
  ["a connection that ends early", (response: ServerResponse) => response.socket!.destroy()],
])("%s is ignored silently", async (_, answer) => {
  const { check, requests, warnings } = await publisher((_, response) => answer(response));
  await check();
  expect(requests).toHaveLength(1);
  expect(warnings).toEqual([]);
  expect(await findFeed(db)).toBeNull();
});

test("without the variables, there's no job", () => {
  const config = readConfig({});
  expect(checkingUpdates(db, config, { warn: () => {} })).toEqual({});
  const UPDATE_FEED_URL = "https://updates.agency.com/updates.json";
  expect(() => readConfig({ UPDATE_FEED_URL })).toThrow("needs UPDATE_FEED_KEY");
  expect(readConfig({ UPDATE_FEED_URL, UPDATE_FEED_KEY: KEY }).updateFeed?.key).toBe(KEY);
  for (const wrong of ["http://updates.agency.com/", "https://u:p@updates.agency.com/", "updates"])
    expect(() => readConfig({ UPDATE_FEED_URL: wrong, UPDATE_FEED_KEY: KEY })).toThrow("UPDATE_FEED_URL");
});

test("it runs once a day, not on all sites at once", () => {
  const times = ["https://a.com", "https://b.com", "https://c.com"].map(dailyUpdateCheck);
  expect(new Set(times).size).toBe(3);
  for (const match of times) expect(parseCronItems([{ task: "check_updates", match }])).toHaveLength(1);
});
