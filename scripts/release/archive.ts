// `npm run archive [-- PLATFORM...]`: builds the site and packs it for each platform into release/, with a checksum.
// The same commit always gives the same files. `-- --folder FOLDER [PLATFORM]` writes one platform's files to a folder instead.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { hashSources, makeBuild } from "../build.ts";
import { BUILDS } from "../builds.mjs";
import { BILL, type Contents, type Entry, listContents } from "./contents.ts";
import { committedAt, fetchPackages, OWN, PLATFORMS, readJson, root } from "./packages.ts";

export const RELEASE = path.join(root, "release");
const { version } = readJson(path.join(root, "package.json")) as { version: string };

/** Returns the name of a platform's archive, and of the folder in it. */
export const nameOf = (platform: string) => `seo-pro-zone-${version}-${platform}`;

/**
 * Builds the site once and calls `use` with the contents for each platform.
 * @throws if the build fails
 */
export async function withContents(
  platforms: string[],
  use: (contents: Contents, platform: string) => Promise<void>,
) {
  fs.mkdirSync(BUILDS, { recursive: true });
  const work = fs.mkdtempSync(path.join(BUILDS, "release-"));
  try {
    const build = path.join(work, "build");
    await makeBuild(build);
    for (const platform of platforms) {
      const packages = fetchPackages(platform, path.join(work, platform));
      await use(listContents(build, hashSources(), packages, platform), platform);
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** Writes an archive, its checksum and its bill of materials. Returns the archive's path. */
export async function writeArchive(contents: Contents, name: string, folder: string): Promise<string> {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.tar.gz`);
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 9 }), fs.createWriteStream(file));
  const owner = { mtime: committedAt(), uid: 0, gid: 0, uname: "root", gname: "root" };
  for (const folder of foldersOf(contents))
    tar.entry({ ...owner, name: path.posix.join(name, folder), type: "directory", mode: 0o755 });
  for (const [at, entry] of contents) {
    const header = { ...owner, name: path.posix.join(name, at) };
    if ("link" in entry) tar.entry({ ...header, type: "symlink", linkname: entry.link });
    else tar.entry({ ...header, mode: modeOf(entry) }, contentOf(entry));
  }
  tar.finalize();
  await written;
  const sum = createHash("sha256").update(fs.readFileSync(file)).digest("hex");
  fs.writeFileSync(`${file}.sha256`, `${sum}  ${path.basename(file)}\n`);
  const bill = contents.get(BILL)!;
  fs.writeFileSync(path.join(folder, `${name}.${BILL}`), contentOf(bill as { text: string }));
  return file;
}

/** Writes the contents to a new folder. */
export function writeFolder(contents: Contents, folder: string) {
  const at = committedAt();
  for (const [name, entry] of contents) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if ("link" in entry) fs.symlinkSync(entry.link, file);
    else fs.writeFileSync(file, contentOf(entry), { mode: modeOf(entry), flag: "wx" });
    fs.lutimesSync(file, at, at);
  }
}

function foldersOf(contents: Contents): string[] {
  const folders = new Set<string>();
  for (const at of contents.keys())
    for (let folder = path.posix.dirname(at); !folders.has(folder); folder = path.posix.dirname(folder))
      folders.add(folder);
  return [...folders].sort();
}

const contentOf = (entry: Exclude<Entry, { link: string }>) =>
  "text" in entry ? Buffer.from(entry.text) : fs.readFileSync(entry.from);

const modeOf = (entry: Entry) => ("from" in entry && fs.statSync(entry.from).mode & 0o100 ? 0o755 : 0o644);

if (fs.realpathSync(process.argv[1] ?? ".") === import.meta.filename) {
  const args = process.argv.slice(2);
  if (args[0] === "--folder") {
    const [, folder = RELEASE, platform] = args;
    // Docker says amd64.
    await withContents([platform?.replace("amd64", "x64") || OWN], async (contents) =>
      writeFolder(contents, path.resolve(folder)),
    );
  } else {
    await withContents(args.length ? args : PLATFORMS, async (contents, platform) => {
      const file = await writeArchive(contents, nameOf(platform), RELEASE);
      const megabytes = (fs.statSync(file).size / 1e6).toFixed(1);
      process.stdout.write(`${path.relative(root, file)}: ${contents.size} files, ${megabytes} MB\n`);
    });
  }
}
