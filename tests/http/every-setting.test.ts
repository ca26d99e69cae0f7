import { expect, test } from "vitest";
import type { SettingKey } from "../../app/features/settings/rules.ts";
import { waitForMail } from "../support/mail.ts";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { openPanelSite, openTestMail } from "../support/test-site.ts";

const mail = await openTestMail();
const { query, request, ...site } = await openPanelSite({
  SMTP_URL: mail.url,
  AUDIT: "on",
  // No server responds at these addresses.
  AUDIT_TEST_NET: "one.example.org=93.184.215.14,two.example.org=93.184.215.14",
});
await query(
  "insert into blog_posts (title, slug, content, created_at) values ('Old news', 'old-news', '<p>It was.</p>', '2020-01-15 02:00:00+00')",
);

const save = (form: Record<string, string>) => request(`${PANEL}/settings`, { intent: "save", ...form });

const read = async (address: string) => (await fetch(site.url + address)).text();

async function enquire(name: string, more: Record<string, string> = {}) {
  const response = await fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      name,
      email: "ada@visitor.co",
      message: "Hello there",
      formType: "contact",
      ...more,
    }),
  });
  expect(response.status).toBe(200);
}

/** Returns the kinds of all emails recorded so far, sorted. */
const mailKinds = async () =>
  (await query<{ kind: string }>("select kind from outgoing_mails order by kind")).map(({ kind }) => kind);

type Shown = {
  /** the posted value */
  value: string;
  /** what each URL shows only after the save */
  at: Record<string, string | RegExp>;
};

const PAGES = ["/", "/contact", "/blog", "/no-such-page"];
const onEvery = (text: string | RegExp) => Object.fromEntries(PAGES.map((address) => [address, text]));
const profile = (network: string): Shown => ({
  value: `https://social.co/${network}`,
  at: {
    ...onEvery(`href="https://social.co/${network}"`),
    "/contact": new RegExp(`"sameAs":\\[[^\\]]*"https://social.co/${network}"`),
  },
});

/** Settings that change pages. A setting missing from both this and ELSEWHERE is a compile error. */
const ON_PAGES = {
  site_title: {
    value: "Rank and Co",
    at: {
      "/": /<title>[^<]*\| Rank and Co<\/title>.*"@type":"WebSite"[^}]*"name":"Rank and Co"/s,
      "/contact": 'property="og:site_name" content="Rank and Co"',
      "/blog/old-news": "<title>Old news | Rank and Co</title>",
      "/rss.xml": "<title>Rank and Co: ",
      "/site.webmanifest": '"name":"Rank and Co"',
    },
  },
  site_description: {
    value: "We rank what others write.",
    at: {
      "/": /name="description" content="We rank what others write\.".*"description":"We rank what others write\."/s,
      "/site.webmanifest": '"description":"We rank what others write."',
    },
  },
  meta_keywords: { value: "ranking, co", at: { "/": 'name="keywords" content="ranking, co"' } },
  contact_email: {
    value: "reach@rank.co",
    at: { ...onEvery('href="mailto:reach@rank.co"'), "/contact": '"email":"reach@rank.co"' },
  },
  phone_number: {
    value: "(212) 555-0177",
    at: { ...onEvery('href="tel:+12125550177"'), "/contact": '"telephone":"+1-212-555-0177"' },
  },
  budget_choices: {
    value: "Below $1,000\n\n $1,000 or more ",
    at: {
      "/contact":
        /<select class="input" name="budget"[^>]*>.*?<option>Below \$1,000<\/option><option>\$1,000 or more<\/option><\/select>/s,
      "/services/local-seo": 'name="budget"',
    },
  },
  timeline_choices: { value: "Now\nLater", at: { "/contact": 'name="timeline"' } },
  facebook_url: profile("facebook"),
  instagram_url: profile("instagram"),
  linkedin_url: profile("linkedin"),
  youtube_url: profile("youtube"),
  security_contact: {
    value: "security@rank.co",
    at: { "/.well-known/security.txt": "Contact: mailto:security@rank.co\nExpires: 2" },
  },
  blog_date_display: {
    value: "published",
    // In the time zone saved below.
    at: { "/blog": "January 15, 2020", "/blog/old-news": "January 15, 2020" },
  },
  time_zone: {
    value: "Europe/Berlin",
    at: { "/contact": 'data-hours="Europe/Berlin"', "/blog/old-news": "January 15, 2020" },
  },
  google_analytics_id: {
    value: "G-AB12CD34EF",
    at: onEvery("https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF"),
  },
  google_analytics_code: {
    value: "<script>ownAnalytics(1 < 2)</script>",
    // The code runs only after the visitor accepts.
    at: onEvery(/siteConsent\.waiting\.push\(run\).*"code":"ownAnalytics\(1 \\u003c 2\)"/),
  },
  google_search_console: {
    value: '<meta name="google-site-verification" content="token-7" />',
    at: onEvery('<meta name="google-site-verification" content="token-7"'),
  },
  google_search_console_code: {
    value: '<meta name="msvalidate.01" content="eight">',
    at: onEvery('<meta name="msvalidate.01" content="eight"'),
  },
  brand_color: { value: "#0B6E4F", at: onEvery(/<html[^>]* style="[^"]*--color-blue-600:#0b6e4f/) },
  marker_color: { value: "fd6", at: onEvery(/<html[^>]* style="[^"]*--color-zone-400:#ffdd66/) },
  look: { value: "journal", at: onEvery(/<html[^>]* class="look-journal" style="[^"]*--radius-card:0/) },
  google_tag_manager: {
    value: "GTM-AB12CD",
    at: onEvery("https://www.googletagmanager.com/ns.html?id=GTM-AB12CD"),
  },
  google_tag_manager_code: {
    value: "<noscript><img src=https://pixel.co/1></noscript><img src=https://pixel.co/2>",
    at: onEvery(
      /siteConsent\.waiting\.push\(run\).*"tag":"img","attribs":{"alt":"","src":"https:\/\/pixel\.co\/2"/,
    ),
  },
} satisfies Partial<Record<SettingKey, Shown>>;

type Others = Exclude<SettingKey, keyof typeof ON_PAGES>;
/** Checks that a stage's new name shows in the panel. */
const renames = (key: Extract<SettingKey, `stage_${string}`>) => async () => {
  await enquire(`About ${key}`);
  await save({ [key]: `Renamed ${key}` });
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from enquiries limit 1");
  expect(wordsOf(await site.read(`${PANEL}/enquiries?open=${id}`))).toContain(`Renamed ${key}`);
};

const ELSEWHERE: Record<Others, () => Promise<void>> = {
  async confirmation_mail() {
    await enquire("Before");
    expect(await mailKinds()).toEqual(["notice"]);
    await save({ confirmation_mail: "on" });
    await enquire("After");
    expect(await mailKinds()).toEqual(["confirmation", "notice", "notice"]);
  },
  async instant_audit() {
    await save({ instant_audit: "off" });
    await enquire("Off", { formType: "audit", website: "one.example.org" });
    expect(await query("select from audits")).toEqual([]);
    await save({ instant_audit: "on" });
    await enquire("On", { formType: "audit", website: "one.example.org" });
    expect(await query("select from audits")).toHaveLength(1);
  },
  async audits_per_day() {
    await save({ audits_per_day: "1" });
    await query("delete from audits");
    await enquire("First", { formType: "audit", website: "one.example.org" });
    await enquire("Second", { formType: "audit", website: "two.example.org" });
    expect(await query("select reason from audits order by requested_at")).toEqual([
      { reason: "" },
      { reason: "day-is-full" },
    ]);
  },
  async booking_url() {
    await save({ booking_url: "cal.example/rank", confirmation_mail: "on" });
    const sent = await fetch(`${site.url}/contact`, {
      method: "POST",
      body: new URLSearchParams({
        ...{ formName: "contact", name: "Ada", email: "ada@example.com", message: "Hello" },
      }),
    });
    expect(await sent.text()).toContain('<a href="https://cal.example/rank">Book a call</a>');
    await enquire("Caller");
    const mails = await query<{ text_body: string }>(
      "select text_body from outgoing_mails where kind = 'confirmation' order by created_at desc limit 1",
    );
    expect(mails[0]?.text_body).toContain("\nhttps://cal.example/rank\n");
  },
  stage_new: renames("stage_new"),
  stage_contacted: renames("stage_contacted"),
  stage_qualified: renames("stage_qualified"),
  stage_won: renames("stage_won"),
  stage_lost: renames("stage_lost"),
  async keep_enquiries_months() {
    await enquire("Long ago");
    await enquire("Lately");
    await query(
      "update enquiries set created_at = '2020-01-15', updated_at = '2020-01-15' where name = 'Long ago'",
    );
    const reply = await (await save({ keep_enquiries_months: "24" })).text();
    expect(reply).toContain(
      "1 enquiry is older than that and will be deleted permanently, starting tomorrow.",
    );
    expect(await (await save({ keep_enquiries_months: "24" })).text()).not.toContain("starting tomorrow");
    // Simulates that a day has passed. An update would count as a new change, so replace the row.
    await query("delete from website_settings where setting_key = 'keep_enquiries_months'");
    await query(
      "insert into website_settings (setting_key, setting_value, updated_at) values ('keep_enquiries_months', '24', now() - interval '25 hours')",
    );
    await query("select graphile_worker.add_job('tidy_up')");
    await expect.poll(() => query("select from enquiries where name = 'Long ago'")).toEqual([]);
    expect(await query("select from enquiries where name = 'Lately'")).toHaveLength(1);
    await expect
      .poll(() => query("select details from audit_log where event = 'enquiries.forgotten'"))
      .toEqual([{ details: { count: 1 } }]);
  },
  async google_analytics_code_at_once() {
    const element = '<script data-tracking="google_analytics_code">ownAnalytics(1 < 2)</script>';
    expect(await read("/")).not.toContain(element);
    await save({ google_analytics_code_at_once: "on" });
    for (const address of PAGES) expect(await read(address)).toContain(element);
    await save({ switches: "google_analytics_code_at_once" });
    expect(await read("/")).not.toContain(element);
  },
  async google_tag_manager_code_at_once() {
    const element = '<noscript data-tracking="google_tag_manager_code"><img alt="" src="https://pixel.co/1">';
    expect(await read("/")).not.toContain(element);
    await save({ google_tag_manager_code_at_once: "on" });
    for (const address of PAGES) expect(await read(address)).toContain(element);
    await save({ switches: "google_tag_manager_code_at_once" });
    expect(await read("/")).not.toContain(element);
  },
  async google_tag_manager_custom_html() {
    const policy = async (address: string, headers?: HeadersInit) =>
      (await fetch(site.url + address, { headers })).headers.get("Content-Security-Policy") ?? "";
    await save({ google_tag_manager: "GTM-AB12CD", switches: "google_tag_manager_custom_html" });
    const panels = (await policy(`${PANEL}/settings`, site.session)).replace(/'nonce-[^']*'/, "");
    for (const address of PAGES)
      expect(await policy(address)).toMatch(/script-src 'strict-dynamic' 'sha256-/);
    await save({ google_tag_manager_custom_html: "on" });
    for (const address of PAGES) {
      const directives = (await policy(address)).split("; ");
      expect(directives).toContain("script-src 'unsafe-inline' 'unsafe-eval' 'self' https:");
      expect(directives).toContain("style-src 'unsafe-inline' 'self' https:");
      for (const kept of [
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ])
        expect(directives).toContain(kept);
    }
    expect((await policy(`${PANEL}/settings`, site.session)).replace(/'nonce-[^']*'/, "")).toBe(panels);
    const [event] = await query<{ details: { changes: object[] } }>(
      "select details from audit_log where event = 'settings.changed' order by last_at desc limit 1",
    );
    expect(event?.details.changes).toEqual([
      { key: "google_tag_manager_custom_html", before: false, after: true },
    ]);
    // Without a container, the policy stays strict.
    await request(`${PANEL}/settings`, { intent: "remove", key: "google_tag_manager" });
    await request(`${PANEL}/settings`, { intent: "remove", key: "google_tag_manager_code" });
    for (const address of PAGES)
      expect(await policy(address)).not.toMatch(/(script|style)-src 'unsafe-inline'/);
    await save({ switches: "google_tag_manager_custom_html" });
  },
  async tracking_safe_mode() {
    const set = Object.fromEntries(
      Object.entries(ON_PAGES).filter(([key]) => key.startsWith("google_")),
    ) as Record<string, Shown>;
    await save(Object.fromEntries(Object.entries(set).map(([key, { value }]) => [key, value])));
    expect(await read("/")).toContain("data-tracking=");
    await save({ tracking_safe_mode: "on" });
    for (const address of PAGES) {
      const html = await read(address);
      expect(html).not.toMatch(/data-tracking|googletagmanager|google-site-verification|data-consent/);
    }
    await save({ switches: "tracking_safe_mode" });
    expect(await read("/")).toContain("data-tracking=");
  },
};

test("the settings of pages appear on them at the next request", async () => {
  const settings = Object.entries<Shown>(ON_PAGES);
  /** Returns which settings each page shows. */
  const shown = async () => {
    const pages = new Map<string, string>();
    for (const address of new Set(settings.flatMap(([, { at }]) => Object.keys(at))))
      pages.set(address, await read(address));
    return settings.flatMap(([key, { at }]) =>
      Object.entries(at).flatMap(([address, text]) =>
        exact(text).test(pages.get(address)!) ? [`${key} on ${address}`] : [],
      ),
    );
  };
  expect(await shown()).toEqual([]);
  const values = settings.map(([key, { value }]): [string, string] => [key, value]);
  expect((await save(Object.fromEntries(values))).status).toBe(200);
  expect(await shown()).toEqual(
    settings.flatMap(([key, { at }]) => Object.keys(at).map((address) => `${key} on ${address}`)),
  );
});

for (const [key, check] of Object.entries(ELSEWHERE)) test(`${key} takes effect at the next request`, check);

test("emails use the contact email address, site title and time zone", async () => {
  await save({ contact_email: "owner@rank.co", site_title: "Rank and Sons", time_zone: "Asia/Tokyo" });
  await enquire("Grace");
  const notice = await waitForMail(mail.folder, (one) => one.source.includes("Grace"));
  expect(notice.envelope.to).toEqual(["owner@rank.co"]);
  expect(notice.from?.name).toBe("Rank and Sons");
  expect(notice.text).toMatch(/Rank and Sons/);
  expect(notice.text).toMatch(/GMT\+9|JST|Japan/);
});

const exact = (text: string | RegExp) =>
  typeof text === "string" ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : text;
