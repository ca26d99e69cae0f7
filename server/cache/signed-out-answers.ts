// Caches the panel's responses to signed-out browsers, so that a flood of requests costs next to nothing.
import type { IncomingMessage } from "node:http";
import { routedPath } from "../../app/platform/http/routed-path.ts";
import { PANEL } from "../http/panel-path.ts";
import { FORM } from "../http/request-body.ts";
import { LOGIN, UNGATED, type Write } from "../http/writes.ts";

/** Each response's nonce replaces this text. */
const NONCE = "NonceOfThisVeryAnswer000";
const DARK = "panel_theme=dark";
/** Enough for a few themes and waiting times. */
const MAX_KEPT = 100;
/** Responses with another status may be temporary. */
const KEPT_STATUSES = [401, 429];

type Cached = { status: number; headers: Headers; text: string };

/**
 * Returns a function that answers signed-out writes and blocked sign-ins without reading their bodies. The function
 * returns null for other writes.
 * @param make renders a signed-out response; with `seconds`, one for a blocked sign-in
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

  return async (req: IncomingMessage, url: URL, write: Write, nonce = ""): Promise<Response | null> => {
    const { isOwner, blockedSeconds = 0 } = write;
    const path = routedPath(url.pathname);
    const isLogin = LOGIN.test(path);
    if (isLogin ? !blockedSeconds : isOwner || UNGATED.test(path)) return null;
    const isData = path.endsWith(".data");
    // All of the panel's tabs get the same response.
    const place = new URL(`${PANEL}${isLogin ? "" : "/dashboard"}${isData ? ".data" : ""}`, url);
    const theme = !isData && req.headers.cookie?.includes(DARK) ? DARK : undefined;
    // The page shows whole minutes.
    const { status, headers, text } = await find(place, theme, Math.ceil(blockedSeconds / 60) * 60);
    const own = new Headers(headers);
    if (blockedSeconds) own.set("Retry-After", String(blockedSeconds));
    return new Response(text.replaceAll(NONCE, nonce), { status, headers: own });
  };
}
