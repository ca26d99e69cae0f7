import type { MiddlewareFunction } from "react-router";
import { resolveLinks } from "../features/redirects/page-links.server.ts";
import { configContext, isAnsweringFault, requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { describeProblem } from "../platform/http/fault.server.ts";
import { log } from "../platform/log.server.ts";

/**
 * Replaces every link to a post, a case study or an industry with its current path; if visitors can't reach it, its
 * text stays without a link (decisions 0035.33, 0021).
 */
export const followLinks: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (!response.headers.get("Content-Type")?.startsWith("text/html") || context.get(isAnsweringFault))
    return response;
  const html = await response.text();
  const { status, headers } = response;
  const { siteUrl } = context.get(configContext);
  try {
    return new Response(await resolveLinks(context.get(visitorDb), html, siteUrl), { status, headers });
  } catch (error) {
    // The page works without the check.
    log.warn(
      { request: context.get(requestInfo).id, ...describeProblem(error) },
      "Links couldn't be checked",
    );
    return new Response(html, { status, headers });
  }
};
