// `npm run release`: checks that the current commit can be released, and writes its archives to release/.
// CONTRIBUTING.md lists the steps.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { nameOf, RELEASE, withContents, writeArchive } from "./archive.ts";
import { OWN, PLATFORMS, readJson, root } from "./packages.ts";

/** Requests per second during the update from the previous release. bench/updates.ts measures with more. */
const RATE = "100";
const ARCHIVE = "scripts/release/archive.ts";

const { version } = readJson(path.join(root, "package.json")) as { version: string };
const node = (...args: string[]) => run(process.execPath, args);

try {
  if (git("status", "--porcelain"))
    throw new Error("Commit your changes first: releases are made of commits.");
  const notes = spawnSync(process.execPath, ["scripts/release-notes.mjs", `v${version}`], { cwd: root });
  if (notes.status !== 0) throw new Error(String(notes.stderr).trim());
  const previous = findPrevious();
  if (previous) checkMigrations(previous);

  fs.rmSync(RELEASE, { recursive: true, force: true });
  await withContents(PLATFORMS, async (contents, platform) => {
    const file = await writeArchive(contents, nameOf(platform), RELEASE);
    say(
      `${path.relative(root, file)}: ${contents.size} files, ${(fs.statSync(file).size / 1e6).toFixed(1)} MB`,
    );
  });
  if (previous) tryUpdate(previous);
  say(`${version} can be released.`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Returns the tag of the release before this version; null if there's none. */
function findPrevious(): string | null {
  const tags = git("tag", "--merged", "HEAD", "--list", "v*", "--sort=-version:refname").split("\n");
  return tags.filter((tag) => tag && tag !== `v${version}`)[0] ?? null;
}

/** Throws if a released migration has changed, or if a patch has a new one. */
function checkMigrations(previous: string) {
  const changed = git("diff", "--name-status", "--no-renames", previous, "HEAD", "--", "db/migrations/*.sql");
  const lines = changed.split("\n").filter(Boolean);
  const old = lines.filter((line) => !line.startsWith("A"));
  if (old.length) throw new Error(`Migrations of ${previous} have changed:\n${old.join("\n")}`);
  const isPatch = version.split(".").slice(0, 2).join() === previous.slice(1).split(".").slice(0, 2).join();
  if (isPatch && lines.length) throw new Error(`A patch contains no migrations:\n${lines.join("\n")}`);
}

/** Updates a site with sample content from the previous release under load, and back unless the schema changes. */
function tryUpdate(previous: string) {
  if (!git("ls-tree", "--name-only", previous, ARCHIVE)) {
    say(`${previous} has no archive to update from.`);
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-release-"));
  const tree = path.join(folder, "previous");
  try {
    git("worktree", "add", "--detach", tree, previous);
    node(path.join(tree, "bootstrap.mjs"), ARCHIVE, OWN);
    const [archive] = fs.globSync(path.join(tree, "release/*.tar.gz"));
    process.env.RATE = RATE;
    node("bootstrap.mjs", "bench/updates.ts", archive!, path.join(RELEASE, `${nameOf(OWN)}.tar.gz`));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    git("worktree", "prune");
  }
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.trim();
}

function run(program: string, args: string[]) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`This failed: ${args.join(" ")}`);
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
