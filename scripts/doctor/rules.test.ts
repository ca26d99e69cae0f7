import { readFileSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HEALTHY } from "../../server/http/health.ts";
import { askSite } from "./ask.ts";
import { isProblem, printLines } from "./line.ts";
import {
  certificateLine,
  clockLine,
  type DatabaseFacts,
  databaseLines,
  diskLine,
  mailServerLine,
  memoryLine,
  misspelledLines,
  proxyLine,
  type Reply,
  type SenderDns,
  senderLines,
  siteUrlLines,
} from "./rules.ts";

const SITE = "https://www.agency.com";
const NOW = new Date("2026-11-23T09:00:00Z");
const reply: Reply = { isOurs: true, headers: {}, certificate: null };

test("SITE_URL has to be public, encrypted and this site", () => {
  const state = (url: string, found: Reply | null) => siteUrlLines(url, found, "ENOTFOUND")[0]!.state;
  expect(state(SITE, reply)).toBe("ok");
  expect(state("http://localhost:3000", reply)).toBe("missing");
  expect(state("http://www.agency.com", reply)).toBe("problem");
  expect(state(SITE, null)).toBe("note");
  expect(state(SITE, { ...reply, isOurs: false })).toBe("note");
});

test("https or a CDN without trusted proxies is a problem, and a CDN may be the second proxy", () => {
  const state = (url: string, proxies: number, headers: Reply["headers"] | null) =>
    proxyLine(url, proxies, headers && { ...reply, headers }).state;
  expect(state(SITE, 0, null)).toBe("problem");
  expect(state("http://10.0.0.1", 0, { "cf-ray": "1" })).toBe("problem");
  expect(state("http://10.0.0.1", 0, {})).toBe("ok");
  expect(state(SITE, 1, {})).toBe("ok");
  expect(state(SITE, 1, { "cf-ray": "1" })).toBe("note");
  expect(state(SITE, 2, { "cf-ray": "1" })).toBe("ok");
  expect(state(SITE, 1, null)).toBe("note");
});

test("a certificate has to be valid and renewed in time", () => {
  const state = (days: number, fault = "") =>
    certificateLine({ until: new Date(NOW.getTime() + days * 86_400_000), fault }, NOW).state;
  expect([60, 20, 6, -1].map((days) => state(days))).toEqual(["ok", "note", "problem", "problem"]);
  expect(state(60, "DEPTH_ZERO_SELF_SIGNED_CERT")).toBe("problem");
});

test("an invalid certificate is read, not rejected", async () => {
  const pem = readFileSync(path.resolve("tests/support/audit-fixture.pem"));
  const server = https.createServer({ key: pem, cert: pem }, (_, response) => response.end(HEALTHY));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const found = await askSite(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(found.isOurs).toBe(true);
  expect(found.certificate?.fault).not.toBe("");
  expect(found.certificate?.until.getTime()).toBeGreaterThan(0);
});

test("a sender's domain needs MX, one strict SPF record and DMARC; silent DNS is a note", () => {
  const states = (dns: Partial<SenderDns>) => {
    const fine = { mx: ["mx.agency.com"], txt: ["v=spf1 include:x.com ~all"], dmarc: ["v=DMARC1; p=none"] };
    return senderLines("agency.com", { ...fine, ...dns }).map(({ state }) => state);
  };
  expect(states({})).toEqual(["ok", "ok", "note", "ok"]);
  expect(states({ mx: [] })[0]).toBe("note");
  expect(states({ mx: [""] })[0]).toBe("note");
  expect(states({ txt: ["google-site-verification=v=spf1"] })[1]).toBe("missing");
  expect(states({ txt: ["v=spf1 -all", "v=spf1 mx -all"] })[1]).toBe("problem");
  expect(states({ txt: ["v=spf1 +all"] })[1]).toBe("problem");
  expect(states({ txt: ["v=spf1 all"] })[1]).toBe("problem");
  expect(states({ dmarc: ["v=spf1 -all"] })[3]).toBe("missing");
  expect(states({ mx: null, txt: null, dmarc: null })).toEqual(["note", "note", "note", "note"]);
});

test("a mail server that can't be reached is a problem only if the network works", () => {
  const failed = (trouble: "timeout" | "login") =>
    ({ outcome: "later", trouble, mayPass: false, reason: "" }) as const;
  expect(mailServerLine("h:587", { outcome: "sent" }, "", false).state).toBe("ok");
  expect(mailServerLine("h:587", failed("timeout"), "", false).state).toBe("note");
  expect(mailServerLine("h:587", failed("timeout"), "", true).state).toBe("problem");
  expect(mailServerLine("h:587", failed("login"), "", false).state).toBe("problem");
});

test("clocks may differ by half a minute", () => {
  const state = (...ahead: (number | null)[]) =>
    clockLine(ahead.map((aheadMs) => ({ name: "it", aheadMs }))).state;
  expect(state(0, 1_000)).toBe("ok");
  expect(state(null, 0)).toBe("ok");
  expect(state(null, null)).toBe("note");
  expect(state(0, -31_000)).toBe("problem");
});

test("a variable that looks like one of the site's is named with the one that's meant", () => {
  const known = ["SITE_URL", "PORT", "LEADS_TO", "MEDIA_STORE"];
  const meant = (...given: string[]) =>
    misspelledLines(given, known).map(({ text }) => text.split(" ").at(-1));
  expect(meant("SITEURL", "site_url", "LEAD_TO", "LEADS_TOO", "MEDIA_STARE", "SIET_URL")).toEqual(
    ["SITE_URL", "SITE_URL", "LEADS_TO", "LEADS_TO", "MEDIA_STORE", "SITE_URL"].map((name) => `${name}?`),
  );
  expect(meant(...known, "PATH", "HOME", "SORT", "MEDIA", "SITE", "LEADS_FROM", "")).toEqual([]);
});

test("little room or memory is a note, too little a problem", () => {
  const MB = 1024 * 1024;
  const disk = (megabytes: number | null) => diskLine("Disk", "/data", megabytes && megabytes * MB).state;
  expect([null, 511, 2000, 5000].map(disk)).toEqual(["note", "problem", "note", "ok"]);
  expect([256, 480, 2000].map((size) => memoryLine(size * MB).state)).toEqual(["problem", "note", "ok"]);
});

test("the site's role should own the tables, and the roles that limit pages should be there", () => {
  const fine: DatabaseFacts = {
    ...{ version: "18.4", user: "app", isOwner: true, isSuperuser: false, mayCreateRoles: false },
    ...{ roles: ["visitor", "editor"], pending: 0, isNewer: false },
  };
  const states = (facts: Partial<DatabaseFacts>) =>
    databaseLines({ ...fine, ...facts }, ["visitor", "editor"]).map(({ state }) => state);
  expect(states({})).toEqual(["ok", "ok", "ok", "ok"]);
  expect(states({ isOwner: false })[1]).toBe("problem");
  expect(states({ isSuperuser: true })[1]).toBe("note");
  expect(states({ roles: ["visitor"] })[2]).toBe("note");
  expect(states({ pending: 2 })[3]).toBe("note");
  expect(states({ isNewer: true })[3]).toBe("problem");
});

test("only problems make the check fail, and every line is one line", () => {
  const lines = [...siteUrlLines("http://localhost", null), diskLine("Disk", "/a\nb", null)];
  expect(lines.some(isProblem)).toBe(false);
  const report = printLines(lines);
  expect(report.split("\n")).toHaveLength(4);
  expect(report).toContain("0 problems, 1 missing, 1 note, 0 OK.");
});
