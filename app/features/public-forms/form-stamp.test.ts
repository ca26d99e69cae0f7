import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ageOfStamp, stampForm } from "./form-stamp.server.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-stamp-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const NOW = Date.UTC(2026, 10, 21);
const MONTH_MS = 30 * 86_400_000;

test("a month-old stamp is still valid", () => {
  const stamp = stampForm(folder, NOW);
  expect(ageOfStamp(folder, stamp, NOW + 1_500)).toBe(1_500);
  expect(ageOfStamp(folder, stamp, NOW + MONTH_MS)).toBe(MONTH_MS);
});

test("a missing or forged stamp, or one from another site, is invalid", () => {
  const stamp = stampForm(folder, NOW);
  const earlier = (NOW - MONTH_MS).toString(36) + stamp.slice(stamp.indexOf("."));
  for (const other of [
    "",
    ".",
    "x",
    "0.x",
    earlier,
    `${stamp}x`,
    stampForm(path.join(folder, "other"), NOW),
  ]) {
    expect(ageOfStamp(folder, other, NOW)).toBeNull();
  }
});

test("without a secret, stamps are empty and invalid", () => {
  const file = path.join(folder, "file");
  fs.writeFileSync(file, "");
  expect(stampForm(file)).toBe("");
  expect(ageOfStamp(file, "")).toBeNull();
  expect(ageOfStamp(file, "x.")).toBeNull();
});

test("stamps are empty until an incomplete secret file is replaced", () => {
  const half = path.join(folder, "half");
  const file = path.join(half, "form-secret");
  fs.mkdirSync(half);
  fs.writeFileSync(file, "half of it");
  expect(stampForm(half)).toBe("");
  expect(fs.readFileSync(file, "utf8")).toBe("half of it");
  fs.utimesSync(file, new Date(), new Date(Date.now() - 120_000));
  expect(ageOfStamp(half, stampForm(half, NOW), NOW)).toBe(0);
});

test("all processes share the secret, and other users can't read it", () => {
  stampForm(folder);
  const file = path.join(folder, "form-secret");
  expect(fs.readFileSync(file)).toHaveLength(32);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder).filter((name) => name.startsWith("form-secret"))).toEqual(["form-secret"]);
});
