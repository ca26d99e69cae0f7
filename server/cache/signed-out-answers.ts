// Responses that the panel gives to signed-out browsers again and again, however fast they ask: rendered once, since they're the
// same for everyone, and sent at next to no cost from then on.
import type { IncomingMessage } from "node:http";
import { routedPath } from "../../app/platform/http/routed-path.ts";
import { PANEL } from "../http/panel-path.ts";
import { FORM } from "../http/request-body.ts";
import { INVITATION, LOGIN, type Write } from "../http/writes.ts";

/** Placeholder in the stored text for the nonce of each response. */
const NONCE = "NonceOfThisVeryAnswer000";
const DARK = "panel_theme=dark";
/** A few themes and waiting times; anything beyond that is rendered every time. */
const MAX_KEPT = 100;
/** Signed out, or rate-limited; anything else is an error, and may be different tomorrow. */
const KEPT_STATUSES = [401, 429];

type Cached = { status: number; headers: Headers; text: string };

/**
 * Creates the function that answers signed-out browsers.
 * @param make renders the response to a signed-out request, with this nonce; with `seconds`, to a sign-in that is
 *   blocked for that long
 * @returns a function that answers a signed-out write without reading its body; null for other writes
 */
export function reuseAnswers(
  make: (request: Request, facts: { nonce: string; seconds: number }) => Promise<Response>,
) {
  const known = new Map<string, Cached>();

  async function find(url: URL, cookie: string | undefined, seconds: number): Promise<Cached> {
    const key = `${url.pathname} ${cookie} ${seconds}`;
    const kept = known.get(key);
    if (kept) return kept;
    const headers = { "Content-Type": FORM, ...(cookie !== undefined && { Cookie: cookie }) };
    const request = new Request(url, { method: "POST", headers, body: "" });
    const answer = await make(request, { nonce: NONCE, seconds });
    const made = { status: answer.status, headers: answer.headers, text: await answer.text() };
    if (known.size < MAX_KEPT && KEPT_STATUSES.includes(made.status)) known.set(key, made);
    return made;
  }

  /** @param nonce of this response */
  return async (req: IncomingMessage, url: URL, write: Write, nonce = ""): Promise<Response | null> => {
    const { isOwner, blockedSeconds = 0 } = write;
    const path = routedPath(url.pathname);
    const isLogin = LOGIN.test(path);
    if (isLogin ? !blockedSeconds : isOwner || INVITATION.test(path)) return null;
    const isData = path.endsWith(".data");
    // Every tab gives the same answer.
    const place = new URL(`${PANEL}${isLogin ? "" : "/dashboard"}${isData ? ".data" : ""}`, url);
    const theme = !isData && req.headers.cookie?.includes(DARK) ? DARK : undefined;
    // The page shows minutes.
    const { status, headers, text } = await find(place, theme, Math.ceil(blockedSeconds / 60) * 60);
    const own = new Headers(headers);
    if (blockedSeconds) own.set("Retry-After", String(blockedSeconds));
    return new Response(text.replaceAll(NONCE, nonce), { status, headers: own });
  };
}
