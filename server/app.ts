import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { endpointErrors } from "../app/copy/enquiries.ts";
import { refusals } from "../app/copy/refusals.ts";
import { waitForReport } from "../app/features/audit/waiting.server.ts";
import { cropOriginal } from "../app/features/media/crop.server.ts";
import { redirectTo } from "../app/features/redirects/queries.server.ts";
import { SESSION_COOKIE } from "../app/features/sign-in/session.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Databases } from "../app/platform/database/database.server.ts";
import {
  blockedSeconds,
  isAnsweringFault,
  isContentUntouched,
  isOwnerVisiting,
} from "../app/platform/http/context.server.ts";
import { withoutForeignCookies } from "../app/platform/http/cookies.server.ts";
import type { Gap } from "../app/platform/http/gap.ts";
import { networkOf } from "../app/platform/http/network.ts";
import { forRequest } from "../app/platform/http/request-id.server.ts";
import { routedPath } from "../app/platform/http/routed-path.ts";
import type { Log } from "../app/platform/log.server.ts";
import { WorkQueue } from "../app/platform/work-queue.ts";
import { type Page, sendPage } from "./cache/cached-response.ts";
import { allowCdnCaching, withoutCdn } from "./cache/cdn.ts";
import type { PageCache } from "./cache/page-cache.ts";
import { reuseAnswers } from "./cache/signed-out-answers.ts";
import type { Client } from "./client.ts";
import { BrandIcons } from "./http/brand-icons.ts";
import { guarded } from "./http/guarded-listener.ts";
import { healthEndpoints, type IsReady } from "./http/health.ts";
import type { VisitCounter } from "./http/hit-counter.ts";
import { OneHost } from "./http/one-host.ts";
import { whoVisits } from "./http/owner-visit.ts";
import { isImportUpload, isPanelPath, isUpload, PANEL, panelPath } from "./http/panel-path.ts";
import type { ProxyWatch } from "./http/proxy-watch.ts";
import { refuse, wantsJson } from "./http/refuse.ts";
import {
  abortedWith,
  describe,
  HSTS,
  isHtml,
  isSameOrigin,
  namesSeveralHosts,
  originForm,
  REQUEST_ID,
  redirectToPanel,
  requestId,
  toHeaders,
  transportSecurity,
} from "./http/request.ts";
import { headersOfAll, SECURITY_HEADERS } from "./http/security-headers.ts";
import { sendResponse } from "./http/send-response.ts";
import { uploadReceiver } from "./http/uploads.ts";
import { writeReceiver } from "./http/writes.ts";
import { originalCropper } from "./images/crop.ts";
import { ImageFiles } from "./images/image-files.ts";
import { importReceiver } from "./import/receive.ts";
import { metricsEndpoint } from "./metrics/endpoint.ts";
import { RequestCounts } from "./metrics/request-counts.ts";
import type { Sample } from "./metrics/samples.ts";
import { DatabaseHealth } from "./postgres/database-health.ts";
import { openVisitor } from "./visitor.ts";

/** Writes to these paths don't change public pages. */
const PRIVATE = new RegExp(`^${PANEL}/(autosaves|drafts|enquiries|preview|search|seal)(?![^/.])`);

const READ_METHODS = "GET, HEAD, OPTIONS";
const METHODS = new Set(["GET", "HEAD", "POST"]);
/** Slow pages have their own queues, by first path segment. */
const BESIDE_PAGES: Partial<Record<string, WorkQueue>> = {
  share: new WorkQueue({ atOnce: 4, waiting: 40, each: 16 }),
  preview: new WorkQueue({ atOnce: 4, waiting: 100 }),
};
/** A panel request without a session gets the sign-in page, whatever its method. */
const PANEL_METHODS = new Set([...METHODS, "PUT", "PATCH", "DELETE"]);

/** Without `pages`, every request renders its page. Without `figures`, there's no /metrics. */
export type Served = {
  config: Config;
  databases: Databases;
  log: Log;
  visits: VisitCounter;
  pages?: PageCache;
  isReady?: IsReady;
  proxies?: ProxyWatch;
  counts?: RequestCounts;
  figures?: () => Promise<Sample[]>;
};

/** Creates the site's Node request listener. `client` is null if Vite serves the client (development). */
export function createApp(
  {
    config,
    databases,
    log,
    visits,
    pages,
    isReady = () => true,
    proxies,
    counts = new RequestCounts(),
    figures,
  }: Served,
  client: Client | null,
): (req: IncomingMessage, res: ServerResponse) => void {
  const isHttps = config.siteUrl.startsWith("https:");
  const always = headersOfAll(config);
  const database = pages?.database ?? new DatabaseHealth(databases.pool);
  // Panel saves can use up the owner's connections, so enquiries use the visitors'.
  const forForms = new DatabaseHealth(databases.visitorPool);
  const receiveWrite = writeReceiver(databases.owner, log);
  const images = new ImageFiles({
    ...{ db: databases.visitor, ownerDb: databases.owner },
    ...{ config, log, headers: always },
  });
  const crop = originalCropper({ config, log });
  const receiveUpload = uploadReceiver({ db: databases.owner, config, log });
  const receiveImport = importReceiver({ db: databases.owner, config, log });
  const { files } = client ?? {};
  const icons = new BrandIcons({
    ...{ db: databases.visitor, log, mediaBaseUrl: config.mediaBaseUrl, headers: always, files },
    changes: () => pages?.changes ?? null,
  });
  const { handle, contextFor, make, secured } = openVisitor(
    { config, databases, images, pages, isProxyMisconfigured: () => proxies?.isMisconfigured ?? false },
    client,
  );
  pages?.attach({
    async render(key, mayLeaveGap) {
      const taker: { gap?: Gap } = {};
      const response = await counts.render(() => make(key, "GET", mayLeaveGap ? taker : null));
      return taker.gap ?? allowCdnCaching(response, config.cdnMaxAge);
    },
    redirect: (location, isTemporary) =>
      allowCdnCaching(secured(redirectTo(location, isTemporary)), config.cdnMaxAge),
  });

  const answerSignedOut = reuseAnswers((request, { nonce, seconds }) => {
    const context = contextFor({ id: randomUUID(), ip: "", isSecure: false, nonce });
    context.set(blockedSeconds, seconds);
    return handle(request, context);
  });

  async function answer(req: IncomingMessage, res: ServerResponse, id: string) {
    const url = new URL(config.siteUrl + req.url);
    const isPanel = isPanelPath(url.pathname);
    counts.whenSent(isPanel ? "panel" : req.method === "POST" ? "form" : "page", res);
    res.setHeader(REQUEST_ID, id);
    const right = isPanel ? panelPath(url.pathname) : url.pathname;
    if (right !== url.pathname) return redirectToPanel(res, right + url.search);
    const facts = describe(req, config, { id, isPanel });
    proxies?.look(req);

    const allowed = wantsJson(req) ? "POST" : `${READ_METHODS}, POST`;
    if (req.method === "OPTIONS") return res.writeHead(204, [...SECURITY_HEADERS, "Allow", allowed]).end();
    if (!(isPanel ? PANEL_METHODS : METHODS).has(req.method!)) {
      const message = wantsJson(req) ? endpointErrors.method : refusals.method;
      return refuse(req, res, 405, message, { Allow: allowed });
    }
    if (!isSameOrigin(req, config)) {
      return refuse(req, res, 403, refusals.otherSite);
    }
    if (/%00/.test(url.href)) {
      // PostgreSQL rejects null bytes.
      return refuse(req, res, 400, refusals.address);
    }
    if (isPanel && (isUpload(req) || isImportUpload(req))) {
      const extra = transportSecurity(req, config);
      const receive = isUpload(req) ? receiveUpload : receiveImport;
      return receive(req, res, url, { ip: facts.ip, extra });
    }
    // Only the panel hydrates and requests data.
    if (!isPanel && routedPath(url.pathname).endsWith(".data"))
      return refuse(req, res, 404, refusals.nothing);
    const { isOwner, farewell } = isPanel
      ? { isOwner: false }
      : await whoVisits(req, url, { db: databases.owner, database, ...facts });
    const sendKept = (page: Page) => {
      visits.count(req, page.status);
      const extra = transportSecurity(req, config) ?? [];
      if (farewell) return sendPage(withoutCdn(page), req, res, [...extra, "Set-Cookie", farewell]);
      return sendPage(page, req, res, extra);
    };
    const page = isPanel || isOwner ? undefined : await pages?.find(req, url);
    if (page) return sendKept(page);
    const isRead = req.method === "GET" || req.method === "HEAD";
    const write = isRead ? null : await receiveWrite(req, res, url, { isPanel, ip: facts.ip });
    if (write && "status" in write) return refuse(req, res, write.status, write.message, write.headers);

    const refused = isPanel && write ? await answerSignedOut(req, url, write, facts.nonce) : null;
    const context = contextFor(facts);
    context.set(cropOriginal, crop);
    if (write && !isPanel) context.set(isAnsweringFault, !(await forForms.canStore()));
    const work = () => {
      const signal = abortedWith(res);
      const headers = toHeaders(req, write?.type);
      context.set(isOwnerVisiting, isOwner);
      return handle(new Request(url, { method: req.method, headers, body: write?.body, signal }), context);
    };
    // Waiting for a report must not block the page queue.
    if (req.method === "GET") await waitForReport(databases.owner, url.pathname, () => abortedWith(res));
    const isQueued = isRead && !isPanel && !isOwner && pages;
    const beside = BESIDE_PAGES[url.pathname.split("/", 2)[1]!];
    const inTurn = () => (beside ? beside.run(work, networkOf(facts.ip)) : pages!.renders.run(work));
    const response = secured(refused ?? (await (isQueued ? inTurn() : work())), facts);
    if (isOwner && isRead && response.status === 503) {
      // The database failed during the request, so serve the owner the cached page.
      const standIn = await pages?.find(req, url).catch(() => undefined);
      if (standIn && standIn.status < 500) return sendKept(standIn);
    }
    if (isOwner && isHtml(response)) response.headers.set("Cache-Control", "no-store");
    if (farewell) response.headers.append("Set-Cookie", farewell);
    if (facts.isSecure) response.headers.set("Strict-Transport-Security", HSTS);
    if (isPanel) {
      response.headers.set("Cache-Control", "no-store");
      response.headers.set("X-Robots-Tag", "noindex, nofollow");
      // Stops a public page from scripting a panel window that it opens (HTML, 7.1.3).
      response.headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
      // Invalidate the cached pages before the owner's next request.
      const isTold = write?.isOwner && !PRIVATE.test(url.pathname) && !context.get(isContentUntouched);
      if (isTold && response.status < 400) pages?.forget();
    }
    if (response.status === 405 && !response.headers.has("Allow"))
      response.headers.set("Allow", READ_METHODS);
    if (!isPanel) visits.count(req, response.status);
    await sendResponse(response, req, res);
  }

  const isHealthAnswered = healthEndpoints(database, isReady);
  const answerMetrics = figures && metricsEndpoint(config, figures);
  const oneHost = new OneHost(config, log, always);
  return guarded(log, (req, res) => {
    if (!req.url!.startsWith("/")) req.url = originForm(req.url!);
    if (namesSeveralHosts(req)) return refuse(req, res, 400, refusals.address);
    const { cookie } = req.headers;
    if (isHttps && cookie?.includes(SESSION_COOKIE))
      req.headers.cookie = withoutForeignCookies(cookie, SESSION_COOKIE);
    if (isHealthAnswered(req, res)) return;
    const isMetrics = answerMetrics?.(req, res);
    if (isMetrics) return isMetrics;
    if (oneHost.answer(req, res)) return;
    const image = images.answer(req, res, transportSecurity(req, config));
    if (image) return counts.whenSent("picture", res, image);
    const kept = pages?.answer(req, res, transportSecurity(req, config));
    if (kept) {
      counts.count("kept", res);
      return visits.count(req, kept.status);
    }
    const onward = () => {
      if (files?.answer(req, res, transportSecurity(req, config))) return counts.count("file", res);
      const id = requestId(req, config);
      return forRequest(id, () => answer(req, res, id));
    };
    const icon = icons.answer(req, res, transportSecurity(req, config));
    return icon ? icon.then((isSent) => (isSent ? counts.count("file", res) : onward())) : onward();
  });
}
