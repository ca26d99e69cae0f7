// Renders pages as a signed-out visitor gets them, without the cache or visit counts.
import { randomUUID } from "node:crypto";
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { followRedirects } from "../app/pages/layout.redirects.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Database, Databases } from "../app/platform/database/database.server.ts";
import { withSheet } from "../app/platform/http/content-security-policy.ts";
import {
  configContext,
  type FetchAsVisitor,
  fetchAsVisitor,
  gapTaker,
  isProxyMisconfigured,
  ownerDb,
  type PreviewBy,
  previewBy,
  type RequestInfo,
  requestInfo,
  type ShowPreview,
  showPreview,
  showPreviews,
  systemDb,
  visitorDb,
} from "../app/platform/http/context.server.ts";
import type { Gap } from "../app/platform/http/gap.ts";
import { currentRequest } from "../app/platform/http/request-id.server.ts";
import type { PageCache } from "./cache/page-cache.ts";
import type { Client } from "./client.ts";
import { isHtml } from "./http/request.ts";
import { securer } from "./http/secured.ts";
import { headersOfAll } from "./http/security-headers.ts";
import type { ImageFiles } from "./images/image-files.ts";
import { previewer } from "./preview.ts";

type Ways = Pick<Databases, "owner" | "visitor">;

type Site = {
  config: Config;
  databases: Databases;
  images: Pick<ImageFiles, "look">;
  pages?: Pick<PageCache, "holds">;
  isProxyMisconfigured?: () => boolean;
};

/**
 * Returns `handle` (React Router), `contextFor` (the context for loaders and actions), `ask` (returns a page or file),
 * `make` (renders a page) and `secured` (adds headers).
 * @param client null if Vite serves the client (development)
 */
export function openVisitor(site: Site, client: Client | null) {
  const { config, databases, images, pages } = site;
  const secured = securer(config, headersOfAll(config));
  const { files, inlineCriticalCss } = client ?? {};
  // In development, Vite serves the files.
  const isFile = (path: string) => (files ? files.has(path) : /\.\w+$/.test(path));
  // `app.ts` checks the origin for all routes.
  const handle = createRequestHandler({ ...build, allowedActionOrigins: ["**"] }, import.meta.env.MODE);

  /** The first folder of each route's path. */
  const folders = new Set(Object.values(build.routes).map((route) => route?.path?.split("/", 1)[0]));
  /** Returns whether only the route "*" can match a path, judging by its first folder. */
  const isUnrouted = (path: string) => {
    const folder = /^\/([a-z0-9-]+)(?=[/?]|$)/i.exec(path)?.[1];
    return folder !== undefined && !folders.has(folder.toLowerCase());
  };

  function contextFor(facts: RequestInfo, { owner, visitor }: Ways = databases) {
    const context = new RouterContextProvider();
    context.set(configContext, config);
    context.set(ownerDb, owner);
    context.set(systemDb, owner);
    context.set(visitorDb, visitor);
    context.set(requestInfo, facts);
    context.set(fetchAsVisitor, ask);
    context.set(showPreview, preview);
    context.set(showPreviews, previews);
    context.set(isProxyMisconfigured, site.isProxyMisconfigured?.() ?? false);
    return context;
  }

  const ask: FetchAsVisitor = async (path, method = "GET") => {
    // A page needn't be rendered if only its status matters.
    if ((method === "HEAD" && pages?.holds(path)) || isFile(path)) return new Response(null);
    return (await images.look(path)) ?? make(path, method, method === "HEAD" ? {} : null);
  };

  /** Renders a page. @param preview the database and viewer of a preview */
  async function make(
    path: string,
    method: "GET" | "HEAD",
    taker: { gap?: Gap } | null,
    preview?: { db: Database; by: PreviewBy },
  ): Promise<Response> {
    const visitor = { id: currentRequest() ?? randomUUID(), ip: "", isSecure: false, nonce: undefined };
    const context = contextFor(visitor, preview && { owner: preview.db, visitor: preview.db });
    context.set(gapTaker, taker);
    context.set(previewBy, preview?.by ?? null);
    const request = new Request(config.siteUrl + path, { method });
    const render = () => handle(request, context);
    // For unrouted paths, looking for a redirect is faster than matching all routes first.
    const follow = async () => {
      const args = { request, url: new URL(request.url), context, pattern: "*", params: {} };
      return (await followRedirects(args, render)) ?? render();
    };
    // If `follow` fails, `render` hits the same error and shows the error page.
    const response = secured(await (taker && isUnrouted(path) ? follow().catch(render) : render()));
    if (!inlineCriticalCss || !isHtml(response)) return response;
    const { status, headers } = response;
    const { html, sheet } = inlineCriticalCss(await response.text());
    const policy = headers.get("Content-Security-Policy");
    if (policy && sheet !== undefined) headers.set("Content-Security-Policy", withSheet(policy, sheet));
    return new Response(html, { status, headers });
  }
  const previews = previewer(databases, (db, path, by) => make(path, "GET", null, { db, by }));
  const preview: ShowPreview = (change, by) => previews(change, (ask, path) => ask(path), by);

  return { handle, contextFor, ask, make, secured };
}
