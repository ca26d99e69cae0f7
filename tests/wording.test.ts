// Keeps phrases that read like a translation out of everything that people read.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Regular expressions, joined by `|`. */
const PHRASES = [
  "to mend|mended|could be better|good to know|(?:takes?|taken|took) back|(?:brings?|brought) back|go on with",
  "throw(?:n| them)? away|drop the draft|drop all|(?:keep|kept) as a? ?draft|what waits|changes wait",
  "the live form|what is live|(?:is|are) told of|who is told|is said at|in the time of|the site's time,",
  "at its time|anew|once more|for good|by (?:itself|themselves)|in vain|stands (?:there|elsewhere)|also stands in",
  "lies? beside|leads back to|lead somewhere|address of a page|words of a picture|turn(?:s|ed)? away",
  "nothing of it|answers? \\d{3}|answer(?:s|ed) with|has \\d+ MB|broken off|comes? to its end|on a desk",
  "the panel says so|are kept out|not known before|put no tracking out|search engines may list",
  "whoever|somebody|nobody|thereof|e-mail",
  // British spellings
  "colour\\w*|behaviour\\w*|favour\\w*|catalogue\\w*|centre\\w*|cancelled|judgement|whilst|amongst",
  "(?:optimi|organi|recogni|initiali|normali|saniti)s(?:e|es|ed|ing|ation)",
];

/** These words have other meanings outside the panel. */
const PANEL_PHRASES = ["pictures?|leads? to|press|the owner's|an owner|fault|meanwhile|untick|tick off"];

const named = (phrases: string[]) => new RegExp(`(?<![\\w-])(?:${phrases.join("|")})(?![\\w-])`, "gi");

/** Returns a TypeScript file's string literals that contain spaces, with "…" for each placeholder. */
const literals = (code: string) =>
  [
    ...code
      .replace(/^\s*(?:\/\/|\/?\*).*$/gm, "")
      .matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g),
  ]
    .map(([, ...texts]) => texts.join("").replace(/\$\{[^}]*\}/g, "…"))
    .filter((text) => /\s/.test(text));

const spec = read("docs/spec.md");
/** Returns the phrases found in `texts`, skipping texts from the specification. */
const found = (file: string, texts: string[], phrases: RegExp) =>
  texts
    .filter((text) => !spec.includes(text))
    .flatMap((text) =>
      [...text.matchAll(phrases)].map(([phrase]) => `${file}: “${phrase}” in: ${text.slice(0, 120)}`),
    );

/** Returns a folder's files, as paths from the project's root. */
const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));

const copy = filesIn("app/copy").filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));

test("the site and the panel contain no phrases that read like a translation", () => {
  expect(copy.length).toBeGreaterThan(40);
  const isSynonyms = (file: string) => file.endsWith("/setting-words.ts");
  const isPanel = (file: string) => file.includes("/panel/");
  expect(
    copy
      .filter((file) => !isSynonyms(file))
      .flatMap((file) =>
        found(file, literals(read(file)), named([...PHRASES, ...(isPanel(file) ? PANEL_PHRASES : [])])),
      ),
  ).toEqual([]);
});

test("visitors read “inquiry” (SPEC 8), and the owner reads “enquiry” (CONTRACT)", () => {
  const spelled = (files: string[], wrong: RegExp) =>
    files.flatMap((file) => found(file, literals(read(file)), wrong));
  const isPublic = (file: string) => /copy\/(site\/|messages)/.test(file);
  expect(spelled(copy.filter(isPublic), /enquir/gi)).toEqual([]);
  expect(
    spelled(
      copy.filter((file) => file.includes("/panel/")),
      /inquir/gi,
    ),
  ).toEqual([]);
});

/** The documents people read, and the files that operators copy. */
const DOCUMENTS = [
  ...[
    "README.md",
    "CHANGELOG.md",
    "bench/RESULTS.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ".env.example",
    "Dockerfile",
    "compose.yml",
  ],
  ...[...filesIn("docs"), ...filesIn("deploy"), ...filesIn(".github")].filter(
    (file) => !/\.(?:json|webp)$/.test(file),
  ),
  ...filesIn("db/sample-content"),
];

test("documents and sample content contain no phrases that read like a translation", () => {
  expect(DOCUMENTS.length).toBeGreaterThan(40);
  // The specification belongs to the owner, and the glossary lists such phrases in a table.
  const isProse = (file: string, line: string) => file !== "CONTRIBUTING.md" || !line.startsWith("|");
  expect(
    DOCUMENTS.filter((file) => file !== "docs/spec.md").flatMap((file) =>
      found(
        file,
        read(file)
          .split("\n")
          .filter((line) => isProse(file, line)),
        named(PHRASES),
      ),
    ),
  ).toEqual([]);
});
