import { gunzipSync } from "node:zlib";
import { Parser } from "htmlparser2";

export const SITEMAP_BYTES = 1_000_000;
const UNPACKED_BYTES = 20_000_000;

export type Sitemap = {
  kind: "urlset" | "index" | "feed" | "text" | "none";
  count: number;
  /** URLs as written. */
  first: string[];
};

/**
 * Reads a sitemap as far as it was fetched: XML, a list of URLs, or a feed.
 * @param addresses how many URLs to return
 * @throws if a compressed sitemap is damaged or too large
 */
export function readSitemap(bytes: Buffer, addresses = 20): Sitemap {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isPacked ? gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES }) : bytes).toString("utf8");
  const beginning = text.slice(0, 2_000).replace(/^\uFEFF/, "");
  if (!/<(\w+:)?(urlset|sitemapindex|rss|feed)[\s>]/i.test(beginning)) return readList(text, addresses);
  const found: Sitemap = { kind: "none", count: 0, first: [] };
  const kinds: Record<string, Sitemap["kind"]> = {
    ...{ urlset: "urlset", sitemapindex: "index", rss: "feed", feed: "feed" },
  };
  let address: string | null = null;
  const local = (name: string) => name.slice(name.indexOf(":") + 1).toLowerCase();
  const parser = new Parser(
    {
      onopentag(name) {
        const tag = local(name);
        if (found.kind === "none") found.kind = kinds[tag] ?? "none";
        // Images and videos have a `loc` with a prefix.
        if (name === "loc" || (tag === "loc" && !/^(image|video|news):/i.test(name))) address = "";
        else if (found.kind === "feed" && tag === "link") address = "";
      },
      ontext(words) {
        if (address !== null && address.length < 3_000) address += words;
      },
      onclosetag(name) {
        const tag = local(name);
        if (address === null || (tag !== "loc" && tag !== "link")) return;
        found.count++;
        if (found.first.length < addresses) found.first.push(address.trim().slice(0, 2_000));
        address = null;
      },
    },
    { xmlMode: true },
  );
  parser.write(text);
  parser.end();
  return found;
}

/** A text file with one URL per line is a valid sitemap. */
function readList(text: string, addresses: number): Sitemap {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const isList = lines.length > 0 && lines.slice(0, 50).every((line) => /^https?:\/\/\S+\s*$/.test(line));
  if (!isList) return { kind: "none", count: 0, first: [] };
  return { kind: "text", count: lines.length, first: lines.slice(0, addresses).map((line) => line.trim()) };
}
