// Guards the product's wording: phrases that read like a translation, or for which the glossary in CONTRIBUTING.md has
// a better word, stay out of what people read.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const PHRASES = [
  ...["to mend", "mended", "could be better", "good to know", "take back", "taken back", "took back"],
  ...["bring back", "brought back", "throw away", "thrown away", "throw them away", "go on with"],
  ...[
    "what waits",
    "changes wait",
    "the live form",
    "what is live",
    "is told of",
    "are told of",
    "who is told",
  ],
  ...["in the time of", "the site's time,", "anew", "once more", "for good", "by themselves"],
  ...["stands there", "stands elsewhere", "lies beside", "leads back to", "address of a page"],
  ...["words of a picture", "turned away", "turns away", "nothing of it", "it answers 404"],
  ...["the panel says so", "are kept out", "not known before", "put no tracking out", "is kept as a draft"],
  ...["whoever", "somebody", "nobody", "thereof", "e-mail", "colour", "search engines may list"],
];

/** Only for the panel: elsewhere these words have other meanings. */
const PANEL_PHRASES = [
  "picture",
  "pictures",
  "leads to",
  "lead to",
  "press",
  "the owner's",
  "an owner",
  "fault",
];

const named = (phrases: string[]) => new RegExp(`(?<![\\w-])(?:${phrases.join("|")})(?![\\w-])`, "gi");

/** Returns the texts in a TypeScript file: its string and template literals without the placeholders' values. */
const literals = (code: string) =>
  [
    ...code
      .replace(/^\s*(?:\/\/|\/?\*).*$/gm, "")
      .matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g),
  ]
    .map(([, ...texts]) => texts.join("").replace(/\$\{[^}]*\}/g, "…"))
    .filter((text) => /\s/.test(text));

const spec = read("docs/spec.md");
/** Returns the phrases in `texts` that aren't part of one of the specification's texts. */
const found = (file: string, texts: string[], phrases: RegExp) =>
  texts
    .filter((text) => !spec.includes(text))
    .flatMap((text) =>
      [...text.matchAll(phrases)].map(([phrase]) => `${file}: “${phrase}” in: ${text.slice(0, 120)}`),
    );

const copy = readdirSync(path.join(root, "app/copy"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => `app/copy/${name.replaceAll(path.sep, "/")}`);

test("the texts of the site and the panel contain no phrases that read like a translation", () => {
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

test("visitors read “inquiry”, as in SPEC 8, and you read “enquiry”, as on the tab (CONTRACT)", () => {
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

test("neither do the README, the changelog and the docs", () => {
  const docs = readdirSync(path.join(root, "docs"), { encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  const papers = ["README.md", "CHANGELOG.md", "SECURITY.md", ...docs.map((name) => `docs/${name}`)];
  // CONTRIBUTING.md lists such phrases in its glossary, and the specification belongs to the owner.
  expect(
    papers
      .filter((file) => file !== "docs/spec.md")
      .flatMap((file) => found(file, read(file).split("\n"), named(PHRASES))),
  ).toEqual([]);
});
