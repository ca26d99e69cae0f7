// Measures the panel's tabs and the public lists with 100,000 posts, case studies, enquiries and subscribers.
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { processesOf } from "../tests/support/site.ts";
import { cpuOf, REPORT_CPU } from "./cpu.ts";
import { openSite } from "./site.ts";
import { measureAnswers, say } from "./times.ts";

const RECORDS = 100_000;
const REDIRECTS = 10_000;
const ROUNDS = 9;
const REQUESTS = 2_000;
const NOWHERE = "xylophone";

const FILL = [
  `insert into industries (name) select 'Industry ' || n from generate_series(1, 20) as n`,
  `insert into blog_posts (title, slug, excerpt, content, category, created_at)
   select 'Post ' || n, 'post-' || n, 'About ' || n, '<p>' || repeat('Words of post ' || n || '. ', 60) || '</p>',
     'Category ' || n % 12, now() - n * interval '1 minute'
   from generate_series(1, ${RECORDS}) as n`,
  `insert into case_studies (title, slug, client, industry, industry_id, result, challenge, solution, created_at)
   select 'Study ' || n, 'study-' || n, 'Client ' || n, i.name, i.id, '+' || n % 300 || '%',
     '<p>' || repeat('What was wrong with ' || n || '. ', 30) || '</p>',
     '<p>' || repeat('What was done for ' || n || '. ', 30) || '</p>', now() - n * interval '1 minute'
   from generate_series(1, ${RECORDS}) as n
     join industries as i on i.name = 'Industry ' || (n % 20 + 1)`,
  `insert into enquiries (id, form_type, name, email, message, page, created_at)
   select gen_random_uuid(), 'contact', 'Person ' || n, 'person-' || n || '@example.com',
     repeat('We sell things and want to be found. ', 8), '/contact', now() - n * interval '5 minutes'
   from generate_series(1, ${RECORDS}) as n`,
  `insert into subscribers (email, token, status) select 'reader-' || n || '@example.com', 'token-' || n, 'confirmed'
   from generate_series(1, ${RECORDS}) as n`,
  // 10% of the redirects are wildcards, and 1% have a query.
  `insert into redirects (from_path, to_path)
   select case when n % 10 = 0 then '/old-' || n || '/*' when n % 100 = 1 then '/?p=' || n else '/old-' || n end,
     case when n % 10 = 0 then '/blog/*' else '/contact' end
   from generate_series(1, ${REDIRECTS}) as n`,
  "vacuum analyze",
];

const LISTS = {
  Dashboard: ["/dashboard"],
  Cases: [
    "/case-studies",
    "/case-studies?page=4000",
    "/case-studies?sort=title",
    `/case-studies?search=${NOWHERE}`,
  ],
  Blog: ["/blog", "/blog?page=4000", "/blog?sort=title", `/blog?search=${NOWHERE}`],
  Industries: ["/industries"],
  Enquiries: [
    "/enquiries",
    "/enquiries?page=2000",
    "/enquiries?search=person-99999",
    `/enquiries?search=${NOWHERE}`,
    "/enquiries/sources",
  ],
  Subscribers: ["/enquiries/subscribers", "/enquiries/subscribers?search=reader-99999"],
};
/** Requested with the owner's session, so that no page comes from the cache. */
const PUBLIC = [
  "/",
  "/case-studies",
  "/case-studies?page=2000",
  "/case-studies?industry=industry-7",
  "/blog",
  "/sitemap.xml",
];

const site = await openSite({ ADMIN_PASSWORD, SEED: "none", ...REPORT_CPU });
try {
  for (const statement of FILL) await site.query(statement);
  const { session } = await logIn(site.url);
  for (const [tab, addresses] of Object.entries(LISTS)) {
    for (const address of addresses) await measure(tab, PANEL + address, session);
  }
  for (const search of ["post", NOWHERE])
    await measure(`Ctrl-K ${search}`, `${PANEL}/search`, session, new URLSearchParams({ search }));
  for (const address of PUBLIC) await measure("public", address, session);
  await measureCpu("a 404", (i) => `/made-up-${i}/page`, 404);
  await measureCpu("a 404 with a query", (i) => `/made-up-${i}?a=1&b=2&c=${i}`, 404);
  await measureCpu("a redirect", (i) => `/old-${(i % 900) * 10 + 3}`, 301);
  await measureCpu("a wildcard", (i) => `/old-${(i % 900) * 10 + 10}/post-${i + 1}`, 301);
  await measureCpu("a kept page", () => "/blog", 200);
} finally {
  await site.close();
}
process.exit(0);

async function measure(what: string, address: string, headers: HeadersInit, form?: URLSearchParams) {
  const { median, slowest } = await measureAnswers(site.url + address, headers, ROUNDS, form);
  const ms = (time: number) => `${time.toFixed(0).padStart(5)} ms`;
  say(`${what.padEnd(12)} ${address.replace(PANEL, "").padEnd(45)} ${ms(median)}, at most ${ms(slowest)}`);
}

async function measureCpu(what: string, addressOf: (i: number) => string, expected: number) {
  const [pid] = processesOf(site, "serving");
  const run = async () => {
    for (let i = 0; i < REQUESTS; i++) {
      const { status } = await site.ask(addressOf(i));
      if (status !== expected) throw new Error(`${addressOf(i)} returned ${status}`);
    }
  };
  await run();
  const before = await cpuOf(pid!);
  await run();
  say(`${what.padEnd(22)} ${((await cpuOf(pid!)) - before) / REQUESTS} µs of processor time`);
}
