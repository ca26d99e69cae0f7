import type { SourceItem } from "../imported/item.ts";
import { resolveVariables, type SeoFacts } from "./seo-variables.ts";

/** The first key with a value wins. */
const KEYS = {
  title: [
    "_yoast_wpseo_title",
    "rank_math_title",
    "_seopress_titles_title",
    "_aioseo_title",
    "_aioseop_title",
  ],
  description: [
    ...["_yoast_wpseo_metadesc", "rank_math_description", "_seopress_titles_desc"],
    ...["_aioseo_description", "_aioseop_description"],
  ],
  canonical: [
    ...["_yoast_wpseo_canonical", "rank_math_canonical_url", "_seopress_robots_canonical"],
    ...["_aioseo_canonical_url", "_aioseop_custom_link"],
  ],
  keyword: ["_yoast_wpseo_focuskw", "rank_math_focus_keyword", "_seopress_analysis_target_kw"],
};

const firstOf = (meta: ReadonlyMap<string, string>, keys: readonly string[]) =>
  keys.map((key) => meta.get(key)?.trim()).find(Boolean) ?? "";

const isYes = (value = "") => /^(1|yes|on|true)$/i.test(value);

/**
 * Returns a WordPress item's SEO fields.
 * @param meta post meta by key; PHP values stay serialized
 * @param own the item's own URLs; a canonical URL that is one of them isn't stored
 */
export function readWordPressSeo(
  meta: ReadonlyMap<string, string>,
  facts: Omit<SeoFacts, "focusKeyword">,
  own: readonly string[],
  onUnknown: (name: string) => void,
): SourceItem["seo"] {
  const withKeyword = { ...facts, focusKeyword: firstOf(meta, KEYS.keyword).split(",")[0]! };
  const resolve = (keys: readonly string[]) => resolveVariables(firstOf(meta, keys), withKeyword, onUnknown);
  const canonical = firstOf(meta, KEYS.canonical);
  const rankMath = meta.get("rank_math_robots") ?? "";
  const isHidden =
    meta.get("_yoast_wpseo_meta-robots-noindex") === "1" ||
    rankMath.includes('"noindex"') ||
    isYes(meta.get("_seopress_robots_index")) ||
    isYes(meta.get("_aioseo_noindex") ?? meta.get("_aioseop_noindex"));
  const isUnfollowed =
    meta.get("_yoast_wpseo_meta-robots-nofollow") === "1" ||
    rankMath.includes('"nofollow"') ||
    isYes(meta.get("_seopress_robots_follow")) ||
    isYes(meta.get("_aioseo_nofollow") ?? meta.get("_aioseop_nofollow"));
  const bare = (url: string) => url.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
  return {
    title: resolve(KEYS.title),
    description: resolve(KEYS.description),
    canonical: own.some((url) => bare(url) === bare(canonical)) ? "" : canonical,
    isIndexable: !isHidden,
    isFollowable: !isUnfollowed,
  };
}
