// Counts what's in an export, from the file alone and without the importer's code. The two must agree.
import { DEFAULT_AUTHOR, DEFAULT_CATEGORY } from "../../app/copy/business.ts";
import { LARGE_SITE } from "./large-exports.ts";

export type Counted = {
  title: string;
  /** as what it's stored; null if it's left out, with a reason */
  as: "blog_posts" | "landing_pages" | null;
  why?: RegExp;
  slug: string;
  isPublic: boolean;
  /** null if unknown */
  date: string | null;
  author: string;
  category: string;
  /** the source of its text */
  raw: string;
  words: string[];
  images: number;
  hasCover: boolean;
  links: string[];
  /** what redirects to it, as paths */
  oldPaths: string[];
  /** what the report has to say about it */
  lines: RegExp[];
  seo?: { title?: string; description?: string; isHidden?: boolean };
};

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  hellip: "…",
  copy: "©",
};
const plain = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<noscript>[\s\S]*?<\/noscript>/g, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex, number, name) =>
      name ? (ENTITIES[name] ?? " ") : String.fromCodePoint(Number.parseInt(hex ?? number, hex ? 16 : 10)),
    );
/** Returns all words of an HTML text, without what's in brackets. */
export const wordsIn = (html: string): string[] =>
  plain(html)
    .replace(/\[[^\]]*\]/g, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? [];
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g)].map(([, url]) => url!.replaceAll("&amp;", "&"));

const asTitle = (html: string) =>
  plain(html.replace(/<\/?(i|b|em)>/g, ""))
    .replace(/\s+/g, " ")
    .trim();
const asSlug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
const cut = (title: string, lines: RegExp[]) => {
  if (title.length > 200) lines.push(/^Its title was longer than 200/);
  return title.slice(0, 200);
};

/** Returns what the report has to say about HTML, for each thing that can't be kept. */
function linesOf(html: string): RegExp[] {
  const visible = html.replace(/<noscript>[\s\S]*?<\/noscript>/g, "");
  const lines: RegExp[] = [];
  for (const tag of ["script", "form", "input", "chart"])
    if (new RegExp(`<${tag}\\b`, "i").test(visible)) lines.push(new RegExp(`^Removed: <${tag}>`));
  for (const [, tag] of visible.matchAll(/<(\w+)[^>]*\sonclick=/g))
    lines.push(new RegExp(`^Removed: onclick on <${tag}>`));
  for (const [, url] of visible.matchAll(/<img\b[^>]*?\bsrc="([^"]*)"/g))
    if (/^data:image\/png|localhost/.test(url!)) lines.push(/^Removed: the image “/);
  const files = [...visible.matchAll(/(?:href|src)="([^"]*\.(?:pdf|mp3|mp4))"/g)];
  for (const [, url] of files)
    if (!/^https?:/.test(url!) || url!.startsWith(LARGE_SITE)) lines.push(/^Links to a file on the old site/);
  return lines;
}
const imagesIn = (html: string) =>
  [...html.replace(/<noscript>[\s\S]*?<\/noscript>/g, "").matchAll(/<img\b[^>]*>/g)].filter(
    ([tag]) => !/\ssrc="(data:image\/png|http:\/\/(localhost|127\.|10\.))/.test(tag),
  ).length;

/** Numbers slugs that are used before, in the order of the file. */
function numbered(all: Counted[]): Counted[] {
  const used = new Set<string>();
  for (const one of all) {
    if (!one.as) continue;
    const wanted = one.slug;
    for (let number = 2; used.has(`${one.as} ${one.slug}`); number++) one.slug = `${wanted}-${number}`;
    used.add(`${one.as} ${one.slug}`);
  }
  return all;
}
const pathOf = (url: string) => (url.startsWith(LARGE_SITE) ? url.slice(LARGE_SITE.length) : url);

export function countWxr(xml: string): Counted[] {
  const inner = (text: string, name: string) => {
    const found = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1] ?? "";
    return found.replace(/<!\[CDATA\[|\]\]>/g, "").trim();
  };
  const listOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`<${name}>[\\s\\S]*?</${name}>`, "g"))].map(([one]) => one);
  const authors = new Map(
    listOf(xml, "wp:author").map((one) => [
      inner(one, "wp:author_login"),
      inner(one, "wp:author_display_name"),
    ]),
  );
  const categories = new Map(
    listOf(xml, "wp:category").map((one) => [inner(one, "wp:term_id"), inner(one, "wp:cat_name")]),
  );
  const items = listOf(xml, "item");
  const idOf = (item: string) => inner(item, "wp:post_id");
  const uploads = items.filter((item) => inner(item, "wp:attachment_url"));
  const all = items.map((item): Counted | null => {
    const id = idOf(item);
    const [type, status] = [inner(item, "wp:post_type"), inner(item, "wp:status")];
    if (
      /^(attachment|revision|wp_block|nav_menu_item|wpcf7_contact_form)$/.test(type) ||
      status === "auto-draft"
    )
      return null;
    const meta = new Map(
      listOf(item, "wp:postmeta").map((one) => [inner(one, "wp:meta_key"), inner(one, "wp:meta_value")]),
    );
    const lines: RegExp[] = [];
    const written = asTitle(inner(item, "title"));
    const title = cut(written || `Untitled ${type} ${id}`, lines);
    if (!written) lines.push(/^It has no title/);
    const notes = JSON.parse(meta.get("footnotes") ?? "[]") as { content: string }[];
    const raw = inner(item, "content:encoded")
      .replace(/<!-- wp:block \{"ref":(\d+)\} \/-->/g, (_, ref) =>
        inner(items.find((one) => idOf(one) === ref) ?? "", "content:encoded"),
      )
      .replace("<!-- wp:footnotes /-->", notes.map(({ content }) => content).join(" "));
    const terms = [...item.matchAll(/<category domain="([^"]*)"[^>]*>([\s\S]*?)<\/category>/g)].map(
      ([, domain, name]) => ({ domain, name: name!.replace(/<!\[CDATA\[|\]\]>/g, "") }),
    );
    const filed = terms.filter(({ domain }) => domain === "category").map(({ name }) => name);
    const primary = categories.get(meta.get("_yoast_wpseo_primary_category") ?? "");
    const category = primary ?? filed[0] ?? "";
    if (filed.length > 1) lines.push(/^Its other categories aren't imported: /);
    if (terms.length > filed.length) lines.push(/^Its tags aren't imported: /);
    if (item.includes("<wp:comment>")) lines.push(/^Its comments aren't imported: 3$/);
    if ([...meta.keys()].some((key) => !/^_|^footnotes$/.test(key)))
      lines.push(/^Its custom fields aren't imported: price, color$/);
    if (item.includes("<wp:is_sticky>1")) lines.push(/^It was pinned/);
    if (status === "future") lines.push(/^It was scheduled for January 2, 2999/);
    const cover = uploads.find((one) => idOf(one) === meta.get("_thumbnail_id"));
    if (meta.has("_thumbnail_id") && !cover) lines.push(/^Its featured image isn't in the export/);
    for (const [, name] of raw.matchAll(/<!-- wp:([\w-]+) \/-->/g))
      lines.push(new RegExp(`the block “${name}”`));
    const excerpt = inner(item, "excerpt:encoded");
    if (excerpt.length > 1_000) lines.push(/^Its excerpt was longer/);
    const seoTitle = meta.get("_yoast_wpseo_title") ?? "";
    if (seoTitle.length > 500) lines.push(/^Its SEO title was longer/);
    const why =
      status === "trash"
        ? /in the trash/
        : status === "private"
          ? /It's private/
          : inner(item, "wp:post_password")
            ? /protected by a password/
            : !raw
              ? /It has no text/
              : raw.length > 500_000
                ? /longer than 500,000/
                : !/^(post|page)$/.test(type)
                  ? new RegExp(`type “${type}”`)
                  : undefined;
    const isRead = !why || /type/.test(why.source);
    const gallery = [...raw.matchAll(/\[(?:gallery ids|vc_single_image image)="([\d,]+)"\]/g)]
      .flatMap(([, ids]) => ids!.split(","))
      .filter((one) => uploads.some((upload) => idOf(upload) === one));
    const own = /\[gallery columns/.test(raw)
      ? uploads.filter((one) => inner(one, "wp:post_parent") === id)
      : [];
    const link = inner(item, "link");
    const isPublic = status === "publish";
    if (type === "page" && pathOf(link).split("/").filter(Boolean).length > 1)
      lines.push(/^It was below another page/);
    const slug = decodeURIComponent(inner(item, "wp:post_name")).replace("größe_", "grosse-");
    const old = (meta.get("_wp_old_slug") ?? "") && link.replace(/[^/]+\/$/, `${meta.get("_wp_old_slug")}/`);
    return {
      ...{ title, raw, lines: isRead ? [...lines, ...linesOf(raw)] : [], isPublic },
      as: why ? null : type === "page" ? "landing_pages" : "blog_posts",
      ...(why && { why }),
      slug: slug || asSlug(title),
      date: isPublic ? `${inner(item, "wp:post_date_gmt").replace(" ", "T")}.000Z` : null,
      author: authors.get(inner(item, "dc:creator")) || DEFAULT_AUTHOR,
      category: category || DEFAULT_CATEGORY,
      words: wordsIn(raw),
      images: imagesIn(raw) + gallery.length + own.length,
      hasCover: cover !== undefined,
      links: linksIn(raw),
      oldPaths: isPublic ? [link, old].filter(Boolean).map(pathOf).concat(`/?p=${id}`) : [],
      seo: {
        ...(seoTitle && { title: seoTitle.slice(0, 500) }),
        ...(meta.get("_yoast_wpseo_metadesc") && { description: meta.get("_yoast_wpseo_metadesc")! }),
        isHidden: meta.get("_yoast_wpseo_meta-robots-noindex") === "1",
      },
    };
  });
  return numbered(all.filter((one) => one !== null));
}

type Row = Record<string, string>;

export function countGhost(json: string): Counted[] {
  const [{ data }] = JSON.parse(json.slice(1)).db as [{ data: Record<string, Row[]> }];
  const named = (list: string, id: string) => data[list]!.find((one) => one.id === id)!.name!;
  const all = data.posts!.map((post): Counted => {
    const lines: RegExp[] = [];
    const why =
      post.status === "sent"
        ? /only sent by email/
        : post.visibility !== "public"
          ? /members only/
          : post.html
            ? undefined
            : /doesn't include its HTML/;
    const title = cut(post.title!, lines);
    const raw = (post.html ?? "").replaceAll("__GHOST_URL__", LARGE_SITE);
    const [category, ...tags] = data
      .posts_tags!.filter(({ post_id }) => post_id === post.id)
      .map(({ tag_id }) => named("tags", tag_id!))
      .filter((name) => !name.startsWith("#"));
    const [author, ...authors] = data
      .posts_authors!.filter(({ post_id }) => post_id === post.id)
      .map(({ author_id }) => named("users", author_id!));
    const meta = data.posts_meta!.find(({ post_id }) => post_id === post.id);
    if (tags.length) lines.push(/^Its other tags aren't imported: Haunts$/);
    if (authors.length) lines.push(/^Its other authors aren't imported: Zoé Größe$/);
    if (meta || post.codeinjection_head) lines.push(/^Its other fields aren't imported: (codeinjection|og)_/);
    if (post.featured) lines.push(/^It was featured/);
    if (post.status === "scheduled") lines.push(/^It was scheduled/);
    if ((post.custom_excerpt ?? "").length > 1_000) lines.push(/^Its excerpt was longer/);
    const isPublic = post.status === "published";
    return {
      ...{ title, raw, isPublic, slug: post.slug!, lines: why ? [] : [...lines, ...linesOf(raw)] },
      as: why ? null : post.type === "page" ? "landing_pages" : "blog_posts",
      ...(why && { why }),
      date: isPublic ? post.published_at! : null,
      author: author!,
      category: category!,
      words: wordsIn(raw),
      images: imagesIn(raw),
      hasCover: Boolean(post.feature_image),
      links: linksIn(raw),
      oldPaths: isPublic ? [`/${post.slug}/`] : [],
      seo: { ...(meta && { title: meta.meta_title!, description: meta.meta_description! }) },
    };
  });
  return numbered(all);
}

/** Reads a CSV file in which every cell is quoted. */
function rowsIn(csv: string): Row[] {
  const [names = "", ...lines] = csv.slice(1).split(/\r\n(?="|$)/);
  const columns = names.split(",");
  return lines.filter(Boolean).map((line) => {
    const cells = [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell]) =>
      cell!.replaceAll('""', '"'),
    );
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ""]));
  });
}

export function countCsv(csv: string): Counted[] {
  const all = rowsIn(csv).map((row): Counted => {
    const lines: RegExp[] = [];
    const { content: raw = "", status = "", date = "" } = row;
    const title = cut(row.title!, lines);
    const isLater = date.startsWith("2999");
    const why = !title
      ? /It has no title/
      : !raw
        ? /It has no content/
        : row.type === "recipe"
          ? /type “recipe”/
          : undefined;
    const [category, ...others] = row.category!.split("; ");
    if (others.length) lines.push(/^Its other categories aren't imported: Butter$/);
    if (!/^(published|draft)$/.test(status)) lines.push(/^Its status is “/);
    if (isLater) lines.push(/^Its date is in the future/);
    if (/^\d\d\/\d\d/.test(date))
      lines.push(/^(Its date, “03\/04\/2021”, was read as March 4|We couldn't read its date, “31)/);
    if (row.author!.length > 100) lines.push(/^Its author was longer than 100/);
    const isPublic = status === "published" && !isLater;
    const known: Record<string, string | null> = { "03/04/2021": "2021-03-04", "31/12/2020": null, "": null };
    const day = date in known ? known[date]! : date;
    const isRead = !why || /type/.test(why.source);
    return {
      ...{ title: title || "Untitled", raw, isPublic, lines: isRead ? [...lines, ...linesOf(raw)] : [] },
      as: why ? null : row.type === "page" ? "landing_pages" : "blog_posts",
      ...(why && { why }),
      slug: row.url!.slice(1) || asSlug(title),
      date: isPublic && day ? `${day}T00:00:00.000Z` : null,
      author: row.author!.slice(0, 100) || DEFAULT_AUTHOR,
      category: category || DEFAULT_CATEGORY,
      words: wordsIn(raw),
      images: imagesIn(raw),
      hasCover: row.image !== "",
      links: linksIn(raw),
      oldPaths: isPublic && row.url ? [row.url] : [],
      seo: {
        ...(row["meta title"] && { title: row["meta title"], description: row["meta description"]! }),
        isHidden: row.noindex === "yes",
      },
    };
  });
  return numbered(all);
}

export function countMarkdown(files: readonly (readonly [name: string, content: string])[]): Counted[] {
  const all = files.map(([name, file]): Counted => {
    const lines: RegExp[] = [];
    const text = file.replaceAll("\r", "");
    const [, matter = "", rest = text] =
      /^(?:---|\+\+\+)\n([\s\S]*?)\n(?:---|\+\+\+)\n([\s\S]*)$/.exec(text) ?? [];
    const value = (key: string) =>
      new RegExp(`^${key}\\s*[:=]\\s*["[]*([^"\\]\\n,]*)`, "m").exec(matter)?.[1]?.trim() ?? "";
    const heading = value("title") ? "" : (/^# (.+)\n/.exec(rest)?.[1] ?? "");
    const base = name.replace(/\.\w+$/, "");
    const body = rest
      .replace(/^# .+\n/, (line) => (heading ? "" : line))
      .replace(/^import .*$|^\[\^\d\]:/gm, "")
      .replace(/<https?:[^>]*>/g, (url) => ` ${url.slice(1, -1)} `);
    const why = /\[Broken/.test(matter)
      ? /front matter isn't valid/
      : body.trim()
        ? undefined
        : /It has no content/;
    if (/\{\{<|\{%|\{:/.test(body)) lines.push(/stays as it is\.$/);
    if (/- \[ \]/.test(body)) lines.push(/^Removed: <input>/);
    if (/^(weight|\[params)/m.test(matter)) lines.push(/^Its other fields aren't imported: (weight|params)$/);
    if (/"Rye"/.test(matter)) lines.push(/^Its other categories aren't imported: Rye$/);
    const isLater = value("date").startsWith("2999");
    if (isLater) lines.push(/^Its date is in the future/);
    const isPublic = value("draft") !== "true" && value("published") !== "false" && !isLater;
    const url = value("url") || value("permalink");
    const day = (
      value("date") ||
      (value("pubDate") && "2022-07-08") ||
      /^\d{4}-\d\d-\d\d/.exec(name)?.[0] ||
      ""
    ).slice(0, 10);
    const early = /(?:aliases = \["|redirect_from:\n {2}- )(\/[\w-]+\/)/.exec(matter)?.[1];
    const images = [...body.matchAll(/!\[/g)].length;
    const title =
      value("title").replace(/^Yaml.*/, /title: "(.*)"/.exec(matter)?.[1] ?? "") || heading || base;
    return {
      ...{
        title: why ? name : title,
        raw: `${file} language checkbox`,
        isPublic,
        lines: why ? [] : [...lines, ...linesOf(body)],
      },
      as: why ? null : value("layout") === "page" ? "landing_pages" : "blog_posts",
      ...(why && { why }),
      slug: url ? url.replace(/^\/|\/$|\.html$/g, "") : base === "index" ? asSlug(title) : base,
      date: isPublic && day ? `${day}T${value("date").includes("T") ? "10" : "00"}:00:00.000Z` : null,
      author: value("author") || DEFAULT_AUTHOR,
      category: value("categories") || value("tags") || DEFAULT_CATEGORY,
      words: wordsIn(
        body
          .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
          .replace(/\]\([^)]*\)/g, "]")
          .replace(/[[\]^]/g, " "),
      ),
      images,
      hasCover: /^(image|heroImage):/m.test(matter),
      links: [...body.matchAll(/(?<!!)\[[^\]^]+\]\(([^)\s]+)[^)]*\)|(https:\/\/auto\S+)/g)].map(
        ([, a, b]) => (a ?? b)!,
      ),
      oldPaths: isPublic ? [url, early ?? ""].filter(Boolean) : [],
      seo: { ...(value("description") && { description: value("description") }) },
    };
  });
  return numbered(all);
}
