import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { cheapPasswordHash } from "../../../tests/support/cheap-password.ts";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { makeTemporaryFolder } from "../../../tests/support/site.ts";
import { listEvents } from "../audit-log/queries.server.ts";
import {
  changeAdminPassword,
  ensureAdminPassword,
  findPasswordHash,
  isAdminPassword,
} from "./password.server.ts";
import { admin_credentials, admin_sessions, known_browsers } from "./table.server.ts";

const { owner } = await openTestDatabases();
const folder = makeTemporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let dataDir = "";
const fileText = () => fs.readFileSync(path.join(dataDir, "admin-password"), "utf8");
beforeEach(async () => {
  dataDir = path.join(folder, randomUUID());
  await owner.delete(admin_credentials);
  await owner.delete(admin_sessions);
  await owner.delete(known_browsers);
});
const start = (adminPassword?: string) => ensureAdminPassword(owner, { adminPassword, dataDir });

test("CONTRACT: 'generated on the first start, shown once, saved in DATA_DIR/admin-password (mode 0600)'", async () => {
  const { shown } = await start();
  expect(shown).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
  expect(fileText()).toBe(`${shown}\n`);
  expect(fs.statSync(path.join(dataDir, "admin-password")).mode & 0o777).toBe(0o600);
  expect(await isAdminPassword(owner, shown!)).toBe(true);
  expect(await start()).toEqual({});
  // Each installation gets its own password.
  await owner.delete(admin_credentials);
  fs.rmSync(path.join(dataDir, "admin-password"));
  expect((await start()).shown).not.toBe(shown);
});

test("the password is stored as a salted scrypt hash", async () => {
  await start("Sésame, ouvre-toi");
  const hash = await findPasswordHash(owner);
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect(hash).not.toContain("ouvre");
  expect(await isAdminPassword(owner, "Sésame, ouvre-toi")).toBe(true);
  expect(await isAdminPassword(owner, "Sésame, ouvre-toi".normalize("NFD"))).toBe(true);
  await owner.update(admin_credentials).set({ password_hash: cheapPasswordHash("Sésame, ouvre-toi") });
  for (const wrong of ["", "Sésame", "sésame, ouvre-toi", "Sésame, ouvre-toi "])
    expect(await isAdminPassword(owner, wrong)).toBe(false);
});

test("a hash with outdated parameters stays valid and is renewed on the next successful check", async () => {
  const before = cheapPasswordHash("Sésame");
  await owner.insert(admin_credentials).values({ password_hash: before });
  expect(await isAdminPassword(owner, "sésame")).toBe(false);
  expect(await findPasswordHash(owner)).toBe(before);
  expect(await isAdminPassword(owner, "Sésame")).toBe(true);
  expect(await findPasswordHash(owner)).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect(await isAdminPassword(owner, "Sésame")).toBe(true);
});

test("changing the password in the panel ends other sessions and forgets other browsers", async () => {
  const rows = [{ id_hash: "mine" }, { id_hash: "another" }];
  const keep = { session: "mine", browser: "mine" };
  await owner.insert(admin_sessions).values(rows);
  await owner.insert(known_browsers).values(rows);
  expect(await changeAdminPassword(owner, "chosen in the panel", { dataDir }, keep)).toBe(1);
  expect(await owner.select({ id_hash: admin_sessions.id_hash }).from(admin_sessions)).toEqual([rows[0]]);
  expect(await owner.select({ id_hash: known_browsers.id_hash }).from(known_browsers)).toEqual([rows[0]]);
  await start("chosen by the operator");
  expect(await owner.select().from(admin_sessions)).toEqual([]);
  expect(await owner.$count(known_browsers)).toBe(1);
  const [event] = (await listEvents(owner, { page: 1, perPage: 1 })).rows;
  expect(event).toMatchObject({ event: "password.changed", details: { by: "environment", sessions: 1 } });
});

test("a changed ADMIN_PASSWORD ends all sessions", async () => {
  await start("first");
  const before = await findPasswordHash(owner);
  await owner.insert(admin_sessions).values({ id_hash: "somebody" });
  await start("first");
  expect(await owner.select().from(admin_sessions)).toHaveLength(1);
  expect(await findPasswordHash(owner)).toBe(before);
  await start("second");
  expect(await owner.select().from(admin_sessions)).toEqual([]);
  expect(await isAdminPassword(owner, "second")).toBe(true);
  expect(await isAdminPassword(owner, "first")).toBe(false);
});

test("setting ADMIN_PASSWORD replaces a generated password and deletes the password file", async () => {
  await owner.insert(admin_credentials).values({ password_hash: cheapPasswordHash("generated") });
  fs.mkdirSync(dataDir, { recursive: true });
  fs.writeFileSync(path.join(dataDir, "admin-password"), "generated\n");
  await start("mine");
  expect(fs.existsSync(path.join(dataDir, "admin-password"))).toBe(false);
  expect(await start()).toEqual({});
  expect(await isAdminPassword(owner, "mine")).toBe(true);
});

test("with an empty database, the existing password file is used", async () => {
  fs.mkdirSync(dataDir, { recursive: true });
  fs.writeFileSync(path.join(dataDir, "admin-password"), "from-a-backup\r\n");
  expect(await start()).toEqual({});
  expect(await isAdminPassword(owner, "from-a-backup")).toBe(true);
});

test("no password is correct until one is stored", async () => {
  expect(await isAdminPassword(owner, "")).toBe(false);
});
