// The records that the editors in `editors.ts` work on: every kind except added pages and imports.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { formatResults } from "../../app/features/case-studies/results-json.ts";
import type { KindName } from "../../app/features/records/record-kind.server.ts";
import { writeTextKey } from "../../app/features/website-content/text-key.ts";
import type { Database } from "../../app/platform/database/database.server.ts";

/** Returns what an editor types into a field at a step. */
type Typed = (step: number, random: number) => string;
export type RecordOfTest = {
  name: string;
  kind: KindName;
  id: string;
  /** the record's key in the history */
  key: string;
  /** only for records that get deleted and restored */
  table?: string;
  fields: Record<string, Typed>;
  /** groups of fields that are always drafted and saved together, and that conflict as a group */
  units?: string[][];
};

const words =
  (what: string): Typed =>
  (step) =>
    `${what} ${step}`;
const percent: Typed = (_, random) => String(Math.round(random * 100) / 100);
const yesOrNo: Typed = (_, random) => String(random < 0.5);

/** Each kind's table, and the columns that the owner doesn't edit (decision 0049). */
const TABLES: Record<string, { table: string; without: string[] }> = {
  "blog-posts": { table: "blog_posts", without: ["was_published"] },
  "case-studies": { table: "case_studies", without: ["was_published", "industry"] },
  industries: { table: "industries", without: [] },
  "website-content": { table: "website_content", without: [] },
  "page-seo": { table: "page_seo", without: [] },
  settings: { table: "website_settings", without: [] },
  media: { table: "media", without: [] },
  redirects: { table: "redirects", without: ["hits", "last_hit_at"] },
};
/** All tables, in the order in which they can be emptied, because case studies reference industries. */
export const RECORD_TABLES = Object.values(TABLES).map(({ table }) => table);

/** Adds one or two records of each kind. */
export async function addRecords(db: Database): Promise<RecordOfTest[]> {
  const add = async (statement: string) =>
    (await db.execute<{ id: string }>(`${statement} returning id`)).rows.map(({ id }) => id);
  const [shops, law] = await add("insert into industries (name) values ('Shops'), ('Law')");
  const posts = await add(
    "insert into blog_posts (title, slug, content) values ('A', 'a', '<p>A</p>'), ('B', 'b', '<p>B</p>')",
  );
  const [study] = await add(
    `insert into case_studies (title, slug, client, industry, industry_id, challenge, solution, results) values ('C', 'c', 'Client', 'Shops', '${shops}', '', '', '{}')`,
  );
  const [image] = await add(
    "insert into media (id, name, file_id) values ('abcdefghijkl', 'Image', gen_random_uuid())",
  );
  const redirects = await add(
    "insert into redirects (from_path, to_path) values ('/was-0', '/to'), ('/was-1', null)",
  );
  await db.execute(
    "insert into website_settings (setting_key, setting_value) values ('phone_number', '+1'), ('time_zone', 'Europe/Berlin')",
  );
  const text = (page_name: string): RecordOfTest => {
    const key = { page_name, section_name: "hero", content_key: "title" };
    return {
      name: `text of ${page_name}`,
      kind: "website-content",
      id: writeTextKey(key),
      key: Object.values(key).join("\u001f"),
      fields: { content_value: words(`Headline of ${page_name}`) },
    };
  };
  const seo = { meta_title: words("Title"), meta_description: words("Said"), is_indexable: yesOrNo };
  const results: Typed = (step) => formatResults({ Traffic: `+${step}%`, Leads: step });
  return [
    ...posts.map((id, i): RecordOfTest => {
      const name = `post ${i}`;
      const content: Typed = (step) => `<p>${name} at ${step}</p>`;
      const slug: Typed = (step) => `slug-${i}-${step}`;
      const fields = { title: words(name), slug, excerpt: words("Short"), content, published: yesOrNo };
      return { name, kind: "blog-posts", id, key: id, table: "blog_posts", fields };
    }),
    {
      ...{ name: "case study", kind: "case-studies", id: study!, key: study!, table: "case_studies" },
      fields: {
        ...{ title: words("Study"), client: words("Client"), results, published: yesOrNo },
        industry_id: (_, random) => (random < 0.5 ? shops! : law!),
      },
    },
    ...[shops!, law!].map((id, i): RecordOfTest => {
      const fields = { name: words(`Industry ${i}`), description: words("About") };
      return { name: `industry ${i}`, kind: "industries", id, key: id, fields };
    }),
    { name: "SEO", kind: "page-seo", id: "about", key: "about", fields: seo },
    {
      ...{ name: "setting", kind: "settings", id: "general", key: "phone_number" },
      fields: { phone_number: words("+1 555") },
    },
    {
      ...{ name: "image", kind: "media", id: image!, key: image!, table: "media" },
      fields: {
        ...{ name: words("Image"), alt: words("It shows"), credit: words("By") },
        // Never decorative, because a decorative image has no alt text. The image tests cover that.
        ...{ is_decorative: () => "false", focal_x: percent, focal_y: percent },
      },
      units: [
        ["alt", "is_decorative"],
        ["focal_x", "focal_y"],
      ],
    },
    ...redirects.map((id, i): RecordOfTest => {
      const from_path: Typed = (step) => `/was-${i}-${step}`;
      const to_path: Typed = (step, random) => (random < 0.3 ? "" : `/to-${step}`);
      return {
        name: `redirect ${i}`,
        kind: "redirects",
        id,
        key: id,
        fields: { from_path, to_path, is_on: yesOrNo },
      };
    }),
    text("home"),
    text("about"),
  ];
}

/** Identifies a row. A text that's added again after a deletion is a new row. */
const identityOf = (kind: string, row: Record<string, unknown>) =>
  `${kind} ${row.id ?? row.page_name ?? row.setting_key}`;

/** Returns a row without the columns that the owner doesn't edit. */
function trimmed(kind: string, row: Record<string, unknown>) {
  const without = new Set(["version", "updated_at", ...TABLES[kind]!.without]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !without.has(name)));
}

/** Returns every current row of every kind, including deleted ones. */
export async function rowsNow(db: Database): Promise<Map<string, unknown>> {
  const selects = Object.entries(TABLES).map(
    ([kind, { table }]) => `select '${kind}' as kind, row_to_json(t) as row from ${table} t`,
  );
  const { rows } = await db.execute<{ kind: string; row: Record<string, unknown> }>(
    sql.raw(selects.join(" union all ")),
  );
  return new Map(rows.map(({ kind, row }) => [identityOf(kind, row), trimmed(kind, row)]));
}

/** Rebuilds every state of every row from the history and compares it with the log. */
export async function compareWithHistory(
  db: Database,
  log: { revisions: number; rows: Map<string, unknown> }[],
) {
  const { rows } = await db.execute<{ kind: string; op: string; row: Record<string, unknown> }>(
    "select kind, op, row from revisions order by at, id",
  );
  const built = new Map<string, unknown>();
  let done = 0;
  for (const { revisions, rows: were } of log) {
    for (; done < revisions; done++) {
      const { kind, op, row } = rows[done]!;
      if (op === "delete") built.delete(identityOf(kind, row));
      else built.set(identityOf(kind, row), trimmed(kind, row));
    }
    expect(Object.fromEntries(built), `after ${revisions} revisions`).toEqual(Object.fromEntries(were));
  }
}
