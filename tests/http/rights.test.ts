// Who gets into which part of the panel (decision 0008).
import { expect, test } from "vitest";
import { ROUTE_RIGHTS } from "../../app/features/people/route-rights.ts";
import routes from "../../app/routes.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();
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
  nobody: { Cookie: "" },
  password: { Cookie: `${SESSION_COOKIE}=${await addSession(site.query)}` },
  owner: await signIn("owner"),
  editor: await signIn("editor"),
  enquiries: await signIn("enquiries"),
};
const ask = (path: string, { Cookie }: { Cookie: string }, method = "GET") =>
  fetch(`${site.url}${PANEL}/${path}`, {
    method,
    headers: { Cookie },
    redirect: "manual",
    body: method === "GET" ? undefined : new URLSearchParams({ intent: "none" }),
  });

/** What the roles may open, written out here rather than read from the table under test. */
const CONTENT = [
  ...["edit-page", "edit-page/frame", "edit-page/save"],
  ...["pages", "pages/check", "content", "content/replace", "case-studies", "industries", "blog"],
  ...["link-targets", "page-checks", "redirects", "redirects.csv", "media", "media/pictures", "media/known"],
];
const ENQUIRIES = [
  ...["enquiries", "enquiries.csv", "enquiries/subscribers", "subscribers.csv", "enquiries/person"],
  "person.json",
];
const ALL = ["account", "seal", "*"];
const OPEN = { editor: [...CONTENT, ...ALL], enquiries: [...ENQUIRIES, ...ALL] };

test("every route of the panel names its right, and no other route does", () => {
  expect(Object.keys(ROUTE_RIGHTS).sort()).toEqual([...paths].sort());
});

/** The page for people, or the line for scripts and downloads. */
const CLOSED = /no such page|nothing at this URL/;
for (const role of ["editor", "enquiries"] as const)
  test(`${role}: every route and method outside the role doesn't exist, every other one answers`, async () => {
    for (const path of paths) {
      const url = path.replace(":moment/*", "2026-01-01T00:00:00Z/about").replace("*", "no-such-part");
      for (const method of ["GET", "POST"]) {
        const [theirs, owners] = [
          await ask(url, people[role], method),
          await ask(url, people.password, method),
        ];
        const isOpen = OPEN[role].includes(path);
        expect([method, path, theirs.status]).toEqual([method, path, isOpen ? owners.status : 404]);
        if (!isOpen) expect(await theirs.text()).toMatch(CLOSED);
      }
    }
  });

test("a person with the owner's role gets what the one password gets, and nobody gets anything", async () => {
  for (const path of paths.filter((path) => !path.includes("*"))) {
    const [owner, password] = [await ask(path, people.owner), await ask(path, people.password)];
    expect([path, owner.status]).toEqual([path, password.status]);
    expect([path, (await ask(path, people.nobody)).status]).toEqual([path, 302]);
    expect([path, (await ask(path, people.nobody, "POST")).status]).toEqual([path, 401]);
  }
});

test("naming the frame's loader in a data request doesn't open a closed tab", async () => {
  for (const part of ["settings.data", "settings.data?_routes=panel", "enquiries.csv.data"])
    expect([part, (await ask(part, people.editor)).status]).toEqual([part, 404]);
});

test("the frame shows an editor neither other tabs nor how many enquiries are new", async () => {
  const html = await (await ask("pages", people.editor)).text();
  expect(html).toContain(`href="${PANEL}/blog"`);
  for (const tab of ["enquiries", "settings", "dashboard", "activity"])
    expect(html).not.toContain(`id="tab-${tab}"`);
});

test("the enquiries role can't upload images, an editor can", async () => {
  const upload = (who: { Cookie: string }) =>
    fetch(`${site.url}${PANEL}/media/upload`, { method: "PUT", headers: who, body: "not an image" });
  expect((await upload(people.enquiries)).status).toBe(404);
  expect((await upload(people.editor)).status).toBe(415);
});

test("a disabled person's cookie is worth nothing from the next request on", async () => {
  await site.query("update people set disabled_at = now() where id = $1", [people.editor.id]);
  expect((await ask("pages", people.editor)).status).toBe(302);
  expect((await ask("pages", people.editor, "POST")).status).toBe(401);
});
