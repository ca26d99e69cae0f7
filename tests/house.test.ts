import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** Returns a folder's source files, as paths from the project's root. */
function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

type Import = { from: string; to: string; typeOnly: boolean };

/** Returns a file's imports of our own files, without React Router's generated `+types`. */
function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const found = text.matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s)?[^;]*?from\s*"(\.[^"]+)"|import\s*"(\.[^"]+)"/g,
  );
  return [...found].flatMap(([, , type, named, bare]) => {
    const to = path.posix.join(path.posix.dirname(file), (named ?? bare ?? "").replace(/\?.*$/, ""));
    return to.includes("+types/") ? [] : [{ from: file, to, typeOnly: Boolean(type) }];
  });
}

const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file);
const files = [...sources("app"), ...sources("server")].filter((file) => !isTest(file));
const imports = files.flatMap(importsOf);

/** The layers, top to bottom. An import may only point to the same or a lower layer. */
const LAYERS = [
  ["server/"],
  ["app/root.tsx", "app/routes.ts", "app/entry.server.tsx"],
  ["app/pages/", "app/panel/", "app/endpoints/"],
  ["app/features/"],
  ["app/enhance/", "app/ui/", "app/copy/", "app/styles/"],
  ["app/platform/"],
];
const layer = (file: string) => LAYERS.findIndex((parts) => parts.some((part) => file.startsWith(part)));
const room = (file: string, house: string) =>
  file.startsWith(house) ? file.slice(house.length).split("/")[0]?.split(".")[0] : undefined;
const say = ({ from, to }: Import) => `${from} imports ${to}`;

test("every file belongs to a layer", () => {
  expect(files.filter((file) => layer(file) === -1 && !file.endsWith(".d.ts"))).toEqual([]);
});

test("imports only point down the layers", () => {
  expect(imports.filter(({ from, to }) => layer(to) !== -1 && layer(from) > layer(to)).map(say)).toEqual([]);
});

test("pages, tabs and endpoints never import each other, apart from a few shared files", () => {
  const houses = ["app/pages/", "app/panel/", "app/endpoints/"];
  const shared = ["app/pages/frame.server.ts", "app/pages/not-found.tsx", "app/panel/shell/panel.css"];
  const wrong = imports.filter(({ from, to }) => {
    if (shared.includes(to) || to.startsWith("app/panel/saving/")) return false;
    const [a, b] = [from, to].map((file) => houses.find((house) => file.startsWith(house)));
    if (!a || !b) return false;
    return a !== b || room(from, a) !== room(to, b);
  });
  expect(wrong.map(say)).toEqual([]);
});

test("public pages import no part of the panel or the editor", () => {
  const reached = new Set<string>();
  const follow = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) follow(to);
  };
  files.filter((file) => /^app\/(pages|enhance|endpoints)\//.test(file)).forEach(follow);
  expect(reached.size).toBeGreaterThan(200);
  expect([...reached].filter((file) => /^app\/(panel|ui\/panel|ui\/editor)\//.test(file))).toEqual([]);
});

test("public pages and the panel don't use each other's texts", () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      (/^app\/(pages|enhance|ui\/site)\//.test(from) && to.startsWith("app/copy/panel/")) ||
      (/^app\/ui\/(panel|editor)\//.test(from) && to.startsWith("app/copy/site/")),
  );
  expect(wrong.map(say)).toEqual([]);
});

/** Allowed imports between features, each with its reason. Add new ones here. */
const FEATURE_ARROWS = new Map([
  ["sign-in -> staff", "a session belongs to a person, whose role decides what it may do (0008)"],
  ["sign-in -> mail", "invitations and notices of a used recovery code are emailed (0008)"],
  ["enquiries -> staff", "an enquiry is assigned to a person (0008)"],
  ["case-studies -> industries", "a case study carries its industry's name (SPEC 3, decision 0035.23)"],
  ["enquiries -> settings", "how long an enquiry is kept"],
  ["enquiries -> mail", "an enquiry's emails are queued in the same transaction (decision 0035.14)"],
  ["mail -> settings", "who gets notified of a new enquiry (CONTRACT, LEADS_TO), and in which time zone"],
  [
    "enquiries -> audit",
    "an enquiry requests its audit in the same transaction, and its emails mention it (0051)",
  ],
  ["page-checks -> media", "the owner's images are checked for size and alt text (0043)"],
  ["page-checks -> audit", "a rule's finding has the format that the audit stores"],
  ["enquiries -> public-forms", "its forms look and respond like all public forms"],
  ["newsletter -> public-forms", "its form looks and responds like all public forms"],
  ["newsletter -> mail", "its emails are queued in the outbox (decision 0035.13)"],
  ["website-content -> media", "the panel's logo is one of the owner's images (0043)"],
  ["website-content -> settings", "texts name the site's title, phone and email instead of repeating them"],
  ["webhooks -> enquiry-table", "a delivery is deleted with its enquiry (0059)"],
  ["webhooks -> newsletter", "a delivery is deleted with its subscriber (0059)"],
  ["newsletter -> settings", "its emails use the site's title and time zone"],
  ...[
    ...["blog", "case-studies", "industries", "landing-pages", "media", "redirects", "reply-templates"],
    "settings",
  ].map((from) => [`${from} -> fields`, "a kind is made of fields (0057)"] as const),
  ...[
    "autosaves",
    "blog",
    "case-studies",
    "fields",
    "imported",
    "industries",
    "landing-pages",
    "media",
    "page-seo",
    "redirects",
    "reply-templates",
    "settings",
    "website-content",
  ].map(
    (to) =>
      [`records -> ${to}`, "a kind is described by its feature's table, rules and queries (0038)"] as const,
  ),
  ["import -> records", "imported items are stored with the functions that save every kind (0038)"],
  ["import -> changes", "an import is published by one draft and removed by Undo (0049)"],
  ["import -> page-checks", "titles and descriptions are read from the old site's pages (0019)"],
  ["import -> media", "images of the old site are copied to the library (0043)"],
  ["import -> redirects", "old URLs are redirected by the owner's redirects (0021)"],
  [
    "find-replace -> records",
    "words are replaced in the fields of every kind, by the rules of its form (0038)",
  ],
  ["page-editing -> records", "a kind's description says how its fields are marked and saved (0038)"],
  ["page-editing -> changes", "edits on the page are saved as drafts (0056)"],
  ["page-editing -> website-content", "a text is named and placed as in its list"],
  ["changes -> records", "drafts are published with the functions that save every kind (0049)"],
  ["changes -> mail", "the owner gets an email if something didn't go live (0049)"],
  ["changes -> settings", "scheduled times are in the site's time zone (0049)"],
  ["changes -> history", "a draft's changes are shown as in the history"],
  ["history -> redirects", "the past site resolves old slugs as they were then (0049)"],
  ["history -> records", "a kind's description says how its versions are shown and restored (0038)"],
  [
    "changes -> audit-log",
    "publishes and reverts are recorded; those due before a restore don't run automatically (0049)",
  ],
  ["sign-in -> audit-log", "sign-ins, passwords and codes are recorded where they're checked (0008)"],
  ["audit -> enquiry-table", "an audit belongs to the enquiry that names the website (0051)"],
  ["enquiries -> enquiry-table", "enquiries are stored in a table that emails and audits refer to"],
  ["mail -> enquiry-table", "notifications: many at once share one email, a deleted one sends none"],
  ["enquiry-table -> staff", "an enquiry is assigned to a person (0008)"],
  ["case-studies -> drawn", "a record without an image gets a generated cover"],
  ["page-seo -> drawn", "cards for shared links are in the brand's colors (0055)"],
  ["import -> imported", "imported items are stored until they're published (0049)"],
]);

/** Returns the features that an import connects, or null if it connects none. */
function arrowOf(one: Import): string | null {
  const [from, to] = [room(one.from, "app/features/"), room(one.to, "app/features/")];
  return from && to && from !== to ? `${from} -> ${to}` : null;
}

test("a feature imports another only if the import is listed", () => {
  const wrong = imports.filter((one) => {
    const arrow = arrowOf(one);
    return arrow !== null && !FEATURE_ARROWS.has(arrow);
  });
  expect(wrong.map(say)).toEqual([]);
});

test("no feature imports itself, not even through others", () => {
  const after = new Map<string, Set<string>>();
  for (const [from, to] of imports.flatMap((one) => [arrowOf(one)?.split(" -> ") ?? []]))
    if (from && to) after.set(from, (after.get(from) ?? new Set()).add(to));
  const reached = (from: string) => {
    const all = new Set(after.get(from));
    for (const one of all) for (const next of after.get(one) ?? []) all.add(next);
    return all;
  };
  expect([...after.keys()].filter((feature) => reached(feature).has(feature))).toEqual([]);
});

/** While decision 0057 is being carried out, these only fall. Whoever raises one later says in the commit what it bought. */
const MOST_LINES = 111_736;
const MOST_ARROWS = 63;

test("the house doesn't grow", () => {
  const lines = (file: string) => readFileSync(path.join(root, file), "utf8").split("\n").length - 1;
  const all = [...files, ...sheets.map((file) => `app/${file}`)];
  expect(all.reduce((sum, file) => sum + lines(file), 0)).toBeLessThanOrEqual(MOST_LINES);
  const used = new Set(imports.map(arrowOf).filter((arrow) => arrow !== null));
  expect(FEATURE_ARROWS.size).toBeLessThanOrEqual(MOST_ARROWS);
  expect([...FEATURE_ARROWS.keys()].filter((arrow) => !used.has(arrow))).toEqual([]);
});

/** The files that write records' tables. Whatever a form may change goes through the first five. */
const RECORD_WRITERS = new Map([
  ["app/features/records/records.server.ts", "the kinds that are columns of one table (0057)"],
  ["app/features/page-seo/queries.owner.server.ts", "a page without its own SEO has no row"],
  ["app/features/redirects/write.server.ts", "redirects are saved one after the other, so none form a loop"],
  ["app/features/settings/queries.server.ts", "a card is several rows"],
  ["app/features/website-content/queries.server.ts", "a text without its own value has no row"],
  ["app/features/autosaves/queries.server.ts", "deletes records with their autosaves"],
  ["app/features/case-studies/industry-use.server.ts", "case studies carry their industry's name (0035.23)"],
  ["app/features/import/images.server.ts", "sets which import an image came from"],
  ["app/features/import/redirects.server.ts", "adds thousands at once"],
  ["app/features/import/runs.server.ts", "adds the record of an import"],
  ["app/features/import/store.server.ts", "counts what an import stored"],
  ["app/features/imported/publish.server.ts", "publishes an import's records with their old dates"],
  ["app/features/media/files.server.ts", "shows another file of an image"],
  ["app/features/media/writes.owner.server.ts", "describes and deletes several images at once"],
  ["app/features/records/imports.server.ts", "renames an import"],
  ["app/features/records/website-content.server.ts", "restores a deleted text"],
  ["app/features/redirects/visits.server.ts", "counts visits"],
  ["app/features/settings/index-now.server.ts", "creates the key"],
  ["app/features/settings/update-feed.server.ts", "keeps the newest file that was signed"],
  ["app/panel/page-editor/frame.ts", "publishes a record for a preview, which is rolled back"],
  ["app/panel/saving/places.server.ts", "publishes a record for a preview, which is rolled back"],
  ["app/platform/database/record-writes.server.ts", "restores from the trash"],
  ["app/platform/database/switch-record.server.ts", "publishes and pins several records at once"],
  ["server/import/parent.ts", "marks an import that was interrupted"],
  ["server/seed.ts", "adds the sample content"],
]);

test("only these files write records, and every form of a record is saved by one function", () => {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const tables =
    "blog_posts|case_studies|imports|industries|landing_pages|media|page_seo|redirects|website_(?:content|settings)";
  const writes = new RegExp(`\\.(?:insert|update)\\((?:${tables}|anyTable|(?:page\\.)?table)\\b`);
  const writers = files.filter((file) => writes.test(read(file)));
  expect(writers.sort()).toEqual([...RECORD_WRITERS.keys()].sort());
  const callers = (name: string) =>
    files.filter((file) => new RegExp(`(?<!function )\\b${name}\\(`).test(read(file))).sort();
  expect(callers("saveFormAsDraft")).toEqual(["app/panel/saving/update.server.ts"]);
  expect(callers("saveUpdate").length).toBe(6);
});

test("browser code imports server files only for types, except in routes", () => {
  const routes = ["app/pages/", "app/panel/", "app/endpoints/", "app/entry.server.tsx", "app/root.tsx"];
  const wrong = imports.filter(
    ({ from, to, typeOnly }) =>
      to.includes(".server.") &&
      !typeOnly &&
      !from.includes(".server.") &&
      !from.startsWith("server/") &&
      !routes.some((route) => from.startsWith(route)),
  );
  expect(wrong.map(say)).toEqual([]);
});

test("only the configuration reads process.env", () => {
  const readers = files.filter((file) => readFileSync(path.join(root, file), "utf8").includes("process.env"));
  expect(readers).toEqual(["app/platform/config.server.ts"]);
});

test("only the posted-form reader parses forms on the server", () => {
  const readers = files.filter((file) =>
    /(?<!clone\(\))\.formData\(\)/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(readers).toEqual(["app/platform/http/posted-form.server.ts"]);
});

test("outside app/enhance, only the rich-text view and the tracking code put raw HTML on a page", () => {
  const doors = files.filter((file) =>
    /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(doors.filter((file) => !file.startsWith("app/enhance/")).sort()).toEqual([
    "app/features/settings/tracking.tsx",
    "app/ui/site/rich-text-view.tsx",
  ]);
});

test("there are no barrels and no catch-all modules", () => {
  expect(
    files.filter((file) => /(^|\/)index\.tsx?$/.test(file) || /\/(utils|helpers|common)(\/|\.)/.test(file)),
  ).toEqual([]);
});

test("no source file or style sheet is longer than 300 lines", () => {
  const programs = [
    ...files,
    ...sources("scripts"),
    ...sources("bench"),
    ...sheets.map((file) => `app/${file}`),
  ];
  const lines = (file: string) => readFileSync(path.join(root, file), "utf8").trimEnd().split("\n").length;
  expect(programs.length).toBeGreaterThan(800);
  expect(programs.filter((file) => lines(file) > 300)).toEqual([]);
});

test("files are named in kebab-case", () => {
  const odd = files.filter((file) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.tsx?$/.test(path.posix.basename(file)));
  expect(odd).toEqual([]);
});

const sheets = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => file.endsWith(".css"));

test("every style sheet is listed in the site's or the panel's order", () => {
  const orders = ["pages/layout.css", "panel/shell/panel.css"];
  const named = orders.flatMap((order) =>
    [...readFileSync(path.join(root, "app", order), "utf8").matchAll(/@import "([^"]+)"/g)].map(
      ([, to = ""]) => path.posix.join(path.posix.dirname(order), to),
    ),
  );
  // Public pages load their fonts from a separate sheet, which the panel imports.
  expect([...new Set(named)].sort()).toEqual(sheets.filter((file) => !orders.includes(file)).sort());
});

test("the panel has the style sheet of every site component it shows", () => {
  const panel = readFileSync(path.join(root, "app/panel/shell/panel.css"), "utf8");
  const shown = imports
    .filter(
      ({ from, to }) =>
        /^app\/(panel|ui\/(panel|editor))\//.test(from) && /^app\/ui\/site\/.*\.tsx$/.test(to),
    )
    .map(({ to }) => to.replace(/^app\/(.*)\.tsx$/, "$1.css"));
  const missing = new Set(shown.filter((sheet) => sheets.includes(sheet) && !panel.includes(sheet)));
  expect([...missing]).toEqual([]);
});

/** Matches a declaration of spacing, type or tracking, and the comment before it. */
const SCALED =
  /(\/\*(?:(?!\*\/).)*\*\/\s*)?(?<=[\s{;])((?:margin|padding)(?:-[a-z-]+)?|(?:row-|column-)?gap|font-size|letter-spacing|font): ([^;]+);/gs;
/** Values that are allowed off the scales. `em` follows the font size. */
const UNSCALED = /\b(var\(--(space|text|tracking|font)-[\w-]+\)|env\([\w-]+\)|[\d.]+(em|ch|%|fr))/g;
const LENGTH = /\d*\.?\d+(rem|px|vw|vh|em)\b/;

test("spacing, type and tracking use the scales in tokens.css, or a comment says why not", () => {
  // Print styles use millimeters.
  const scaled = sheets.filter((file) => !/^styles\/(tokens|fonts)|^pages\/layout\.print/.test(file));
  expect(scaled.length).toBeGreaterThan(50);
  const wrong = scaled.flatMap((file) =>
    [...readFileSync(path.join(root, "app", file), "utf8").matchAll(SCALED)]
      .filter(([, comment = "", property = "", value = ""]) => {
        const rest = property === "letter-spacing" ? value : value.replaceAll(UNSCALED, "");
        return LENGTH.test(rest.replace(/var\([^)]*\)/g, "")) && !comment.includes("Off the scale:");
      })
      .map(([, , property, value]) => `${file}: ${property}: ${value}`),
  );
  expect(wrong).toEqual([]);
});

const tests = ["app", "server", "scripts", "tests"]
  .flatMap(sources)
  .filter((file) => isTest(file) && file !== "tests/house.test.ts");

test("tests have no time limits of their own, apart from those that test a limit", () => {
  const limited =
    /\btimeout: *\d|toPass\(|test\.slow|setTimeout\(\d|^\}, [\d_]{4,}\)|waitForTimeout|AbortSignal\.timeout\(\d/m;
  // A website and a mail server that stay silent.
  const ofLimits = ["server/audit/fetch.test.ts", "app/platform/http/mail.test.ts"];
  expect(tests.length).toBeGreaterThan(250);
  expect(
    tests.filter(
      (file) => limited.test(readFileSync(path.join(root, file), "utf8")) && !ofLimits.includes(file),
    ),
  ).toEqual([]);
});

test("HTTP tests write to a site's database only with its own query, which waits for the page cache", () => {
  const httpTests = tests.filter((file) => file.startsWith("tests/http/"));
  const writesBehind = (file: string) => {
    const source = readFileSync(path.join(root, file), "utf8");
    const from = importsOf(file).map(({ to }) => to);
    const isPastCache = source.includes("pastCache(");
    return (
      from.includes("tests/support/open-queries.ts") ||
      (source.includes("openPools(") && !isPastCache) ||
      /\b(?:queryOnce\(|client\.query\()[^;]*["`](?:insert|update|delete|truncate|with)\b/i.test(source)
    );
  };
  expect(httpTests.length).toBeGreaterThan(50);
  expect(httpTests.filter(writesBehind)).toEqual([]);
});

test("browser tests start from a reset", () => {
  const browserTests = tests.filter((file) => file.endsWith(".e2e.ts"));
  const isReset = (file: string) =>
    importsOf(file).some(({ to }) => to === "tests/support/browser-test.ts") &&
    !/import \{[^}]*\btest\b[^}]*\} from "@playwright\/test"/.test(
      readFileSync(path.join(root, file), "utf8"),
    );
  expect(browserTests.length).toBeGreaterThan(30);
  expect(browserTests.filter((file) => !isReset(file))).toEqual([]);
});
