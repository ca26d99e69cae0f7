import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The folders whose files may cite a document. */
const FOLDERS = ["app", "server", "tests", "scripts", "bench", "docs", "db"];
const PAPERS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|mjs|css|md|sql)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`),
  ),
  ...PAPERS,
]
  .filter((file) => file !== "tests/references.test.ts")
  .map((file) => ({ file, text: read(file) }));

const DECISIONS = path.join(root, "docs", "decisions");
const decisions = new Map(readdirSync(DECISIONS).map((name) => [name.slice(0, 4), name]));
const headingsOf = (file: string) => new Set(read(file).match(/(?<=^## )\d+(?=\.)/gm));

/** Returns citations that `isThere` rejects, each with its file. */
const lost = (citation: RegExp, isThere: (...numbers: string[]) => boolean) =>
  files.flatMap(({ file, text }) =>
    [...text.matchAll(citation)]
      .filter(([, ...numbers]) => !isThere(...numbers))
      .map(([cited]) => `${file}: ${cited}`),
  );

test("every cited section of the specification is in docs/spec.md", () => {
  const sections = headingsOf("docs/spec.md");
  expect(sections.size).toBeGreaterThan(5);
  expect(lost(/\bSPEC (\d+)/g, (section = "") => sections.has(section))).toEqual([]);
});

test("every cited decision and heading is in docs/decisions", () => {
  const isThere = (number = "", heading?: string) => {
    const name = decisions.get(number);
    return Boolean(name && (!heading || headingsOf(`docs/decisions/${name}`).has(heading)));
  };
  expect(lost(/(?<!migration |:)\b(00[0-9]{2})(?:\.(\d+))?(?=[,;:)\s\]]|\.\s|$)/gm, isThere)).toEqual([]);
});

test("no two decisions share a number", () => {
  expect(readdirSync(DECISIONS)).toHaveLength(decisions.size);
});

test("no file cites documents that aren't in the repository", () => {
  expect(lost(/\b(?:DECISIONS|DESIGN|STYLE)\b(?= \d| "|\)|,|\.)/g, () => false)).toEqual([]);
});

test("links in the documents point to existing files", () => {
  const links = files
    .filter(({ file }) => file.endsWith(".md"))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = ""]) => ({ file, link })),
    );
  expect(links.length).toBeGreaterThan(5);
  const dead = links.filter(({ file, link }) => !existsSync(path.join(root, path.dirname(file), link)));
  expect(dead).toEqual([]);
});
