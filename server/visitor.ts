// Renders pages as a visitor without a session gets them, without a browser's request: past the cache and uncounted.
import { randomUUID } from "node:crypto";
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
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

/** The two database handles that a request gets. */
type Ways = Pick<Databases, "owner" | "visitor">;

type Site = {
  config: Config;
  databases: Databases;
  images: Pick<ImageFiles, "look">;
  /** absent if there is no page cache */
  pages?: Pick<PageCache, "holds">;
  isProxyMisconfigured?: () => boolean;
};

/**
 * Returns `handle`: React Router; `contextFor`: the context of loaders and actions; `ask`: returns a page or file as
 * visitors get it; `make`: renders a page only; `secured`: adds the headers that all responses share.
 * @param client null if Vite serves the client (development)
 */
export function openVisitor(site: Site, client: Client | null) {
  const { config, databases, images, pages } = site;
  const secured = securer(config, headersOfAll(config));
  const { files, inlineCriticalCss } = client ?? {};
  // In development, Vite serves the files, so the path decides.
  const isFile = (path: string) => (files ? files.has(path) : /\.\w+$/.test(path));
  // `app.ts` checks the origin for every route alike; React Router's own check would cover pages only.
  const handle = createRequestHandler({ ...build, allowedActionOrigins: ["**"] }, import.meta.env.MODE);

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
    // If only the status matters, a cached page needn't be rendered.
    if ((method === "HEAD" && pages?.holds(path)) || isFile(path)) return new Response(null);
    return (await images.look(path)) ?? make(path, method, method === "HEAD" ? {} : null);
  };

  /**
   * Renders a page as a visitor without a session gets it. @param preview set for a preview: its database and its
   * viewer
   */
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
    const response = secured(await handle(new Request(config.siteUrl + path, { method }), context));
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
