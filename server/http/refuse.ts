import type { IncomingMessage, ServerResponse } from "node:http";
import { BUILT_IN_COLORS, rootStyle } from "../../app/features/drawn/palette.ts";
import { lastKnownSettings } from "../../app/features/settings/last-known.ts";
import { routedPath } from "../../app/platform/http/routed-path.ts";
import { PANEL } from "./panel-path.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

const REQUEST_ID = "x-request-id";
/** Browsers read the response only after sending everything, so this much of a refused body is read. */
const READ_AWAY = { bytes: 8 * 1024 * 1024, ms: 20_000 };
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Refuses a request with an error page, or JSON for programs (CONTRACT, "HTTP"). Drains an unread body, then closes the
 * connection.
 * @param message plain text that needs no HTML escaping
 * @param headers additional headers, by name
 * @param rest limits for draining a body
 */
export function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
  rest = READ_AWAY,
) {
  // Remove the failed response's headers.
  for (const name of res.getHeaderNames()) if (name !== REQUEST_ID) res.removeHeader(name);
  const asJson = wantsJson(req);
  const body = asJson ? JSON.stringify({ error: message }) : refusalPage(message);
  const isUnread = hasBody(req) && !req.complete;
  res.writeHead(status, [
    ...SECURITY_HEADERS,
    ...["Cache-Control", "no-store"],
    ...["Content-Security-Policy", POLICY],
    ...["Content-Type", `${asJson ? "application/json" : "text/html"}; charset=utf-8`],
    ...["Content-Length", String(Buffer.byteLength(body))],
    ...(isUnread ? ["Connection", "close"] : []),
    ...Object.entries(headers).flat(),
  ]);
  if (!isUnread) {
    res.end(req.method === "HEAD" ? undefined : body);
    return;
  }
  res.write(body);
  readAway(req, rest, () => res.end());
}

/** Paths that programs use, including the panel's upload script. */
const OF_PROGRAMS = new RegExp(`^(/api/|${PANEL}/media/upload$)`);

/** Returns whether a program sent the request, judging by its path. */
export const wantsJson = ({ url = "" }: IncomingMessage) =>
  OF_PROGRAMS.test(routedPath(url.split("?", 1)[0]!));

/** Returns whether the request has a body (RFC 9112, 6.3). */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function readAway(req: IncomingMessage, most: typeof READ_AWAY, done: () => void) {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most.bytes) end();
  };
  const end = () => {
    clearTimeout(timer);
    req.off("data", count).off("end", end).off("close", end);
    done();
  };
  const timer = setTimeout(end, most.ms);
  timer.unref();
  req.on("data", count).once("end", end).once("close", end);
  req.resume();
}

const linkColor = () => rootStyle(lastKnownSettings())?.["--color-blue-600"] ?? BUILT_IN_COLORS.brand_color;

/** The forms' script reads `data-reason`. */
const refusalPage = (reason: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong</title>
<style>
body { margin: 0; padding: 15vh 1.5rem 3rem; background: #f6f7f4; color: #0a0f1e; font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 36rem; margin: auto }
h1 { font-size: 2rem; line-height: 1.15; letter-spacing: -0.02em }
a { color: ${linkColor()} }
</style>
<main>
<img src="/favicon.svg" alt="" width="40" height="40">
<h1>Something went wrong</h1>
<p data-reason>${reason}</p>
<p>Go back in your browser: what you typed is still there. Or go to the <a href="/">home page</a>.</p>
</main></html>
`;
