import { z } from "zod";
import { textOf } from "../../platform/text/plain-text.ts";
import {
  type AskOldSite,
  addFinding,
  countIn,
  noteConverted,
  notImported,
  type OldPage,
  readDate,
  type SourceItem,
  type SourceSummary,
  UnreadableSource,
} from "../imported/item.ts";
import { convertHtml } from "./convert.server.ts";
import { sourceKey } from "./source-key.server.ts";
import { archivesOf, INTERNAL } from "./wordpress.server.ts";

/** Items per request. Some servers need over 10 seconds for more. */
const AT_ONCE = 50;
const LIST_BYTES = 16_000_000;

const text = z.string().catch("");
const rendered = z.object({ rendered: text, protected: z.boolean().catch(false) });
const none = { rendered: "", protected: false };
const restItem = z.object({
  id: z.number(),
  ...{ slug: text, link: text, date_gmt: text },
  ...{ title: rendered.catch(none), content: rendered.catch(none), excerpt: rendered.catch(none) },
  yoast_head_json: z
    .object({
      ...{ title: text, description: text, canonical: text },
      robots: z.object({ index: text, follow: text }).catch({ index: "", follow: "" }),
    })
    .optional()
    .catch(undefined),
  _embedded: z
    .object({
      author: z.array(z.object({ name: text })).catch([]),
      "wp:featuredmedia": z.array(z.object({ source_url: text, alt_text: text })).catch([]),
      "wp:term": z.array(z.array(z.object({ taxonomy: text, name: text }))).catch([]),
    })
    .optional()
    .catch(undefined),
});
type RestItem = z.output<typeof restItem>;

const restTypes = z.record(z.string(), z.object({ slug: text, rest_base: text }));

type Rest = { urlOf(path: string, query: string): string; types: { slug: string; rest_base: string }[] };

const jsonOf = ({ status, text }: OldPage): unknown => {
  try {
    return status === 200 ? JSON.parse(text) : null;
  } catch {
    return null;
  }
};

/**
 * Finds a WordPress site's REST API.
 * @returns null if there's no public one
 */
export async function findRest(
  siteUrl: string,
  ask: AskOldSite,
  summary: SourceSummary,
): Promise<Rest | null> {
  for (const base of [`${siteUrl}/wp-json`, `${siteUrl}/?rest_route=`]) {
    const urlOf = (path: string, query: string) => `${base}${path}${base.includes("?") ? "&" : "?"}${query}`;
    const types = restTypes.safeParse(jsonOf(await ask(urlOf("/wp/v2/types", ""), LIST_BYTES)));
    if (!types.success || !types.data.post) continue;
    const about = z
      .object({ name: text })
      .safeParse(jsonOf(await ask(urlOf("/", "_fields=name"), LIST_BYTES)));
    summary.siteTitle = textOf(about.data?.name ?? "");
    const listed = Object.values(types.data).filter(
      ({ slug, rest_base }) => rest_base && !INTERNAL.test(slug),
    );
    return { urlOf, types: listed };
  }
  return null;
}

/**
 * Yields all public items.
 * @throws UnreadableSource if the site stops responding
 */
export async function* readRest(
  { urlOf, types }: Rest,
  ask: AskOldSite,
  summary: SourceSummary,
): AsyncGenerator<SourceItem> {
  const years = new Set<string>();
  for (const { slug: type, rest_base } of types) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = `per_page=${AT_ONCE}&page=${page}&orderby=id&order=asc&_embed=author,wp:term,wp:featuredmedia`;
      const url = urlOf(`/wp/v2/${rest_base}`, query);
      let answer = await ask(url, LIST_BYTES);
      if (answer.status !== 200 && page > 1) answer = await ask(url, LIST_BYTES);
      const list = z.array(z.unknown()).safeParse(jsonOf(answer));
      if (!list.success && page > 1)
        throw new UnreadableSource(
          `The old site stopped responding at page ${page} of its ${rest_base} (${answer.failure ?? answer.status}). Try again later.`,
        );
      if (!list.success) {
        addFinding(summary.left, { title: type, why: "The old site doesn't list these publicly." });
        break;
      }
      pages = Number(answer.headers["x-wp-totalpages"]) || 1;
      for (const one of list.data) {
        const read = restItem.safeParse(one);
        const item = read.success ? asItem(read.data, type, summary) : null;
        if (item?.date) years.add(item.date.slice(0, 4));
        if (item) yield item;
      }
    }
  }
  summary.archives.push(...archivesOf(summary.siteUrl, years));
}

function asItem(raw: RestItem, type: string, summary: SourceSummary): SourceItem | null {
  const { id, link, yoast_head_json: yoast, _embedded: more } = raw;
  const { siteUrl } = summary;
  const title = textOf(raw.title.rendered) || `Untitled ${type} ${id}`;
  countIn(summary.found, type);
  if (raw.content.protected) {
    addFinding(summary.left, { title, why: "It's protected by a password." });
    return null;
  }
  const content = convertHtml(raw.content.rendered, { siteUrl });
  const [image] = more?.["wp:featuredmedia"] ?? [];
  const terms = more?.["wp:term"].flat() ?? [];
  const category = terms.find(({ taxonomy }) => taxonomy === "category");
  const named = (isCategory: boolean) =>
    terms
      .filter((one) => one !== category && (one.taxonomy === "category") === isCategory)
      .map(({ name }) => textOf(name));
  content.notes.push(...notImported("other categories", named(true)), ...notImported("tags", named(false)));
  noteConverted(summary, { title }, content);
  const canonical = yoast?.canonical ?? "";
  const own = { title, slug: raw.slug, date: readDate(raw.date_gmt), html: content.html };
  return {
    key: sourceKey("wordpress", siteUrl, id, own),
    ...own,
    ...{ type, isPublished: true },
    author: textOf(more?.author[0]?.name ?? ""),
    category: textOf(category?.name ?? ""),
    excerpt: textOf(raw.excerpt.rendered),
    images: content.images,
    featuredImage: image?.source_url ? { url: image.source_url, alt: image.alt_text } : null,
    seo: {
      title: textOf(yoast?.title ?? ""),
      description: textOf(yoast?.description ?? ""),
      canonical: canonical === link ? "" : canonical,
      isIndexable: yoast?.robots.index !== "noindex",
      isFollowable: yoast?.robots.follow !== "nofollow",
    },
    oldUrls: [link, `${siteUrl}/?p=${id}`, ...(type === "page" ? [`${siteUrl}/?page_id=${id}`] : [])],
  };
}
