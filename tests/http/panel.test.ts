import type { RouteConfigEntry } from "@react-router/dev/routes";
import { beforeEach, describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { storeCheapPassword } from "../support/cheap-password.ts";
import { asOwner } from "../support/log-in.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { openTestSite } from "../support/test-site.ts";

const { clear, query, ...site } = await openTestSite({ TRUST_PROXY: "1" });

type Sent = {
  method?: string;
  form?: Record<string, string>;
  cookie?: string;
  headers?: Record<string, string>;
};
const send = (path: string, { method, form, cookie, headers }: Sent = {}) =>
  fetch(site.url + path, {
    method: method ?? (form ? "POST" : "GET"),
    body: form && new URLSearchParams(form),
    headers: { "X-Forwarded-For": "203.0.113.1", ...(cookie && { Cookie: cookie }), ...headers },
    redirect: "manual",
  });
const cookiesOf = (response: Response) => response.headers.getSetCookie();
const logIn = async () => {
  const response = await send(PANEL, { form: { password: ADMIN_PASSWORD } });
  return (
    (cookiesOf(response).find((cookie) => cookie.startsWith("panel_session=")) ?? "").split(";")[0] ?? ""
  );
};

describe("sign-in and sign-out without JavaScript", () => {
  test("the correct password opens the dashboard and sets a cookie that scripts can't read", async () => {
    const response = await send(PANEL, { form: { password: ADMIN_PASSWORD } });
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe(`${PANEL}/dashboard`);
    const session = cookiesOf(response).find((cookie) => cookie.startsWith("panel_session="));
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; SameSite=Lax/);
    expect(session).not.toMatch(/Max-Age|Expires/);
    const dashboard = await send(`${PANEL}/dashboard`, {
      cookie: cookiesOf(response)
        .map((cookie) => cookie.split(";")[0])
        .join("; "),
    });
    expect(dashboard.status).toBe(200);
    expect(dashboard.headers.get("Cache-Control")).toBe("no-store");
    const page = await dashboard.text();
    expect(page).toContain("Login Successful");
    expect(page).toContain("Welcome to the admin panel!");
  });

  test("a cookie that was set over HTTPS is sent over HTTPS only", async () => {
    const response = await send(PANEL, {
      form: { password: ADMIN_PASSWORD },
      headers: { "X-Forwarded-Proto": "https" },
    });
    expect(cookiesOf(response).find((cookie) => cookie.startsWith("panel_session="))).toMatch(/; Secure/);
  });

  test("a wrong password shows the spec's message and isn't in the response", async () => {
    const response = await send(PANEL, { form: { password: "open sesame" } });
    expect(response.status).toBe(401);
    expect(cookiesOf(response).join()).not.toContain("panel_session");
    const page = await response.text();
    expect(page).toContain("Invalid Password");
    expect(page).toContain("Please enter the correct admin password.");
    expect(page).not.toContain("open sesame");
  });

  test("the sign-in page counts down the last three tries", async () => {
    const headers = { "X-Forwarded-For": "198.51.100.77" };
    await storeCheapPassword(query);
    const tries = [];
    for (let i = 0; i < 10; i++)
      tries.push(await (await send(PANEL, { form: { password: "open sesame" }, headers })).text());
    expect(tries[5]).not.toMatch(/ left\.|Wait/);
    for (const [at, words] of [
      [6, "Wrong password. 3 tries left."],
      [8, "Wrong password. 1 try left."],
      [9, "Wrong password. Wait up to 15 minutes before trying again."],
    ] as const)
      expect(tries[at]).toContain(words);
    expect(tries.every((page) => page.includes("Please enter the correct admin password."))).toBe(true);
  });

  test("the page says where to find a forgotten password", async () => {
    const page = await (await send(PANEL)).text();
    for (const words of ["Forgot your password?", "ADMIN_PASSWORD", "admin-password"])
      expect(page).toContain(words);
  });

  test("the panel's root URL redirects a signed-in owner to the dashboard", async () => {
    const cookie = await logIn();
    const response = await send(PANEL, { cookie });
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe(`${PANEL}/dashboard`);
  });

  test("Logout ends the session on the server and says so", async () => {
    const cookie = await logIn();
    const response = await send(PANEL, { form: { intent: "logout" }, cookie });
    expect(response.headers.get("Location")).toBe(PANEL);
    expect((await send(`${PANEL}/dashboard`, { cookie })).status).toBe(302);
    const notice = cookiesOf(response).find((one) => one.startsWith("panel_notice="));
    const page = await (await send(PANEL, { cookie: notice?.split(";")[0] })).text();
    expect(page).toContain("Logged Out");
    expect(page).toContain("You have been logged out successfully.");
  });

  test("a post from another website is rejected, even with the correct password", async () => {
    const headers = { Origin: "https://evil.example" };
    const response = await send(PANEL, { form: { password: ADMIN_PASSWORD }, headers });
    expect(response.status).toBe(403);
    expect(cookiesOf(response)).toEqual([]);
  });

  test("10 wrong passwords from one IP address cause a 429; other addresses aren't affected", async () => {
    const from = (address: string) => ({ "X-Forwarded-For": address });
    const guess = (password: string, address: string) =>
      send(PANEL, { form: { password }, headers: from(address) });
    await storeCheapPassword(query);
    for (let i = 0; i < 10; i++) expect((await guess("wrong", "198.51.100.1")).status).toBe(401);
    const refused = await guess(ADMIN_PASSWORD, "198.51.100.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const page = await refused.text();
    expect(page).toContain("Too many wrong passwords");
    expect(page).toMatch(/Wait 1[45] minutes before trying again\./);
    expect((await guess(ADMIN_PASSWORD, "198.51.100.2")).status).toBe(302);
  });

  test("the sign-in page and its files contain no part of the password", async () => {
    const page = await (await send(PANEL)).text();
    const files = [...page.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file as string);
    expect(files.length).toBeGreaterThan(3);
    for (const text of [page, ...(await Promise.all(files.map(async (file) => (await send(file)).text())))]) {
      expect(text).not.toContain(ADMIN_PASSWORD);
      expect(text).not.toContain("$scrypt$");
    }
  });
});

/** Returns every path in `routes.ts` that requires signing in, with its parameters filled in. */
function panelPaths(): string[] {
  const walk = (entry: RouteConfigEntry, base: string): string[] => {
    const path = entry.path ? `${base}/${entry.path.replace(/:\w+\??|\*/g, "some")}` : base;
    return [
      ...(entry.path || entry.index ? [path] : []),
      ...(entry.children ?? []).flatMap((child) => walk(child, path)),
    ];
  };
  const panel = (routes as RouteConfigEntry[]).find(({ id }) => id === "panel");
  return (panel?.children ?? []).flatMap((child) => walk(child, `/${panel?.path}`));
}

describe("every panel URL rejects signed-out requests", () => {
  test("the list of panel URLs isn't empty", () => {
    expect(panelPaths()).toEqual(
      expect.arrayContaining([`${PANEL}/dashboard`, `${PANEL}/case-studies`, `${PANEL}/industries`]),
    );
  });

  /** Without a cookie and with a made-up one. An empty one is tried on the first tab. */
  const cookiesFor = (path: string) => [
    ...[undefined, "panel_session=Im1hZGUtdXAi"],
    ...(path === `${PANEL}/dashboard` ? ["panel_session="] : []),
  ];
  for (const path of panelPaths()) {
    test(`reading ${path} redirects to the sign-in page`, async () => {
      for (const cookie of cookiesFor(path)) {
        for (const method of cookie ? ["GET"] : ["GET", "HEAD"]) {
          const response = await send(path, { cookie, method });
          expect(response.status).toBe(302);
          expect(response.headers.get("Location")).toBe(PANEL);
          expect(await response.text()).toBe("");
        }
        // React Router requests data this way and gets redirects as 202.
        const asData = await send(`${path}.data`, { cookie });
        expect(asData.status).toBe(202);
        expect(await asData.text()).not.toContain("loaderData");
        // Requests one route's data, which must not bypass a check in another route's loader.
        const part = await send(`${path}.data?_routes=panel%2F${path.split("/").at(-1)}`, { cookie });
        expect(part.status).toBe(202);
      }
    });

    test(`writing to ${path} is rejected`, async () => {
      const form = { intent: "add", name: "Intruder" };
      for (const cookie of cookiesFor(path))
        for (const method of cookie ? ["POST"] : ["POST", "PUT", "PATCH", "DELETE"])
          for (const address of [path, `${path}.data`]) {
            const { status } = await send(address, { cookie, method, form });
            expect(status, `${method} ${address}`).toBe(401);
          }
      expect(await query("select 1 from industries where name = 'Intruder'")).toEqual([]);
    });
  }
});

describe("saves", () => {
  let cookie = "";
  beforeEach(async () => {
    await clear("case_studies", "industries");
    cookie ||= await logIn();
  });
  const save = async (tab: string, form: Record<string, string>) => {
    const response = await send(`${PANEL}/${tab}.data`, { form, cookie });
    return { status: response.status, text: await response.text() };
  };
  const undo = (reply: { text: string }) => asOwner(site.url, { Cookie: cookie }).undo(reply);
  const addIndustry = async (name: string) => {
    await save("industries", { intent: "add", name });
    const [row] = await query<{ id: string }>(
      "select id from industries where name = $1 and deleted_at is null",
      [name],
    );
    return row?.id ?? "";
  };
  const study = (industry_id: string, more: Record<string, string> = {}) => ({
    intent: "add",
    title: "Growth",
    client: "Ada",
    industry_id,
    ...more,
  });
  const visit = async (path: string) => (await send(path)).status;

  test("a published case study is on the site at the next request, and gone once unpublished", async () => {
    const industry = await addIndustry("E-commerce");
    const added = await save("case-studies", study(industry, { switches: "published", published: "on" }));
    expect(added.status).toBe(200);
    expect(added.text).toContain("Case study added successfully");
    expect(await visit("/case-studies/growth")).toBe(200);
    expect(await (await send("/case-studies?industry=e-commerce")).text()).toContain("Growth");

    const [row] = await query<{ id: string; version: number }>("select id, version from case_studies");
    const { id, version } = row!;
    const draft = {
      ...study(industry),
      intent: "update",
      id,
      version: String(version),
      switches: "published",
    };
    expect((await save("case-studies", draft)).text).toContain("Case study updated successfully");
    expect(await visit("/case-studies/growth")).toBe(404);
  });

  test("an update that omits a switch leaves the switch unchanged", async () => {
    const industry = await addIndustry("Law Firm");
    await save("case-studies", study(industry));
    const [{ id } = { id: "" }] = await query<{ id: string }>("select id from case_studies where published");
    await save("case-studies", { ...study(industry), title: "Growth!", intent: "update", id, version: "1" });
    expect(await query("select title, published from case_studies")).toEqual([
      { title: "Growth!", published: true },
    ]);
  });

  test.each([
    [
      "case-studies",
      { title: "", client: "", industry_id: "" },
      "Please fill in all required fields (Title, Client, Industry)",
    ],
    [
      "case-studies",
      { title: "Growth", client: "  ", industry_id: "" },
      "Please fill in all required fields (Title, Client, Industry)",
    ],
    ["industries", { name: "  " }, "Industry name is required"],
  ])("%s: %j gets a 400 with the spec's toast, and nothing is saved", async (tab, form, words) => {
    const { status, text } = await save(tab, { intent: "add", ...form });
    expect(status).toBe(400);
    expect(text).toContain(words);
    expect(await query("select 1 from industries union all select 1 from case_studies")).toEqual([]);
  });

  test("invalid JSON shows the toast and the invalid line (SPEC 5)", async () => {
    const { status, text } = await save(
      "case-studies",
      study(await addIndustry("SaaS"), { results: "{\n  oops\n}" }),
    );
    expect(status).toBe(400);
    expect(text).toContain("Failed to save case study");
    expect(text).toContain("Line 2: ");
  });

  test("an industry in use can't be deleted", async () => {
    const industry = await addIndustry("Education");
    await save("case-studies", study(industry));
    const refused = await save("industries", { intent: "delete", id: industry });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Failed to delete industry");
    expect(refused.text).toContain("1 case study uses Education: “Growth”.");
  });

  test("renaming an industry renames it in its case studies", async () => {
    const id = await addIndustry("Hospitality");
    await save("case-studies", study(id));
    const name = "Hospitality & Travel";
    const renamed = await save("industries", { intent: "update", id, version: "1", name });
    expect(renamed.text).toContain("Industry updated successfully");
    expect(await query("select industry from case_studies")).toEqual([{ industry: name }]);
    const row = async (tab: string) => wordsOf(await (await send(`${PANEL}/${tab}`, { cookie })).text());
    expect(await row("industries")).toContain(`case studies in ${name}`);
    expect(await row("case-studies")).toMatch(/Growth Ada .*Hospitality & Travel/);
  });

  test.each(["case-studies", "blog", "redirects", "content"])(
    "an invalid form on the tab %s gets a 400, not a 500",
    async (tab) => {
      for (const form of [
        {},
        { intent: "delete" },
        { intent: "delete", id: "1" },
        { intent: "update", id: "x", version: "0" },
        { intent: "restore" },
        { intent: "explode" },
      ] as Record<string, string>[])
        expect((await save(tab, form)).status).toBe(400);
    },
  );

  test("a save of more than 2 MB gets a 413", async () => {
    const { status } = await save("case-studies", { intent: "add", challenge: "x".repeat(2 * 1024 * 1024) });
    expect(status).toBe(413);
  });

  test("one click removes all sample content and none of the owner's", async () => {
    const own = await addIndustry("Own");
    const sample = await addIndustry("Sample");
    await save("case-studies", study(own));
    await save("case-studies", study(sample, { title: "Sample" }));
    await query("update industries set is_sample = name = 'Sample'");
    await query("update case_studies set is_sample = title = 'Sample'");
    await query(
      "insert into blog_posts (title, slug, content, is_sample) values ('S', 's', '', true), ('O', 'o', '', false)",
    );
    const dashboard = async () => (await send(`${PANEL}/dashboard`, { cookie })).text();
    expect(await dashboard()).toContain("1 case study, 1 blog post and 1 industry");
    expect((await save("dashboard", { intent: "remove-samples" })).text).toContain("Sample content removed");
    expect(await dashboard()).not.toContain("Remove sample content");
    const kept = await query<{ name: string }>(
      `select name from industries where deleted_at is null
       union all select title from case_studies where deleted_at is null
       union all select title from blog_posts where deleted_at is null`,
    );
    expect(kept.map(({ name }) => name).sort()).toEqual(["Growth", "O", "Own"]);
  });

  test("Undo restores all of the sample content or none", async () => {
    await query("delete from case_studies");
    await query("delete from industries");
    await query("delete from blog_posts");
    await save("case-studies", study(await addIndustry("Sample"), { title: "Sample" }));
    await query("update industries set is_sample = true");
    await query("update case_studies set is_sample = true");
    await query(
      "insert into blog_posts (title, slug, content, is_sample, published) values ('S', 's', '', true, true), ('T', 't', '', true, true)",
    );
    await query("update blog_posts set deleted_at = now() where slug = 't'");
    const kept = () =>
      query(
        `select name from industries where deleted_at is null
         union all select title from case_studies where deleted_at is null
         union all select title from blog_posts where deleted_at is null order by 1`,
      ).then((rows) => rows.map((row) => (row as { name: string }).name));
    const removed = await save("dashboard", { intent: "remove-samples" });
    expect(await kept()).toEqual([]);
    expect(await visit("/blog/s")).toBe(410);

    await query("insert into blog_posts (title, slug, content) values ('Mine', 's', '')");
    const refused = await undo(removed);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("now uses its slug")]);
    expect(await kept()).toEqual(["Mine"]);
    await query("delete from blog_posts where title = 'Mine'");

    const done = await undo(removed);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("Undone")]);
    expect(await kept()).toEqual(["S", "Sample", "Sample"]);
    expect(await visit("/blog/s")).toBe(200);
    for (const operation of ["", "1", "x".repeat(36)])
      expect((await save("undo", { operation })).status).toBe(400);
  });

  test("HTML is sanitized, and the reply names what was removed", async () => {
    const challenge = "<p>Fine</p><script>alert(1)</script>";
    const { text } = await save("case-studies", study(await addIndustry("Retail"), { challenge }));
    expect(text).toContain("Removed from The Challenge");
    expect(await query("select challenge from case_studies")).toEqual([{ challenge: "<p>Fine</p>" }]);
  });
});

test("the sign-in page and the panel preload their font", async () => {
  const html = await (await send(PANEL)).text();
  expect(html).toMatch(/rel="preload" href="[^"]*schibsted[^"]*\.woff2" as="font"/);
  const [, sheet = ""] = /rel="stylesheet" href="([^"]*panel[^"]*\.css)"/.exec(html) ?? [];
  const faces = (await (await send(sheet)).text()).match(/@font-face\s*\{[^}]*\}/g) ?? [];
  const upright = faces.filter((face) => /Grotesk Variable/.test(face) && !/italic/.test(face));
  // The last rule for a font face applies.
  expect(upright.at(-1)).toMatch(/font-display:\s*swap/);
});
