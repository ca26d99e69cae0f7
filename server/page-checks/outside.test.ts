import http from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { storePages } from "../../app/features/page-checks/queries.server.ts";
import { openTestDatabases } from "../../tests/support/database.ts";
import { processesOf } from "../../tests/support/site.ts";
import { askOutside } from "./outside.ts";

const { owner: db } = await openTestDatabases();
const siteUrl = "https://own.example.org";
const THERE = "http://there.example.net/";
const GONE = "http://no-such-name.example.net/";

/** Checks a page's external links. DNS resolves one host if `port` is given, and none otherwise. */
async function ask(links: string[], port?: number) {
  await db.execute(sql`delete from site_links`);
  await storePages(db, [{ path: "/", title: "", description: "", links, issues: [] }]);
  const to = port === undefined ? [] : [{ host: "127.0.0.1", port }];
  const testNet = to.map((to) => ({ name: "there.example.net", address: "93.184.215.14", port: 80, to }));
  const signal = new AbortController().signal;
  await askOutside(db, { siteUrl, audit: { testNet } }, { signal, onAsked: async () => {} });
  const { rows } = await db.execute(sql`select url, state, said from site_links order by url`);
  return rows;
}

test("a website that crashes the process counts as unchecked", async () => {
  const website = http
    .createServer(({ url }, response) => {
      if (url === "/a-trap")
        for (const id of processesOf({ process }, "website")) process.kill(id, "SIGKILL");
      else response.end("Here");
    })
    .listen(0, "127.0.0.1");
  await new Promise((resolve) => website.once("listening", resolve));
  const { port } = website.address() as AddressInfo;
  expect(await ask([`${THERE}a-trap`, `${THERE}b`], port)).toEqual([
    { url: `${THERE}a-trap`, state: "unchecked", said: "unreadable" },
    { url: `${THERE}b`, state: "good", said: "200" },
  ]);
  website.close();
  website.closeAllConnections();
});

test("an unknown DNS name counts as gone only if another website answered", async () => {
  const website = http.createServer((_, response) => response.end("Here")).listen(0, "127.0.0.1");
  await new Promise((resolve) => website.once("listening", resolve));
  const { port } = website.address() as AddressInfo;
  expect(await ask([THERE, GONE], port)).toEqual([
    { url: GONE, state: "gone", said: "no-dns" },
    { url: THERE, state: "good", said: "200" },
  ]);
  website.close();
  website.closeAllConnections();
  expect(await ask([THERE, GONE])).toEqual([
    { url: GONE, state: "unchecked", said: "no-dns" },
    { url: THERE, state: "unchecked", said: "no-dns" },
  ]);
});
