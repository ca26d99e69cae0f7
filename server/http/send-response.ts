// Sends uncached responses, such as panel pages and replies to forms.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { chooseEncoding, isWorthCompressing } from "../cache/cached-response.ts";

/** Higher levels take ten times as long for little gain. The home page's 76 kB take 1 ms. */
const BROTLI_QUALITY = 4;

/** Sends a whole response, compressed if possible. */
export async function sendResponse(response: Response, req: IncomingMessage, res: ServerResponse) {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") res.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length) res.setHeader("Set-Cookie", cookies);
  const compressor = chooseCompressor(response, req, res);
  if (req.method === "HEAD" || !response.body) {
    res.end();
    return;
  }
  if (compressor) await pipeline(response.body, compressor, res);
  else await pipeline(response.body, res);
}

function chooseCompressor({ headers }: Response, req: IncomingMessage, res: ServerResponse) {
  if (!isWorthCompressing(headers) || headers.has("Content-Encoding")) return null;
  res.appendHeader("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(req.headers["accept-encoding"]);
  if (encoding === "identity") return null;
  res.setHeader("Content-Encoding", encoding);
  res.removeHeader("Content-Length");
  if (encoding === "gzip") return createGzip();
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
