import type { MiddlewareFunction } from "react-router";
import { resolveLinks } from "../features/redirects/page-links.server.ts";
import { configContext, isAnsweringFault, requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { describeFault } from "../platform/http/fault.server.ts";
import { log } from "../platform/log.server.ts";

/**
 * Every link of a page to a post, a case study or an industry gets the path where visitors reach it now; where they cannot,
 * its words stay as plain text (decisions 0035.33, 0037).
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
    // The page is as good as it was.
    log.warn({ request: context.get(requestInfo).id, ...describeFault(error) }, "Links could not be checked");
    return new Response(html, { status, headers });
  }
};
