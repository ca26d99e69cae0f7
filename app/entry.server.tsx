import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { hasTracking } from "./features/settings/tracking.tsx";
import { publicPolicy } from "./platform/http/content-security-policy.ts";
import { configContext, isOutage, requestInfo } from "./platform/http/context.server.ts";
import { isDatabaseFault } from "./platform/http/fault.server.ts";
import { isPersonalPath, maskPath } from "./platform/http/personal-path.server.ts";
import { log } from "./platform/log.server.ts";
import { VIDEO_ORIGIN } from "./platform/text/article-media.ts";

/** Renders the complete page; nothing is streamed. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(requestInfo);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Pages without a nonce are public, and browsers may prefetch their links to other public pages.
  if (!nonce) headers.set("Speculation-Rules", '"/speculation-rules.json"');
  // `no-referrer` would make browsers post forms without an origin, and the server rejects those. A page's own policy
  // wins.
  if (isPersonalPath(new URL(request.url).pathname) && !headers.has("Referrer-Policy"))
    headers.set("Referrer-Policy", "same-origin");
  // A page with tracking or a video has its own CSP. `server/http/secured.ts` sets the CSP of all other pages.
  const tracked = Object.values(entryContext.staticHandlerContext.loaderData).find(hasTracking);
  const isTracked = Boolean(tracked?.tracking?.hashes.length);
  const hasVideo = Object.values(entryContext.staticHandlerContext.loaderData).some(showsVideo);
  if (!nonce && (isTracked || hasVideo)) {
    const { hashes: scripts = [], styles, isOpen } = (isTracked && tracked?.tracking) || {};
    const frames = hasVideo ? [VIDEO_ORIGIN] : [];
    const images = context.get(configContext).mediaBaseUrl;
    headers.set("Content-Security-Policy", publicPolicy({ scripts, styles, isOpen, frames, images }));
  }
  if (status === 500 && context.get(isOutage)) {
    // A 503 makes search engines keep the page and retry.
    status = 503;
    headers.set("Retry-After", "5");
    headers.set("Cache-Control", "no-store");
  }
  if (request.method === "HEAD") return Promise.resolve(new Response(null, { status, headers }));
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          const body = new PassThrough();
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError: reject,
        onError(error) {
          // A boundary may rethrow a response, such as a 405, for the next boundary.
          if (isRouteErrorResponse(error)) return;
          log.error({ err: error, request: context.get(requestInfo).id }, "A page couldn't be rendered");
        },
      },
    );
  });
}

/** Logs an error with the request's ID and path, and no personal data. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isDatabaseFault(error)) context.set(isOutage, true);
  if (request.signal.aborted) return;
  const asked = {
    request: context.get(requestInfo).id,
    method: request.method,
    path: maskPath(new URL(request.url).pathname),
  };
  // Wrong methods and unknown paths are the client's mistake.
  if (isRouteErrorResponse(error) && error.status < 500)
    log.info({ ...asked, status: error.status }, "A request was rejected");
  else log.error({ err: error, ...asked }, "A request failed");
};

const showsVideo = (data: unknown) =>
  typeof data === "object" && data !== null && "hasVideo" in data && data.hasVideo === true;
