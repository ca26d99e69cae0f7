import type { MiddlewareFunction } from "react-router";
import { unlinkDead } from "../features/redirects/dead-links.server.ts";
import { configContext, isAnsweringFault, requestInfo, visitorDb } from "../platform/context.server.ts";
import { describeFault } from "../platform/fault.server.ts";
import { log } from "../platform/log.server.ts";

/** No page has a link to a post or a case study that visitors cannot reach: its words stay as plain text (decision 0035.33). */
export const hideDeadLinks: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (!response.headers.get("Content-Type")?.startsWith("text/html") || context.get(isAnsweringFault))
    return response;
  const html = await response.text();
  const { status, headers } = response;
  const { siteUrl } = context.get(configContext);
  try {
    return new Response(await unlinkDead(context.get(visitorDb), html, siteUrl), { status, headers });
  } catch (error) {
    // The page is as good as it was.
    log.warn({ request: context.get(requestInfo).id, ...describeFault(error) }, "Links could not be checked");
    return new Response(html, { status, headers });
  }
};
