import { brotliCompressSync, constants } from "node:zlib";
import { pageChecks as words } from "../../copy/panel/page-checks.ts";
import type { FetchAsVisitor } from "../../platform/http/context.server.ts";
import type { FoundImages } from "../media/images.server.ts";
import { type Check, judgePage, unchecked } from "./checks.ts";
import type { PageFacts } from "./facts.ts";
import { LinkFollower, logFault } from "./links.server.ts";
import { lostJumps } from "./read-own.ts";
import { readPage } from "./read-page.server.ts";
import type { Known, LinkState } from "./rule.ts";

const BROTLI_QUALITY = 4;

/**
 * A page and its check results. If the page couldn't be read, the checks say why.
 * @property status of the response; null if there was none
 * @property links results for links within this site, by path, or by fragment for places on the page that don't exist
 * @property tookMs time until the page had loaded completely
 */
export type CheckedPage = {
  status: number | null;
  checks: Check[];
  read: { facts: PageFacts; links: ReadonlyMap<string, LinkState>; tookMs: number } | null;
};

type Options = {
  ask: FetchAsVisitor;
  siteUrl: string;
  known?: Known;
  /** looks up uploaded images in texts */
  findOwn?: (texts: string[]) => Promise<FoundImages>;
  /** shares link results between pages of one run */
  follower?: LinkFollower;
};

/** Checks a published page. The result includes checks that couldn't run. */
export async function checkPage(path: string, options: Options): Promise<CheckedPage> {
  const { ask, siteUrl, known = {}, findOwn = async () => new Map() } = options;
  const follower = options.follower ?? new LinkFollower(ask, siteUrl);
  const startedAt = performance.now();
  const response = await ask(path).catch(logFault);
  const status = response?.status ?? null;
  const none = (why: string) => ({ status, checks: unchecked(why), read: null });
  if (!response) return none(words.unread.unmade);
  if (status === 404 || status === 410) return none(words.unread.missing);
  if (status !== 200) return none(words.unread.status(response.status));
  const html = Buffer.from(await response.arrayBuffer());
  const tookMs = Math.round(performance.now() - startedAt);
  const facts = readPage(html.toString("utf8"));
  const compressed = brotliCompressSync(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
  const url = new URL(siteUrl + path);
  const links = await follower.follow(facts.own.links, path);
  for (const jump of lostJumps(facts.own, url)) links.set(jump, "broken");
  const checks = judgePage({
    facts,
    url,
    own: await findOwn([...facts.own.mediaPaths]),
    links,
    images: await follower.follow([...facts.own.images, ...facts.own.mediaPaths], path),
    bytes: { plain: html.length, compressed: compressed.length },
    known,
  });
  return { status, checks, read: { facts, links, tookMs } };
}
