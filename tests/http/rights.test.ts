// Decision 0008.
import fs from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { saveDraft } from "../../app/features/changes/drafts.server.ts";
import { draftName, type RecordKey } from "../../app/features/changes/record-key.server.ts";
import { kindsSetup } from "../../app/features/records/triggers.server.ts";
import { ROUTE_RIGHTS } from "../../app/features/staff/route-rights.ts";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import { EDITOR_ROLE, EDITOR_TABLES } from "../../app/platform/database/editor-role.server.ts";
import { inNameOf } from "../../app/platform/database/session-writes.server.ts";
import routes from "../../app/routes.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();
const databases = openDatabases(site.database);
afterAll(() => databases.close());
const listFiles = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
const paths = routes.find(({ id }) => id === "panel")!.children!.map(({ path }) => path!);

/** Adds a person and signs them in. */
async function signIn(role: string) {
  const [person] = await site.query<{ id: string }>(
    "insert into people (role, name, email, password_hash) values ($1, $1, $1 || '@example.com', '') returning id",
    [role],
  );
  return { id: person!.id, Cookie: `${SESSION_COOKIE}=${await addSession(site.query, person!.id)}` };
}
const people = {
  signedOut: { Cookie: "" },
  password: { Cookie: `${SESSION_COOKIE}=${await addSession(site.query)}` },
  owner: await signIn("owner"),
  editor: await signIn("editor"),
  enquiries: await signIn("enquiries"),
};
const ask = (
  path: string,
  { Cookie }: { Cookie: string },
  method = "GET",
  fields: Record<string, string> = { intent: "none" },
) =>
  fetch(`${site.url}${PANEL}/${path}`, {
    method,
    headers: { Cookie },
    redirect: "manual",
    body: method === "GET" ? undefined : new URLSearchParams(fields),
  });

/** Written out here, because the app's own table is under test. */
const CONTENT = [
  ...["changes", "changes/checks", "changes/calendar"],
  ...["dashboard", "edit-page", "edit-page/frame", "edit-page/save", "pages", "pages/added"],
  ...["pages/check", "content", "content/replace", "case-studies", "industries", "blog"],
  ...["activity", "preview", "as-of", "as-of/:moment/*"],
  ...["link-targets", "page-checks", "redirects", "redirects.csv", "media", "media/images", "media/known"],
];
const ENQUIRIES = [
  ...["enquiries", "enquiries.csv", "enquiries/subscribers", "subscribers.csv", "enquiries/person"],
  ...["person.json", "enquiries/sources", "sources.csv", "enquiries/templates"],
];
/** The first five check the right for each kind. */
const ALL = [
  ...["deleted", "undo", "autosaves", "drafts", "activity/record"],
  ...["account", "search", "seal", "*"],
];
const OPEN = { editor: [...CONTENT, ...ALL], enquiries: [...ENQUIRIES, ...ALL] };

test("every panel route declares the right it requires, and no other route does", () => {
  expect(Object.keys(ROUTE_RIGHTS).sort()).toEqual([...paths].sort());
});

const answered: Record<string, number> = {};
/** Returns the status that someone with the site's password gets. All roles share one request. */
const statusOfPassword = async (path: string, method = "GET") =>
  (answered[`${method} ${path}`] ??= (await ask(path, people.password, method)).status);

/** Matches the 404 page, and the plain text that scripts and downloads get. */
const CLOSED = /no such page|nothing at this URL/;
for (const role of ["editor", "enquiries"] as const)
  test(`${role}: routes that the role may not use return a 404`, async () => {
    for (const path of paths) {
      const url = path
        .replace(":moment/*", "2026-01-01T00:00:00Z/about")
        .replace("*", "no-such-part")
        .replace(":subject?", "security");
      for (const method of ["GET", "POST"]) {
        const theirs = await ask(url, people[role], method);
        // Only the owner can use the dashboard's actions.
        const isOpen = OPEN[role].includes(path) && !(path === "dashboard" && method === "POST");
        expect([method, path, theirs.status]).toEqual([
          method,
          path,
          isOpen ? await statusOfPassword(url, method) : 404,
        ]);
        if (!isOpen) expect(await theirs.text()).toMatch(CLOSED);
      }
    }
  });

test("a person with the owner role can open everything that the site's password gives access to", async () => {
  for (const pattern of paths.filter((path) => !path.includes("*"))) {
    const path = pattern.replace(":subject?", "security");
    const owner = await ask(path, people.owner);
    expect([path, owner.status]).toEqual([path, await statusOfPassword(path)]);
    expect([path, (await ask(path, people.signedOut)).status]).toEqual([path, 302]);
    expect([path, (await ask(path, people.signedOut, "POST")).status]).toEqual([path, 401]);
  }
});

test("requesting only the panel layout's data doesn't bypass a tab's right", async () => {
  for (const part of [
    "settings.data",
    "settings/brand.data",
    "settings.data?_routes=panel",
    "people.data",
    "enquiries.csv.data",
  ])
    expect([part, (await ask(part, people.editor)).status]).toEqual([part, 404]);
});

/** Returns every `intent` in a part of the panel's source. */
const intentsIn = (part: string) => [
  ...new Set(
    listFiles(path.join("app/panel", part)).flatMap((file) =>
      [
        ...fs.readFileSync(file, "utf8").matchAll(/(?:intent: z\.(?:literal|enum)\(\[?|case )("[^)\]:]*")/g),
      ].flatMap(([, names]) => names!.match(/[a-z-]{2,}/g) ?? []),
    ),
  ),
];
test("no form intent bypasses its route's right", async () => {
  const shared = intentsIn("saving");
  let tried = 0;
  const closed = [
    [
      "editor",
      [
        "settings",
        "people",
        "enquiries",
        "enquiries/person",
        "enquiries/subscribers",
        "dashboard",
        "webhooks",
      ],
    ],
    [
      "enquiries",
      [
        "settings",
        "people",
        "pages",
        "content",
        "blog",
        "media",
        "redirects",
        "changes",
        "dashboard",
        "webhooks",
      ],
    ],
  ] as const;
  for (const [role, parts] of closed)
    for (const part of parts)
      for (const intent of new Set(["", ...shared, ...intentsIn(part.split("/")[0]!)])) {
        const { status } = await ask(part, people[role], "POST", { intent });
        expect([role, part, intent, status]).toEqual([role, part, intent, 404]);
        tried++;
      }
  expect(tried).toBeGreaterThan(100);
});

const revisionsOf = (kind: string) =>
  site.query<{ id: string; operation: string; person_id: string | null }>(
    "select id, operation, person_id from revisions where kind = $1 order by at desc limit 1",
    [kind],
  );

test("an editor's dashboard has no figures about enquiries or email", async () => {
  const html = await (await ask("dashboard", people.editor)).text();
  expect(html).toContain("Total blog posts");
  expect(html).not.toMatch(/enquir|backup|SMTP|Email isn/i);
});

test("the search covers only what the role may see", async () => {
  await site.query(
    `insert into enquiries (id, form_type, name, email) values (gen_random_uuid(), 'contact', 'Findme Visitor', 'v@example.com')`,
  );
  await site.query("insert into subscribers (email, token) values ('findme@example.com', 'x')");
  await site.query("insert into industries (name) values ('Findme Industry')");
  const found = async (who: { Cookie: string }) => {
    const text = await (await ask("search", who, "POST", { search: "findme" })).text();
    return ["Findme Industry", "Findme Visitor", "findme@example.com"].filter((one) => text.includes(one));
  };
  expect(await found(people.editor)).toEqual(["Findme Industry"]);
  expect(await found(people.enquiries)).toEqual(["Findme Visitor", "findme@example.com"]);
  expect(await found(people.owner)).toHaveLength(3);
});

test("an editor can't see, restore or undo settings", async () => {
  const saved = await ask("settings", people.owner, "POST", {
    intent: "save",
    phone_number: "(212) 555-0188",
  });
  expect(saved.status).toBe(200);
  const [setting] = await revisionsOf("settings");
  expect(setting!.person_id).toBe(people.owner.id);
  expect(await (await ask("activity", people.owner)).text()).toContain("Settings, Business and analytics");
  for (const path of ["activity", "activity?kind=settings"])
    expect(await (await ask(path, people.editor)).text()).not.toContain("Settings, Business and analytics");
  const place = { kind: "settings", id: "general", field: "phone_number" };
  const doors: [path: string, fields?: Record<string, string>][] = [
    ["activity/record?kind=settings&id=general"],
    [`activity/record?kind=industries&id=${setting!.id}`, { intent: "restore", id: setting!.id }],
    ["undo", { operation: setting!.operation }],
    [
      "autosaves",
      { intent: "autosave", kind: "settings", autosave: setting!.id, record: "general", phone_number: "1" },
    ],
    ["preview", { kind: "settings", record: "general", phone_number: "1" }],
    ["edit-page/save", { ...place, path: "[]", base: "", value: "x" }],
    ["content/replace", { find: "212", replace: "1", hit: `settings|general|phone_number|x|0` }],
  ];
  for (const [path, fields] of doors) {
    const { status } = await ask(path, people.editor, fields ? "POST" : "GET", fields);
    expect([path, status]).toEqual([path, 404]);
    const owners = await ask(path, people.owner, fields ? "POST" : "GET", fields);
    expect([path, owners.status]).not.toEqual([path, 404]);
  }
  expect(
    await site.query("select from revisions where kind = 'settings' and person_id = $1", [people.editor.id]),
  ).toEqual([]);
});

test("nothing that an editor sees in the panel leads to a 404", async () => {
  await site.query(
    "insert into media (id, name, file_id) values ('aaaaaaaaaaaa', 'Logo', gen_random_uuid())",
  );
  await site.query(
    `insert into media_files (id, media_id, sha256, bytes, original_key, state, variants)
      select file_id, id, '', 1, 'x', 'ready', '[]' from media`,
  );
  await site.query(
    "insert into website_settings (setting_key, setting_value) values ('site_description', 'See /media/aaaaaaaaaaaa')",
  );
  await site.query(
    "insert into blog_posts (title, slug, content) values ('A post', 'a-post', '<p>Words.</p>')",
  );
  const seen = new Set<string>();
  const lost: string[] = [];
  const visit = async (address: string, depth: number): Promise<void> => {
    if (seen.has(address)) return;
    seen.add(address);
    const answer = await ask(address.slice(PANEL.length + 1), people.editor);
    const html = await answer.text();
    if (answer.status === 404) lost.push(address);
    if (!depth || !answer.headers.get("Content-Type")?.includes("html")) return;
    for (const [, href = ""] of html.matchAll(/href="(\/admin-control-panel-seoprozone[^"#]*)/g))
      await visit(href.replaceAll("&amp;", "&"), depth - 1);
  };
  await visit(`${PANEL}/dashboard`, 2);
  for (const who of [people.owner, people.editor]) {
    const image = await (await ask("media?edit=aaaaaaaaaaaa", who)).text();
    expect(image).toContain("Settings, Business and analytics");
    expect(image.includes("/settings#site_description")).toBe(who === people.owner);
  }
  expect(seen.size).toBeGreaterThan(10);
  expect(lost).toEqual([]);
  const frame = await (await ask("edit-page/frame?path=/about", people.editor)).text();
  expect(frame).toContain('"kind":"website-content"');
  expect(frame).not.toContain('"kind":"settings"');
  expect(await (await ask("edit-page/frame?path=/about", people.owner)).text()).toContain(
    '"kind":"settings"',
  );
});

test("an editor's change has the editor's name in the history", async () => {
  const fields = { intent: "add", name: "Dentists", description: "" };
  expect((await ask("industries", people.editor, "POST", fields)).status).toBe(200);
  const [added] = await revisionsOf("industries");
  expect(added!.person_id).toBe(people.editor.id);
  expect(await (await ask("activity", people.owner)).text()).toMatch(/Dentists[\s\S]*<b>editor/);
  const undone = await ask("undo", people.editor, "POST", { operation: added!.operation });
  expect(undone.status).toBe(200);
  expect(await site.query("select from industries where name = 'Dentists' and deleted_at is null")).toEqual(
    [],
  );
});

/** Every table must be in this list or in EDITOR_TABLES, or belong to a kind. */
const CLOSED_TABLES = [
  ...[
    "admin_credentials",
    "admin_sessions",
    "known_browsers",
    "login_steps",
    "passkeys",
    "totp_secrets",
    "recovery_codes",
    "people",
    "invitations",
    "secrets",
    "audit_log",
  ],
  ...[
    "enquiries",
    "enquiry_messages",
    "enquiry_notes",
    "enquiry_status_changes",
    "reply_templates",
    "audits",
    "subscribers",
    "outgoing_mails",
  ],
  ...["mail_settings", "backups", "rate_limits", "ticked_steps"],
  ...["imports", "import_runs", "import_items"],
  ...["webhook_endpoints", "webhook_deliveries"],
];
test("an editor's database role can read only content tables", async () => {
  const tables = await site.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  expect(tables.map(({ name }) => name)).toEqual(
    [...CLOSED_TABLES, ...EDITOR_TABLES, ...kindsSetup.ofKinds].sort(),
  );
  const editor = inNameOf(databases.owner, "mark1234", undefined, people.editor.id, EDITOR_ROLE);
  for (const table of CLOSED_TABLES) {
    const read = sql.raw(`select from ${table}`);
    const denied = { cause: { message: `permission denied for table ${table}` } };
    await expect(editor.execute(read)).rejects.toMatchObject(denied);
    await expect(editor.transaction((tx) => tx.execute(read))).rejects.toMatchObject(denied);
  }
  await site.query("delete from kept_for_undo");
  await site.query(
    `insert into kept_for_undo (rows) values ('{"enquiries": [{}]}'), ('{"change_items": []}')`,
  );
  const { rows } = await editor.execute(sql`select rows from kept_for_undo`);
  expect(rows).toEqual([{ rows: { change_items: [] } }]);
  // Checks that panel requests run as this role.
  await site.query("revoke select on blog_posts from seo_pro_zone_editor");
  expect(await (await ask("blog", people.editor)).text()).toContain("Failed to fetch blog posts");
  await site.query("grant select on blog_posts to seo_pro_zone_editor");
  expect(await (await ask("blog", people.editor)).text()).not.toContain("Failed to fetch blog posts");
});

test("an editor sees no tabs for enquiries or settings", async () => {
  const html = await (await ask("pages", people.editor)).text();
  expect(html).toContain(`href="${PANEL}/blog"`);
  for (const tab of ["enquiries", "settings", "people"]) expect(html).not.toContain(`id="tab-${tab}"`);
});

test("an editor can publish drafts, except together with settings", async () => {
  const draft = (kind: string, id: string, fields: Record<string, string>) =>
    saveDraft(databases.owner, { kind, id } as RecordKey, { posted: fields });
  const post = async (fields: Record<string, string>) =>
    (await ask("changes", people.editor, "POST", fields)).text();
  await draft("page-seo", "about", { meta_title: "Drafted by the owner" });
  await draft("settings", "general", { site_title: "Hidden name" });
  const [about, settings] = [
    draftName({ kind: "page-seo", id: "about" }),
    draftName({ kind: "settings", id: "general" }),
  ];
  const state = () =>
    site.query("select s.*, i.* from change_items i join change_sets s on s.id = i.change_set_id");
  const before = await state();
  const shown = await (await ask("changes", people.editor)).text();
  expect(shown).toContain("Drafted by the owner");
  expect(shown).not.toContain("Hidden name");
  for (const intent of ["publish", "drop", "share", "unschedule", "schedule"])
    for (const drafts of [`${about}.${settings}`, settings])
      expect(await post({ intent, drafts, at: "2099-01-01T09:00" })).toContain(
        "Some of this can only be changed by the owner, such as settings. Select only your own drafts.",
      );
  expect([await state(), await site.query("select from preview_links")]).toEqual([before, []]);
  expect(await post({ intent: "publish", drafts: about })).toContain("Changes published");
  expect(await site.query("select kind from change_items where waits")).toEqual([{ kind: "settings" }]);
  expect(await (await fetch(`${site.url}/about`)).text()).toContain("Drafted by the owner");
});

test("editors can upload images, and the enquiries role can't", async () => {
  const upload = (who: { Cookie: string }) =>
    fetch(`${site.url}${PANEL}/media/upload`, { method: "PUT", headers: who, body: "not an image" });
  expect((await upload(people.enquiries)).status).toBe(404);
  expect((await upload(people.editor)).status).toBe(415);
});

test("a disabled account's cookie stops working at the next request", async () => {
  await site.query("update people set disabled_at = now() where id = $1", [people.editor.id]);
  expect((await ask("pages", people.editor)).status).toBe(302);
  expect((await ask("pages", people.editor, "POST")).status).toBe(401);
});
