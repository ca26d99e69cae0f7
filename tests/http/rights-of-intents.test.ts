// Decision 0008: what a request touches decides who may send it. Every intent of every part of the panel, on every
// kind of record, is sent by everyone who may not do it, with fields left out and with fields that name others' records.
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findLive } from "../../app/features/changes/apply.server.ts";
import { discardDrafts } from "../../app/features/changes/discard.server.ts";
import { saveDraft } from "../../app/features/changes/drafts.server.ts";
import { addPreviewLink, findPreviewLink } from "../../app/features/changes/links.server.ts";
import { draftName } from "../../app/features/changes/record-key.server.ts";
import { scheduleDrafts } from "../../app/features/changes/schedule.server.ts";
import { KIND_NAMES } from "../../app/features/records/kinds.server.ts";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import routes from "../../app/routes.ts";
import { addRecords } from "../support/editors-records.ts";
import { howMany } from "../support/faults.ts";
import { validForms } from "../support/malformed-forms.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { addPerson } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

// A backup would write its own line meanwhile.
const site = await openTestSite({ BACKUP_DIR: "off" });
const databases = openDatabases(site.database);
const db = databases.owner;
afterAll(() => databases.close());

type Fields = Record<string, string>;
type Row = { path: string; fields: Fields };

const signIn = async (person: string | null) => `${SESSION_COOKIE}=${await addSession(site.query, person)}`;
const other = await addPerson(site.query, "owner", "other");
const ids = { owner: await addPerson(site.query, "owner"), editor: await addPerson(site.query, "editor") };
const actors = {
  "a visitor": "",
  "a person for enquiries": await signIn(await addPerson(site.query, "enquiries")),
  "an editor": await signIn(ids.editor),
  "an owner without recent proof": await signIn(ids.owner),
} as const;
await site.query("update admin_sessions set proven_at = now() - interval '1 hour' where person_id = $1", [
  ids.owner,
]);

/** What everyone's requests may write. */
const BOOKKEEPING = [
  ...["admin_sessions", "audit_log", "kept_for_undo", "known_browsers", "login_steps", "rate_limits"],
  ...["secrets", "worker_pulse"],
];
const ENQUIRIES = [
  ...[
    "enquiries",
    "enquiry_messages",
    "enquiry_notes",
    "enquiry_status_changes",
    "outgoing_mails",
    "reply_templates",
    "subscribers",
    "audits",
  ],
];
/** Tables with rows of several kinds. */
const SHARED = ["autosaves", "revisions"];
const ofEnquiries = (table: string, not = "") =>
  `(select * from ${table} where ${not} kind in ('reply-template', 'reply-templates'))`;
/** What only an owner with recent proof may change. */
const PROVEN = [
  ...["admin_credentials", "invitations", "mail_settings", "passkeys", "people", "recovery_codes"],
  ...["totp_secrets", "webhook_deliveries", "webhook_endpoints", "website_settings"],
];
const OWNERS = [...PROVEN, "backups", "imports", "import_items", "import_runs", "ticked_steps"];
/** Rows in shared tables that belong to the owner, because of their kind. */
const ofOwner = (table: string) => `(select * from ${table} where kind in ('settings', 'imports'))`;
/** The owner's drafts, with their schedules, and the preview links that show them. */
const DRAFTS = [
  ...[
    ofOwner("change_items"),
    `(select s.* from change_sets s join ${ofOwner("change_items")} i on change_set_id = s.id)`,
  ],
  `(select * from preview_links where records::text ~ '"(settings|imports)"')`,
];

const tables = (
  await site.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'")
).map(({ name }) => name);
const others = tables.filter((name) => !BOOKKEEPING.includes(name));
const isIn = (names: string[]) => (name: string) => names.includes(name);
const SHUT: Record<keyof typeof actors, string[]> = {
  "a visitor": others,
  "a person for enquiries": [
    ...others.filter((name) => !isIn([...ENQUIRIES, ...SHARED])(name)),
    ...SHARED.map((table) => ofEnquiries(table, "not")),
  ],
  "an editor": [
    ...others.filter(isIn([...OWNERS, ...ENQUIRIES])),
    ...SHARED.flatMap((table) => [ofOwner(table), ofEnquiries(table)]),
    ...DRAFTS,
  ],
  "an owner without recent proof": [...others.filter(isIn(PROVEN)), ...DRAFTS],
};
const stateOf = async (sources: string[]) =>
  Object.fromEntries(
    await Promise.all(
      sources.map(async (source) => {
        // Everyone may rename themselves.
        const shown =
          source === "people" ? "(select id, role, email, password_hash, disabled_at from people)" : source;
        const [row] = await site.query<{ is: string }>(
          `select coalesce(json_agg(t order by t::text), '[]')::text as is from ${shown} t`,
        );
        return [source, row!.is] as const;
      }),
    ),
  );

const changedSince = (before: Fields, after: Fields) =>
  Object.keys(before).filter((name) => after[name] !== before[name]);

const records = await addRecords(db);
const [imported] = await site.query<{ id: string }>(
  "insert into imports (label) values ('Old site') returning id",
);
const [page] = await site.query<{ id: string }>(
  "insert into landing_pages (title, slug, sections) values ('Page', 'page', '[]') returning id",
);
const [template] = await site.query<{ id: string }>(
  "insert into reply_templates (name, body) values ('Thanks', 'Hi {name}') returning id",
);
const [enquiry] = await site.query<{ id: string }>(
  "insert into enquiries (id, form_type, name, email) values (gen_random_uuid(), 'contact', 'Visitor', 'v@example.com') returning id",
);
/** Off, so that others' requests about enquiries queue nothing. */
const [webhook] = await site.query<{ id: string }>(
  "insert into webhook_endpoints (name, url, host, format, events, secret, is_on) values ('Tool', '', 'x.org', 'standard', '{}', '', false) returning id",
);
await site.query("insert into webhook_deliveries (endpoint_id, event, state) values ($1, 'test', 'failed')", [
  webhook!.id,
]);
await site.query("insert into subscribers (email, token) values ('reader@example.com', 'x')");
const idOf = (kind: string): string =>
  ({ imports: imported!.id, "landing-pages": page!.id, "reply-templates": template!.id })[kind] ??
  records.find((one) => one.kind === kind)!.id;
/** A draft that editors may publish, of a record that no request is about. */
const [industry] = await site.query<{ id: string }>(
  "insert into industries (name) values ('Bakeries') returning id",
);
const content = { kind: "industries", id: industry!.id } as const;
await saveDraft(db, content, { posted: { description: "Bread" } });
const settings = { kind: "settings", id: "general" } as const;
await saveDraft(db, settings, { posted: { phone_number: "+2" } });
const discarded = await discardDrafts(db, [settings]);
await saveDraft(db, settings, { posted: { phone_number: "+3" } });
const draftedImport = { kind: "imports", id: imported!.id } as const;
await saveDraft(db, draftedImport, { posted: { published: "true" } });
const { set: scheduled } = await scheduleDrafts(db, [draftedImport], "2099-07-01T09:00");
await site.query("update change_sets set problem = 'It failed.' where id = $1", [scheduled]);
const link = (await findPreviewLink(db, await addPreviewLink(db, [settings])))!.id;
const [published] = await site.query<{ id: string }>(
  "insert into change_sets (state, published_at, take_back_at) values ('published', now(), now() + interval '1 day') returning id",
);
await site.query(
  "insert into change_items (change_set_id, kind, record_id, name, fields, waits) values ($1, 'settings', 'general', 'Settings', '{}', false)",
  [published!.id],
);
/** Returns the names of drafts, among which there's one that only the owner may publish. */
const draftsOf = (kind: string) =>
  kind === "settings" || kind === "imports"
    ? draftName({ kind, id: idOf(kind) })
    : [content, settings, draftedImport].map(draftName).join(".");
const typed = crypto.randomUUID();
await site.query(
  "insert into autosaves (id, kind, record_name, fields) values ($1, 'settings', 'general', '{\"site_title\": \"Typed\"}')",
  [typed],
);
const revisions = await site.query<{ id: string; kind: string; operation: string | null }>(
  "select distinct on (kind) id, kind, operation from revisions order by kind, at desc",
);
/** Undo finds revisions by their operation, which only requests have. */
for (const one of revisions) await site.query("update revisions set operation = $1 where id = $1", [one.id]);
const revisionOf = (kind: string) => revisions.find((one) => one.kind === kind)?.id ?? crypto.randomUUID();

const FIELDS: Record<string, string> = {
  ...{ "website-content": "content_value", "page-seo": "meta_title", industries: "name", media: "alt" },
  ...{ settings: "site_description", redirects: "to_path", imports: "published" },
};
const fieldOf = (kind: string) => FIELDS[kind] ?? "title";
/** The published values, which the page editor posts along with new ones. */
const bases = new Map(
  await Promise.all(
    KIND_NAMES.map(async (kind) => {
      const live = await findLive(db, kind, idOf(kind));
      return [kind as string, live?.fields.find(({ name }) => name === fieldOf(kind))?.value ?? ""] as const;
    }),
  ),
);
/** Returns fields that satisfy every form of the panel, about one record. */
function about(kind: string): Fields {
  const id = idOf(kind);
  const [field, revision] = [fieldOf(kind), revisionOf(kind)];
  return {
    ...Object.assign({}, ...validForms(id).map(({ fields: { draft: _, ...fields } }) => fields)),
    ...{
      kind,
      id,
      ids: id,
      record: id,
      drafts: draftsOf(kind),
      set: kind === "imports" ? scheduled : published!.id,
      operation: revision,
      key: "phone_number",
      field,
    },
    ...{ person: other, role: "editor", email: "new@example.com", name: "New", session: "x", draft: typed },
    ...{
      path: "[]",
      base: kind === "imports" ? "true" : bases.get(kind)!,
      value: "Changed",
      live: "on",
      find: "A",
      replace: "B",
      at: "2099-07-01T09:00",
    },
    ...{
      hit: `${kind}|${id}|${field}|A|0`,
      paths: "/",
      step: "photos",
      phone_number: "+1 212 555 0199",
      sure: "on",
    },
    ...{
      host: "mail.example.com",
      port: "587",
      security: "tls",
      recipients: "evil@example.com",
      sender_name: "Evil",
      sender_email: "evil@example.com",
      username: "u",
      untested: "on",
    },
    ...{ url: "https://evil.org/", format: "standard", events: "enquiry.created", since: "2026-01-01" },
    ...{ current_password: "x", new_password: "a new password", site_title: "Changed", version: "1" },
  };
}

/** Returns every intent in the source of the part of the panel that a path belongs to, and of what all parts share. */
function intentsOf(at: string): string[] {
  const [part = ""] = at.split("/");
  const named = part === "drafts" ? "autosaves" : part;
  const folder = path.join("app/panel", named);
  const files = fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { encoding: "utf8", recursive: true })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => path.join(folder, name))
    : [".ts", ".tsx"].map((end) => folder + end).filter((file) => fs.existsSync(file));
  if (/^(blog|case-studies|industries|content|pages|redirects|media|enquiries\/templates)/.test(at))
    files.push(...fs.readdirSync("app/panel/saving").map((name) => path.join("app/panel/saving", name)));
  if (part === "settings" || part === "people")
    files.push("app/features/staff/rules.ts", "app/panel/saving/people.server.ts");
  const found = files.flatMap((file) => [
    ...fs
      .readFileSync(file, "utf8")
      .matchAll(/(?:intent: z\.(?:literal|enum)\(\[?|case |intent === |INTENTS = \[)("[^)\]:]*")/g),
  ]);
  return [...new Set(["", ...found.flatMap(([, names]) => names!.match(/[a-z][a-z-]+/g) ?? [])])];
}

/** These read or write records of any kind. */
const ANY_KIND =
  /^(autosaves|drafts|deleted|undo|activity\/record|preview|edit-page\/save|content\/replace|changes)$/;
const paths = routes
  .find(({ id }) => id === "panel")!
  .children!.map(({ path }) => path!.replace("/:subject?", ""))
  .filter((one) => !/[*:]|\.(csv|json)$/.test(one));
const rows: Row[] = paths.flatMap((at) =>
  (ANY_KIND.test(at) ? KIND_NAMES : [kindAt(at)]).flatMap((kind) =>
    intentsOf(at).flatMap((intent) => {
      const of = at === "webhooks" && { id: webhook!.id };
      const fields = { ...about(kind), ...of, ...(intent && { intent }) };
      return [fields, { ...fields, draft: "on" }].map((fields) => ({ path: at, fields }));
    }),
  ),
);
function kindAt(at: string): (typeof KIND_NAMES)[number] {
  const kinds = {
    blog: "blog-posts",
    content: "website-content",
    "pages/added": "landing-pages",
    pages: "page-seo",
    "enquiries/templates": "reply-templates",
  };
  const named = (kinds as Record<string, string>)[at] ?? at;
  return KIND_NAMES.find((kind) => kind === named) ?? "settings";
}

/** Returns the request with each field that names something left out, and naming something else. */
function lies({ path, fields }: Row): Row[] {
  const names = [
    "kind",
    "id",
    "ids",
    "record",
    "drafts",
    "set",
    "operation",
    "autosave",
    "draft",
    "person",
    "key",
    "field",
    "hit",
  ];
  const said = [
    ...new Set([
      ...KIND_NAMES.map(idOf),
      enquiry!.id,
      webhook!.id,
      discarded,
      other,
      "general",
      link,
      scheduled,
    ]),
  ];
  return names.flatMap((name) => {
    const { [name]: _, ...rest } = fields;
    const instead = { kind: [...KIND_NAMES, "nonsense"], drafts: KIND_NAMES.map(draftsOf) }[name] ?? said;
    return [rest, ...instead.map((value) => ({ ...fields, [name]: value }))].map((fields) => ({
      path,
      fields,
    }));
  });
}

const send = (row: Row, Cookie: string) =>
  fetch(`${site.url}${PANEL}/${row.path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie },
    body: new URLSearchParams(row.fields),
  });
const AT_ONCE = 6;
/** `npm test` sends all requests about the owner's records, every third other, and some hundred that lie. */
const EACH = howMany(3, 1);
const LIES = howMany(300, 20_000);
const every = (rows: Row[], nth: number) => rows.filter((_, i) => i % nth === 0);
const isOwners = ({ fields: { kind } }: Row) => kind === "settings" || kind === "imports";
const SENT = [
  ...rows.filter(isOwners),
  ...every(
    rows.filter((row) => !isOwners(row)),
    EACH,
  ),
];

for (const [who, Cookie] of Object.entries(actors) as [keyof typeof actors, string][])
  test(`${who} can't do anything beyond their rights, whatever the request says`, async () => {
    const before = await stateOf(SHUT[who]);
    const open: Row[] = [];
    const sendAll = async (rows: Row[], onStatus: (row: Row, status: number) => void) => {
      const left = [...rows];
      const sender = async () => {
        for (let row = left.pop(); row; row = left.pop()) {
          const response = await send(row, Cookie);
          await response.arrayBuffer();
          onStatus(row, response.status);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sender));
    };
    const faults: string[] = [];
    const judge = (row: Row, status: number) => {
      if (status >= 500) faults.push(`${status} ${row.path} ${row.fields.intent} ${row.fields.kind}`);
    };
    await sendAll(SENT, (row, status) => {
      judge(row, status);
      // Elsewhere, nothing that the request says is read.
      if (status !== 404 && status !== 401) open.push(row);
    });
    expect(changedSince(before, await stateOf(SHUT[who]))).toEqual([]);
    const all = open.flatMap(lies);
    const nth = Math.max(1, Math.floor(all.length / LIES));
    await sendAll(every(all, nth), judge);
    expect(faults).toEqual([]);
    expect(changedSince(before, await stateOf(SHUT[who]))).toEqual([]);
  });

test("with recent proof, the same requests change everything that others can't", async () => {
  const sources = [...PROVEN, ...DRAFTS];
  const before = await stateOf(sources);
  const fresh = await signIn(ids.owner);
  const proven = rows.filter(({ path }) => path === "settings" || path === "people");
  // Invitations come last, because one that's revoked leaves nothing behind.
  const isInvitation = ({ fields }: Row) => Number(fields.intent === "invite");
  for (const row of proven.toSorted((one, other) => isInvitation(one) - isInvitation(other)))
    for (const version of ["0", "1"]) await send({ ...row, fields: { ...row.fields, version } }, fresh);
  for (const row of rows.filter(({ path }) => path === "changes" || path === "webhooks"))
    await send(row, fresh);
  expect(changedSince(before, await stateOf(sources))).toEqual([
    ...[
      "invitations",
      "mail_settings",
      "people",
      "webhook_deliveries",
      "webhook_endpoints",
      "website_settings",
      ...DRAFTS,
    ],
  ]);
});
