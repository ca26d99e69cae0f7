// Fits items into what a record can hold, and reports what doesn't fit.
import { isImageUrl } from "../../platform/text/text-rules.ts";
import { addFinding, type Finding, type SourceItem, type SourceSummary } from "../imported/item.ts";

/** A post's limit. */
const TEXT_MAX = 500_000;
/** The forms' limits. */
const MAX = { title: 200, excerpt: 1_000, author: 100, category: 100 } as const;
const SEO_MAX = { title: 500, description: 2_000 } as const;
const URL_MAX = 2_000;
const CANONICAL = /^(https?:\/\/[^\s#@\\]+|\/[^\s#\\]*)$/;

const count = (limit: number) => `${limit.toLocaleString("en-US")} characters`;

/** Returns an item that a record can hold, or null if there can't be one. */
export function fitItem(item: SourceItem, summary: SourceSummary): SourceItem | null {
  const title = item.title || item.slug || `Untitled ${item.type}`;
  const say = (list: Finding[], why: string) => addFinding(list, { title, why });
  const tooLong = item.html.length > TEXT_MAX && `Its text is longer than ${count(TEXT_MAX)}.`;
  const why = tooLong || (!item.html.trim() && "It has no text.");
  if (why) {
    say(summary.left, why);
    return null;
  }
  const cut = <Of extends object>(of: Of, limits: Partial<Record<keyof Of, number>>, named: string): Of => {
    const long = (Object.entries(limits) as [keyof Of & string, number][]).filter(
      ([name, limit]) => String(of[name]).length > limit,
    );
    for (const [name, limit] of long)
      say(summary.changed, `Its ${named}${name} was longer than ${count(limit)} and is cut.`);
    const short = ([name, limit]: (typeof long)[number]) =>
      String(of[name])
        .slice(0, limit)
        .replace(/[\uD800-\uDBFF]$/, "");
    return { ...of, ...Object.fromEntries(long.map((one) => [one[0], short(one)])) };
  };
  const fitted = { ...cut(item, MAX, ""), seo: cut(item.seo, SEO_MAX, "SEO ") };
  const { canonical } = fitted.seo;
  if (canonical && (!CANONICAL.test(canonical) || canonical.length > URL_MAX)) {
    say(summary.changed, `Its canonical URL isn't valid, so it isn't imported: ${canonical.slice(0, 200)}`);
    fitted.seo.canonical = "";
  }
  const cover = fitted.featuredImage?.url.replace(/^http:/i, "https:") ?? "";
  if (!isImageUrl(cover) || cover.length > URL_MAX) {
    say(
      summary.changed,
      `Its featured image's URL isn't valid, so it isn't imported: ${cover.slice(0, 200)}`,
    );
    fitted.featuredImage = null;
  }
  return fitted;
}
