import { checkerAgent } from "../../app/features/audit/agent.ts";
import type { OldSite } from "../../app/features/import/read-live.server.ts";
import type { AskOldSite } from "../../app/features/imported/item.ts";
import { decodePage } from "../audit/charset.ts";
import { HOP_LIMITS } from "../audit/connect.ts";
import type { Outlet } from "../audit/fetch-hop.ts";
import { visit } from "../audit/follow.ts";
import { internet, testNetwork } from "../audit/network.ts";
import { readSitemap, SITEMAP_BYTES } from "../audit/read-sitemap.ts";
import type { Asker } from "../channel.ts";

const HOP_MS = 30_000;
const SITEMAPS_MAX = 50;
const SITEMAP_URLS_MAX = 5_000;

/** Messages for people, by failure. */
const FAILURES: Record<string, string> = {
  refused: "This URL isn't allowed.",
  "no-dns": "The server doesn't exist anymore.",
  "time-out": "The server didn't respond in time.",
  tls: "The server has no valid certificate.",
  loop: "It's in a redirect loop.",
};
export const failureText = (failure: string | null) =>
  FAILURES[failure ?? ""] ?? "The server can't be reached.";

export function outletOf({ siteUrl, siteTitle, testNet }: Asker, hopMs: number): Outlet {
  const { origin, hostname: ownHost } = new URL(siteUrl);
  const network = testNet ? testNetwork(testNet) : internet;
  return { network, userAgent: checkerAgent(siteTitle, origin), ownHost, limits: { ...HOP_LIMITS, hopMs } };
}

/** Returns functions that read the old site through the guard for requests to other sites. */
export function openOldSite(asker: Asker): OldSite {
  const outlet = outletOf(asker, HOP_MS);
  const request = async (url: string, bytes: number) => {
    const address = URL.parse(url);
    if (!address) return { failure: "This isn't a URL." };
    const { answer, failure } = await visit(address, bytes, outlet, AbortSignal.timeout(HOP_MS * 2));
    return answer ? { answer } : { failure: failureText(failure) };
  };
  const ask: AskOldSite = async (url, limit) => {
    const { answer, failure } = await request(url, limit);
    if (!answer) return { url, status: 0, text: "", headers: {}, failure };
    const { bytes } = answer.body;
    const type = answer.headers["content-type"] ?? "";
    const text = /\bjson\b/i.test(type) ? bytes.toString("utf8") : decodePage(bytes, type).text;
    return { url: answer.url, status: answer.status, text, headers: answer.headers };
  };
  const read = async (url: string) => {
    const { answer } = await request(url, SITEMAP_BYTES * 5);
    if (answer?.status !== 200) return null;
    try {
      return readSitemap(answer.body.bytes, SITEMAP_URLS_MAX);
    } catch {
      return null;
    }
  };
  return {
    ask,
    async listSitemap(siteUrl) {
      const { answer } = await request(`${URL.parse(siteUrl)?.origin}/robots.txt`, SITEMAP_BYTES);
      const named = [...(answer?.body.bytes.toString("utf8") ?? "").matchAll(/^sitemap:\s*(\S+)/gim)];
      const usual = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"].map((path) => siteUrl + path);
      const found = new Set<string>();
      for (const first of named.length ? named.map(([, url]) => url!) : usual) {
        const list = await read(first);
        if (!list || list.kind === "none") continue;
        if (list.kind !== "index") for (const url of list.first) found.add(url);
        else
          for (const part of list.first.slice(0, SITEMAPS_MAX))
            for (const url of (await read(part))?.first ?? []) found.add(url);
        if (!named.length) break;
      }
      return [...found].slice(0, SITEMAP_URLS_MAX);
    },
  };
}
