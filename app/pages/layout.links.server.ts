import type { MiddlewareFunction } from "react-router";
import { resolveLinks } from "../features/redirects/page-links.server.ts";
import { configContext, isAnsweringFault, requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { describeProblem } from "../platform/http/fault.server.ts";
import { log } from "../platform/log.server.ts";

/**
 * Updates links to moved posts, case studies and industries. If visitors can't open the target, the link becomes plain
 * text (decisions 0035.33, 0021).
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
    log.warn(
      { request: context.get(requestInfo).id, ...describeProblem(error) },
      "Links couldn't be checked",
    );
    return new Response(html, { status, headers });
  }
};
