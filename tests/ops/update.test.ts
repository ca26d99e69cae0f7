// Updates from one unpacked release to the next (decision 0061).
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ensureBuild, hashSources } from "../../scripts/build.ts";
import { writeFolder } from "../../scripts/release/archive.ts";
import { listContents } from "../../scripts/release/contents.ts";
import { OWN, PLATFORMS, readJson, root } from "../../scripts/release/packages.ts";
import { PATIENCE } from "../support/patience.ts";
import { processesOf, type SiteProcess, startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";

const name = hashSources();
let folder = "";
let current = "";

/** Unpacks a release. @param migration its last migration's SQL, if it has one more */
async function unpack(version: string, migration?: string) {
  const release = path.join(folder, version);
  writeFolder(listContents(await ensureBuild(), name, root, OWN), release);
  if (!migration) return;
  const migrations = path.join(release, "build", name, "db/migrations");
  const file = path.join(migrations, "meta/_journal.json");
  const journal = readJson(file) as { entries: { idx: number; when: number; tag: string }[] };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_next" });
  fs.writeFileSync(file, JSON.stringify(journal));
  fs.writeFileSync(path.join(migrations, "9999_next.sql"), migration);
}

function switchTo(version: string) {
  fs.symlinkSync(version, `${current}.new`);
  fs.renameSync(`${current}.new`, current);
}

/** Returns the releases that the site's processes run. */
const running = (site: SiteProcess) =>
  [...processesOf(site, "jobs"), ...processesOf(site, "serving")].map((pid) => {
    const program = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split(folder)[1];
    return program?.split("/")[1];
  });

/** Switches to a release and hangs up. Returns what the site has logged when the update is over. */
async function update(site: SiteProcess, version: string) {
  const from = site.stderr().length;
  switchTo(version);
  site.process.kill("SIGHUP");
  const logged = () => site.stderr().slice(from);
  await vi.waitUntil(() => /The rolling restart (is done|was interrupted)/.test(logged()), PATIENCE);
  await vi.waitUntil(() => running(site).length === 2, PATIENCE);
  return logged();
}

describe.runIf(process.platform === "linux" && PLATFORMS.includes(OWN))("an update of a release", () => {
  test("the release that the link goes to takes over, or the running one continues, and no request fails", async () => {
    folder = folderOfTest();
    current = path.join(folder, "current");
    const DATA_DIR = path.join(folder, "data");
    await unpack("one");
    switchTo("one");
    const site = await startSite({ DATA_DIR, SEED: "demo" }, path.join(current, "start.mjs"));
    onTestFinished(() => site.stop().then(() => {}));
    const outcomes = new Set<number | string>();
    let isOver = false;
    const visitors = [0, 1, 2].map(async (i) => {
      while (!isOver) {
        const answer = fetch(`${site.url}/contact`, i ? {} : { headers: { Connection: "close" } });
        outcomes.add(await answer.then((one) => one.text().then(() => one.status), String));
        await delay(5);
      }
    });
    const end = async () => {
      isOver = true;
      await Promise.all(visitors);
    };
    onTestFinished(end);
    expect(running(site)).toEqual(["one", "one"]);

    await unpack("two");
    await update(site, "two");
    expect(running(site)).toEqual(["two", "two"]);
    await update(site, "one");
    expect(running(site)).toEqual(["one", "one"]);

    await unpack("broken", "alter table no_such_table add column next text;");
    const refused = await update(site, "broken");
    expect(refused).toContain("no_such_table");
    expect(refused).toContain("was interrupted: processes that weren't replaced keep running");
    expect(running(site)).toEqual(["one", "one"]);

    await unpack("three", "create table next_things (id uuid primary key);");
    const migrated = await update(site, "three");
    expect(running(site)).toEqual(["three", "three"]);
    const [, file = ""] = /Backed up the site before the update to (\S+)/.exec(migrated) ?? [];
    const start = path.join(current, "start.mjs");
    const { PATH } = process.env;
    const env = { PATH, DATA_DIR };
    const verified = spawnSync(process.execPath, [start, "backup", "--verify", file], {
      env,
      encoding: "utf8",
    });
    expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining("can be restored")]);

    expect(await update(site, "one")).toContain("A newer version of this site has updated this database");
    expect(running(site)).toEqual(["three", "three"]);
    await end();
    expect(outcomes).toEqual(new Set([200]));
  });
});
