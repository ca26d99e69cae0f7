// Rights and recent proof for drafts are checked against the drafts that a request touches, never against what it says
// about them. Every intent is tried with fields left out and with fields that lie.
import { afterAll, expect, test } from "vitest";
import { discardDrafts } from "../../app/features/changes/discard.server.ts";
import { findDraft, liveFieldStamp, saveDraft } from "../../app/features/changes/drafts.server.ts";
import { addPreviewLink } from "../../app/features/changes/links.server.ts";
import { draftName, type RecordKey } from "../../app/features/changes/record-key.server.ts";
import { scheduleDrafts } from "../../app/features/changes/schedule.server.ts";
import { KIND_NAMES, KINDS } from "../../app/features/records/kinds.server.ts";
import { rightOfKind } from "../../app/features/staff/rights.ts";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import { namesOfDrafts } from "../support/draft-names.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { addPerson } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();
const databases = openDatabases(site.database);
const db = databases.owner;
afterAll(() => databases.close());

type Fields = Record<string, string>;
const session = async (person: string | null, isStale = false) => {
  const Cookie = `${SESSION_COOKIE}=${await addSession(site.query, person)}`;
  if (isStale) await site.query("update admin_sessions set proven_at = now() - interval '1 hour'");
  return Cookie;
};
const post = (path: string, Cookie: string, fields: Fields | [string, string][]) =>
  fetch(`${site.url}${PANEL}/${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie },
    body: new URLSearchParams(fields),
  });
const get = (path: string, Cookie: string) =>
  fetch(`${site.url}${PANEL}/${path}`, { redirect: "manual", headers: { Cookie } });

const OWNERS = KIND_NAMES.filter((kind) => rightOfKind(kind) === "everything");
const page = (id: string) => ({ kind: "page-seo", id }) as const;
const [ABOUT, CONTACT] = [page("about"), page("contact")];
const GENERAL = { kind: "settings", id: "general" } as const;
const AT = "2099-07-01T09:00";
const namesOf = (...keys: RecordKey[]) => keys.map(draftName).join(".");

const stale = await session(await addPerson(site.query, "owner", "stale"), true);
const actors = {
  "an editor": await session(await addPerson(site.query, "editor")),
  "a person for enquiries": await session(await addPerson(site.query, "enquiries")),
  "an owner without recent proof": stale,
};
const fresh = await session(await addPerson(site.query, "owner", "fresh"));

const draft = (key: RecordKey, posted: Fields) => saveDraft(db, key, { posted });
let number = 0;
/** Drafts a title that isn't the published one, whatever an earlier test published. */
const pageDraft = (id: string) => draft(page(id), { meta_title: `${id} ${++number}` });
const secretDraft = () => draft(GENERAL, { site_title: "Secret name" });

/** Sets up drafts of settings, of an import and of pages, and everything that names them. */
async function setUp() {
  await site.clear(
    ...["change_sets", "preview_links", "kept_for_undo", "imports", "autosaves", "website_settings"],
  );
  const [row] = await site.query<{ id: string }>(
    "insert into imports (label) values ('Old site') returning id",
  );
  const imported = { kind: "imports", id: row!.id } as const;
  const social = { kind: "settings", id: "social" } as const;
  await draft(social, { facebook_url: "https://facebook.com/secret" });
  const discarded = await discardDrafts(db, [social]);
  await pageDraft("contact");
  const other = (await scheduleDrafts(db, [CONTACT], AT)).set;
  await pageDraft("about");
  await secretDraft();
  const mixed = (await scheduleDrafts(db, [ABOUT, GENERAL], AT, "2099-08-01T09:00")).set;
  await site.query("update change_sets set problem = 'The reason.' where id = $1", [mixed]);
  await draft(imported, { published: "true" });
  await addPreviewLink(db, [ABOUT, GENERAL, imported]);
  const [link] = await site.query<{ id: string }>("select id from preview_links");
  const published = crypto.randomUUID();
  await site.query(
    "insert into change_sets (id, state, published_at, take_back_at) values ($1, 'published', now(), now() + interval '1 year')",
    [published],
  );
  await site.query(
    "insert into change_items (change_set_id, kind, record_id, name, fields, waits) values ($1, 'settings', 'general', 'General', '{}', false)",
    [published],
  );
  return { mixed, other, published, discarded, link: link!.id, imported };
}
type Made = Awaited<ReturnType<typeof setUp>>;

/** Drafts the pages again, so a request can name them beside the owner's drafts. */
async function renewPages({ mixed, other }: Made) {
  for (const [key, set] of [[ABOUT, mixed] as const, [CONTACT, other] as const]) {
    if (!(await findDraft(db, key))) await pageDraft(key.id);
    await site.query("update change_items set change_set_id = $1 where waits and record_id = $2", [
      set,
      key.id,
    ]);
  }
}

/** Returns everything about the owner's drafts, and the settings themselves. */
async function ownersState() {
  const drafts = await site.query(
    `select kind, record_id, fields::text, waits, s.id, state, title, collects, publish_at, take_back_at, problem
      from change_items join change_sets s on s.id = change_set_id where kind = any($1) order by kind, record_id, s.id`,
    [OWNERS],
  );
  const links = await site.query(
    `select id, array_agg(record order by record) as records from preview_links, jsonb_array_elements(records) record
      where record->>'kind' = any($1) group by id order by id`,
    [OWNERS],
  );
  const settings = await site.query("select setting_key, setting_value from website_settings order by 1");
  return { drafts, links, settings, imports: await site.query("select * from imports") };
}

/** Returns every intent with all of its fields, as the panel posts them for the owner's drafts. */
async function requestsFor({ mixed, published, discarded, link, imported }: Made): Promise<Fields[]> {
  const resolve = async (key: RecordKey, field: string): Promise<Fields> => {
    const live = await KINDS.find(({ name }) => name === key.kind)!.find(db, key.id);
    const of = { field, keeps: "live", live: liveFieldStamp(live!.fields, field) };
    return { intent: "resolve", drafts: namesOf(key), ...of };
  };
  const chosen = [[GENERAL], [imported], [GENERAL, ABOUT], [ABOUT, CONTACT, GENERAL, imported]];
  return [
    ...chosen.flatMap((keys): Fields[] => {
      const drafts = namesOf(...keys);
      return [
        ...["publish", "drop", "share", "unschedule"].map((intent) => ({ intent, drafts })),
        { intent: "schedule", drafts, at: "2099-09-01T09:00", until: "2099-10-01T09:00" },
      ];
    }),
    await resolve(GENERAL, "site_title"),
    await resolve(imported, "published"),
    { intent: "keep-live", set: published },
    { intent: "dismiss", set: mixed },
    { intent: "end", id: link },
    { intent: "restore", id: discarded },
  ];
}

/** Returns a request with fields left out and with fields that lie. */
function* lies(fields: Fields, { other }: Made): Generator<[string, string][]> {
  const said = Object.entries(fields);
  yield said;
  for (const [name] of said) if (name !== "intent") yield said.filter(([one]) => one !== name);
  const own = namesOf(ABOUT);
  const { drafts, set } = fields;
  if (drafts) {
    for (const both of [`${own}.${drafts}`, `${drafts}.${own}`, `${own}.${drafts}.${own}`, `${drafts}.`])
      yield Object.entries({ ...fields, drafts: both });
    for (const odd of [
      drafts.toUpperCase(),
      `${drafts}\0`,
      ` ${drafts}`,
      `${own},${drafts}`,
      `${own} ${drafts}`,
    ])
      yield Object.entries({ ...fields, drafts: odd });
    yield [...said, ["drafts", own]];
    yield [["drafts", own], ...said];
    yield [...said, ["drafts[]", own]];
  }
  if (set) {
    yield [...said, ["set", other]];
    yield [["set", other], ...said];
  }
  for (const kind of [ABOUT.kind, "settings", "nonsense", ""])
    for (const more of [{}, { record: ABOUT.id }, { record_id: "general" }, { set: other }])
      yield Object.entries({ kind, ...more, ...fields });
  if (!drafts) yield [...said, ["drafts", own]];
  for (const intent of ["publish", "unschedule", "dismiss"]) yield [...said, ["intent", intent]];
}

for (const [who, Cookie] of Object.entries(actors))
  test(`${who} can't do anything to the owner's drafts, whatever the request says`, async () => {
    const made = await setUp();
    const before = await ownersState();
    let tried = 0;
    for (const request of await requestsFor(made)) {
      for (const [at, lie] of [...lies(request, made)].entries()) {
        await renewPages(made);
        const { status } = await post("changes", Cookie, lie);
        const isRefused = (one: number) => (at ? one < 500 : one > 200 && one < 500);
        expect([lie, status]).toEqual([lie, expect.toSatisfy(isRefused)]);
        tried++;
      }
      expect([request, await ownersState()]).toEqual([request, before]);
    }
    expect(tried).toBeGreaterThan(600);
  });

test("an owner with recent proof can do all of it", async () => {
  for (const at of (await requestsFor(await setUp())).keys()) {
    const request = (await requestsFor(await setUp()))[at]!;
    const before = await ownersState();
    const response = await post("changes", fresh, request);
    expect([request, response.status]).toEqual([request, 200]);
    // The owner keeps this published, and it isn't a draft.
    if (request.intent === "keep-live")
      expect(
        await site.query("select from change_sets where state = 'published' and take_back_at is not null"),
      ).toEqual([]);
    expect([request, await ownersState()]).not.toEqual([request, before]);
  }
});

test("an editor can act on drafts that were scheduled with the owner's, and the owner's stay scheduled", async () => {
  for (const intent of ["publish", "drop", "share", "unschedule", "schedule"]) {
    await setUp();
    const before = await ownersState();
    const request = {
      intent,
      drafts: namesOf(ABOUT),
      ...(intent === "schedule" && { at: "2099-09-01T09:00" }),
    };
    const { status } = await post("changes", actors["an editor"], request);
    expect([intent, status]).toEqual([intent, 200]);
    expect([intent, await ownersState()]).toEqual([intent, before]);
  }
});

test("an editor can't see, preview or check the owner's drafts, even if the URL also names their own", async () => {
  const { imported } = await setUp();
  const editor = actors["an editor"];
  const shown = async (Cookie: string, drafts: string) =>
    wordsOf(await (await get(`changes?drafts=${drafts}`, Cookie)).text());
  for (const key of [GENERAL, imported])
    for (const drafts of [namesOf(key), namesOf(ABOUT, key), namesOf(key, ABOUT)]) {
      expect(await shown(fresh, drafts)).toContain("Secret name");
      expect(await shown(editor, drafts)).not.toContain("Secret name");
      expect([key, (await get(`preview?drafts=${drafts}`, fresh)).status]).toEqual([key, 200]);
      expect([key, (await get(`preview?drafts=${drafts}`, editor)).status]).toEqual([key, 404]);
      const checked = await (await get(`changes/checks?drafts=${drafts}`, editor)).json();
      const refused = expect.stringContaining("Select only your own drafts.");
      expect(checked).toEqual({ pages: [], redirects: [], more: 0, refused });
    }
  expect(await shown(editor, namesOf(ABOUT))).toContain("1 selected");
  expect((await get(`preview?drafts=${namesOf(ABOUT)}`, editor)).status).toBe(200);
  const checked = await (await get(`changes/checks?drafts=${namesOf(ABOUT)}`, editor)).json();
  expect(checked).toMatchObject({ pages: [{ path: "/about" }] });
});

test("an editor doesn't see the owner's drafts in the page editor, but their own", async () => {
  await setUp();
  const frame = async (path: string, Cookie: string) =>
    (await fetch(`${site.url}${PANEL}/edit-page/frame?path=${path}`, { headers: { Cookie } })).text();
  expect(await frame("/", fresh)).toContain("Secret name");
  expect(await frame("/", actors["an editor"])).not.toContain("Secret name");
  expect(await frame("/about", actors["an editor"])).toContain("<title>about");
});

test("a request acts on exactly the drafts it names, and does nothing if one of them is gone", async () => {
  const editor = actors["an editor"];
  const state = async () => ({
    items: await site.query<{ record_id: string }>(
      "select kind, record_id, fields::text, waits, s.id, publish_at, state from change_items join change_sets s on s.id = change_set_id order by 2, s.id",
    ),
    links: await site.query<{ records: object[] }>("select id, records from preview_links order by id"),
    seo: await site.query("select page_name, meta_title from page_seo order by 1"),
  });
  for (const request of [
    { intent: "publish" },
    { intent: "share" },
    { intent: "drop" },
    { intent: "unschedule" },
    { intent: "schedule", at: AT },
  ]) {
    await site.clear("change_sets", "preview_links");
    await pageDraft("about");
    await pageDraft("contact");
    const [seen, about] = [await namesOfDrafts(site.query), namesOf(ABOUT)];
    await discardDrafts(db, [CONTACT]);
    await pageDraft("team");
    const before = await state();
    const refused = await post("changes", editor, { ...request, drafts: seen } as Fields);
    expect([request.intent, refused.status]).toEqual([request.intent, 400]);
    expect(await refused.text()).toContain("The drafts have changed since you opened this page.");
    expect([request.intent, await state()]).toEqual([request.intent, before]);
    const done = await post("changes", editor, { ...request, drafts: about } as Fields);
    expect([request.intent, done.status]).toEqual([request.intent, 200]);
    // The draft that was added since stays as it was.
    const team = ({ items }: typeof before) => items.filter(({ record_id }) => record_id === "team");
    const after = await state();
    expect([request.intent, team(after)]).toEqual([request.intent, team(before)]);
    expect(after.links.flatMap(({ records }) => records)).toEqual(request.intent === "share" ? [ABOUT] : []);
  }
});

test("nothing joins a schedule or a preview link that wasn't there when it was made", async () => {
  await site.clear("change_sets", "preview_links");
  await pageDraft("about");
  const drafts = namesOf(ABOUT);
  const shared = await (await post("changes", actors["an editor"], { intent: "share", drafts })).text();
  const link = /\/preview\/[\w-]{22}/.exec(shared)![0];
  await post("changes", actors["an editor"], { intent: "schedule", drafts, at: AT });
  await secretDraft();
  const visit = async (path: string) => (await fetch(site.url + link + path)).text();
  expect(await visit("/about")).toContain("<title>about");
  expect(await visit("/")).not.toContain("Secret name");
  const scheduled = () =>
    site.query<{ kind: string; is_scheduled: boolean }>(
      "select kind, publish_at is not null as is_scheduled from change_items join change_sets s on s.id = change_set_id order by 1",
    );
  expect(await scheduled()).toEqual([
    { kind: "page-seo", is_scheduled: true },
    { kind: "settings", is_scheduled: false },
  ]);
  // Even if the owner schedules them together.
  const both = { intent: "schedule", drafts: namesOf(ABOUT, GENERAL), at: AT };
  expect((await post("changes", fresh, both)).status).toBe(200);
  expect((await scheduled()).map(({ is_scheduled }) => is_scheduled)).toEqual([true, true]);
  expect(await visit("/about")).toContain("<title>about");
  expect(await visit("/")).not.toContain("Secret name");
});

test("a person's preview links end when they may no longer see drafts", async () => {
  for (const change of [{ intent: "person-disable" }, { intent: "person-role", role: "enquiries" }]) {
    await site.clear("change_sets", "preview_links");
    const name = `ed-${change.intent}`;
    const person = await addPerson(site.query, "editor", name);
    await pageDraft("about");
    const share = async (Cookie: string) => {
      const request = { intent: "share", drafts: namesOf(ABOUT) };
      const text = await (await post("changes", Cookie, request)).text();
      return site.url + /\/preview\/[\w-]{22}/.exec(text)![0];
    };
    const [theirs, owners] = [await share(await session(person)), await share(fresh)];
    const status = async (link: string) => (await fetch(`${link}/about`)).status;
    expect([await status(theirs), await status(owners)]).toEqual([200, 200]);
    await post("settings", fresh, { ...change, person } as Fields);
    expect([change, await status(theirs), await status(owners)]).toEqual([change, 404, 200]);
  }
});

test("an editor can't delete or replace an autosave of the settings", async () => {
  await site.clear("autosaves");
  const id = crypto.randomUUID();
  const save = { intent: "autosave", kind: "settings", autosave: id, id: "general", site_title: "Typed" };
  expect((await post("autosaves", fresh, save)).status).toBe(200);
  const editor = actors["an editor"];
  for (const fields of [
    { intent: "forget", autosave: id },
    { intent: "refuse", autosave: id },
    { intent: "autosave", kind: "blog-post", autosave: id, title: "Mine" },
    { intent: "autosave", kind: "blog-post", autosave: crypto.randomUUID(), restored: id, title: "Mine" },
  ])
    expect((await post("autosaves", editor, fields as Fields)).status).toBeLessThan(500);
  const add = { intent: "add", name: "Dentists", description: "", autosave: id };
  expect((await post("industries", editor, add)).status).toBe(200);
  expect(
    await site.query("select kind, refused, fields ->> 'site_title' as typed from autosaves where id = $1", [
      id,
    ]),
  ).toEqual([{ kind: "settings", refused: false, typed: "Typed" }]);
});
