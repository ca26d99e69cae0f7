// Rights and recent proof for drafts are checked against the drafts that a request touches, never against what it says
// about them. Every intent is tried with fields left out and with fields that lie.
import { afterAll, expect, test } from "vitest";
import { discardDrafts } from "../../app/features/changes/discard.server.ts";
import { saveDraft } from "../../app/features/changes/drafts.server.ts";
import { addPreviewLink } from "../../app/features/changes/links.server.ts";
import type { RecordKey } from "../../app/features/changes/record-key.server.ts";
import { schedulePublish } from "../../app/features/changes/schedule.server.ts";
import { addSet } from "../../app/features/changes/sets.server.ts";
import { KIND_NAMES } from "../../app/features/records/kinds.server.ts";
import { rightOfKind } from "../../app/features/staff/rights.ts";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
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
const post = (path: string, Cookie: string, fields: Fields) =>
  fetch(`${site.url}${PANEL}/${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie },
    body: new URLSearchParams(fields),
  });

const OWNERS = KIND_NAMES.filter((kind) => rightOfKind(kind) === "everything");
const CONTENT = { kind: "page-seo", id: "about" } as const;
const AT = "2099-07-01T09:00";

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
const pageDraft = (id: string) => draft({ kind: "page-seo", id }, { meta_title: `${id} ${++number}` });
const secretDraft = () => draft({ kind: "settings", id: "general" }, { site_title: "Secret name" });

/** Sets up drafts of settings, of an import and of a page in one set, and everything that names them. */
async function setUp() {
  await site.clear("change_sets", "kept_for_undo", "imports", "autosaves", "website_settings");
  const [ids] = await site.query<{ import: string }>(
    "insert into imports (label) values ('Old site') returning id as import",
  );
  const [mixed, other, published] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await addSet(db, other, "Other");
  await pageDraft("contact");
  await schedulePublish(db, other, AT);
  await addSet(db, mixed, "Mixed");
  await draft({ kind: "settings", id: "social" }, { facebook_url: "https://facebook.com/secret" });
  const discarded = await discardDrafts(db, mixed);
  await pageDraft("about");
  await secretDraft();
  await draft({ kind: "imports", id: ids!.import }, { published: "true" });
  await addPreviewLink(db, mixed);
  const [link] = await site.query<{ id: string }>("select id from preview_links");
  await site.query(
    "insert into change_sets (id, state, published_at, take_back_at) values ($1, 'published', now(), now() + interval '1 year')",
    [published],
  );
  await site.query(
    "insert into change_items (change_set_id, kind, record_id, name, fields, waits) values ($1, 'settings', 'general', 'General', '{}', false)",
    [published],
  );
  return { mixed, other, published, discarded, link: link!.id, import: ids!.import };
}

/** Returns everything about the owner's drafts, and the settings themselves. */
async function ownersState() {
  const drafts = await site.query(
    `select kind, record_id, fields::text, waits, s.id, state, title, collects, publish_at, take_back_at, problem,
        array(select l.records::text from preview_links l where l.change_set_id = s.id) as links
      from change_items join change_sets s on s.id = change_set_id where kind = any($1) order by kind, record_id, s.id`,
    [OWNERS],
  );
  const links = await site.query("select records from preview_links where records::text ~ $1", [
    OWNERS.join("|"),
  ]);
  const settings = await site.query("select setting_key, setting_value from website_settings order by 1");
  return { drafts, links, settings, imports: await site.query("select * from imports") };
}

/** Returns every intent with all of its fields, as the panel posts them for the owner's drafts. */
function requestsFor(made: Awaited<ReturnType<typeof setUp>>): Fields[] {
  const { mixed: set, other: to, published, discarded, link } = made;
  const records: Fields[] = [
    { kind: "settings", id: "general" },
    { kind: "imports", id: made.import },
  ];
  return [
    ...["publish", "unschedule", "collect", "remove-set", "dismiss", "drop"].map((intent) => ({
      intent,
      set,
    })),
    { intent: "keep-live", set: published },
    { intent: "share", set },
    { intent: "schedule", set, at: AT },
    { intent: "rename-set", set, title: "Renamed" },
    { intent: "add-set", set, title: "Taken over" },
    { intent: "end", id: link },
    { intent: "restore", id: discarded },
    ...records.flatMap((record): Fields[] => [
      { intent: "drop", set, ...record },
      { intent: "move", set, ...record, to },
      { intent: "share", set, ...record, alone: "on" },
      { intent: "schedule", set, ...record, alone: "on", at: AT },
      { intent: "resolve", set, ...record, field: "site_title", keeps: "live", live: "x" },
    ]),
  ];
}

/** Returns a request with fields left out and with fields that lie. */
function* lies(fields: Fields, made: Awaited<ReturnType<typeof setUp>>): Generator<Fields> {
  yield fields;
  for (const name of Object.keys(fields)) {
    const { [name]: _, ...rest } = fields;
    if (name !== "intent") yield rest;
  }
  const { intent, ...rest } = fields;
  if (intent === "end" || intent === "restore") return;
  for (const kind of [CONTENT.kind, "settings", "nonsense", ""])
    for (const id of [undefined, CONTENT.id, "general"])
      for (const alone of [undefined, "on"]) {
        const said = { ...rest, kind, ...(id !== undefined && { id }), ...(alone && { alone }) };
        yield { intent: intent!, at: AT, ...said };
      }
  yield { ...fields, set: made.other, kind: "settings", id: "general" };
  yield { ...fields, seen: "x" };
}

for (const [who, Cookie] of Object.entries(actors))
  test(`${who} can't do anything to the owner's drafts, whatever the request says`, async () => {
    const made = await setUp();
    const before = await ownersState();
    let tried = 0;
    for (const request of requestsFor(made)) {
      for (const lie of lies(request, made)) {
        const { status } = await post("changes", Cookie, lie);
        expect([lie, status]).toEqual([lie, expect.toSatisfy((one: number) => one < 500)]);
        tried++;
      }
      expect([request, await ownersState()]).toEqual([request, before]);
    }
    expect(tried).toBeGreaterThan(400);
  });

test("an owner with recent proof can do all of it", async () => {
  for (const at of requestsFor(await setUp()).keys()) {
    const request = requestsFor(await setUp())[at]!;
    // These two are refused for reasons that have nothing to do with rights.
    if (request.intent === "remove-set" || request.intent === "resolve") continue;
    const before = await ownersState();
    const response = await post("changes", fresh, request);
    expect([request, response.status]).toEqual([request, 200]);
    if (!["unschedule", "collect", "dismiss"].includes(request.intent!))
      expect([request, await ownersState()]).not.toEqual([request, before]);
  }
});

test("an editor doesn't see the owner's drafts in the page editor, but their own", async () => {
  await setUp();
  const frame = async (path: string, Cookie: string) =>
    (await fetch(`${site.url}${PANEL}/edit-page/frame?path=${path}`, { headers: { Cookie } })).text();
  expect(await frame("/", fresh)).toContain("Secret name");
  expect(await frame("/", actors["an editor"])).not.toContain("Secret name");
  expect(await frame("/about", actors["an editor"])).toContain("<title>about");
});

test("a set that has changed since the page was opened isn't published, scheduled, shared or discarded", async () => {
  for (const request of [
    { intent: "publish" },
    { intent: "share" },
    { intent: "drop" },
    { intent: "schedule", at: AT },
  ]) {
    await site.clear("change_sets");
    await pageDraft("about");
    const html = await (
      await fetch(`${site.url}${PANEL}/changes`, { headers: { Cookie: actors["an editor"] } })
    ).text();
    const seen = /name="seen" value="([\w-]+)"/.exec(html)?.[1] ?? "";
    const [set] = await site.query<{ id: string }>("select id from change_sets");
    await pageDraft("contact");
    const send = (seen: string) =>
      post("changes", actors["an editor"], { ...request, set: set!.id, seen } as Fields);
    const refused = await send(seen);
    expect([request.intent, refused.status]).toEqual([request.intent, 400]);
    expect(await refused.text()).toContain("The drafts in this set have changed");
    expect(await site.query("select from preview_links")).toEqual([]);
    await site.query("delete from change_items where record_id = 'contact'");
    expect([request.intent, (await send(seen)).status]).toEqual([request.intent, 200]);
  }
});

test("nothing joins a schedule or a preview link that wasn't there when it was made", async () => {
  await site.clear("change_sets");
  await pageDraft("about");
  const [set] = await site.query<{ id: string }>("select id from change_sets");
  const shared = await (await post("changes", actors["an editor"], { intent: "share", set: set!.id })).text();
  const link = /\/preview\/[\w-]{22}/.exec(shared)![0];
  await post("changes", actors["an editor"], { intent: "schedule", set: set!.id, at: AT });
  await secretDraft();
  const visit = async (path: string) => (await fetch(site.url + link + path)).text();
  expect(await visit("/about")).toContain("<title>about");
  expect(await visit("/")).not.toContain("Secret name");
  const sets = await site.query(
    "select kind, publish_at is not null as is_scheduled from change_items join change_sets s on s.id = change_set_id order by 1",
  );
  expect(sets).toEqual([
    { kind: "page-seo", is_scheduled: true },
    { kind: "settings", is_scheduled: false },
  ]);
  // Even if they're in the same set, such as after the owner moved one there.
  await site.query("update change_items set change_set_id = $1", [set!.id]);
  expect(await visit("/")).not.toContain("Secret name");
});

test("a person's preview links end when they may no longer see drafts", async () => {
  for (const change of [{ intent: "person-disable" }, { intent: "person-role", role: "enquiries" }]) {
    await site.clear("change_sets");
    const name = `ed-${change.intent}`;
    const person = await addPerson(site.query, "editor", name);
    await pageDraft("about");
    const [set] = await site.query<{ id: string }>("select id from change_sets");
    const share = async (Cookie: string) => {
      const text = await (await post("changes", Cookie, { intent: "share", set: set!.id })).text();
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
