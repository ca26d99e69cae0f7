import { redirectWords } from "../../copy/panel/redirects.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { localPath } from "./paths.ts";
import type { Site } from "./queries.owner.server.ts";
import { findNext } from "./queries.server.ts";

const words = redirectWords.test;

/**
 * Requests a URL as a visitor.
 * @param typed a URL or path of this site, with or without its leading slash
 * @returns sentences about the response and any redirect; `isGood` is true for a page,
 *   and for a redirect to a page or another site
 */
export async function testUrl(db: Database, typed: string, { siteUrl, ask }: Site) {
  const isWhole = /^(\/|https?:)/i.test(typed);
  const local = localPath(isWhole ? typed : `/${typed}`, siteUrl);
  if (local === null) return { isGood: false, text: redirectWords.elsewhere };
  const { status, headers } = await ask(local, "HEAD");
  if (status < 300) return { isGood: true, text: words.page(status) };
  if (status === 404) return { isGood: false, text: words.missing };
  if (status !== 301 && status !== 410) return { isGood: false, text: words.failed(status) };
  const location = headers.get("location") ?? "";
  const target = localPath(location, siteUrl);
  const result = status === 410 ? words.gone : words.redirected(target ?? location);
  const next = await findNext(db, local);
  const reason = next === "here" || next === null ? "" : next.from ? words.by(next.from) : words.moved;
  const isBroken = status === 301 && target !== null && (await ask(target, "HEAD")).status >= 400;
  const text = [result, reason, isBroken ? words.broken(target) : ""].filter(Boolean).join(" ");
  return { isGood: status === 301 && !isBroken, text };
}
