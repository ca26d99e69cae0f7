import type { RouterContextProvider } from "react-router";
import { requestInfo } from "../http/context.server.ts";
import { log } from "../log.server.ts";

/**
 * Returns a response, or a 503 with `Retry-After` on failure, so crawlers try again (decision 0035.12).
 * @param what start of the log message, such as "The feed"
 */
export async function respondOr503(
  context: Readonly<RouterContextProvider>,
  what: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    log.error({ err: error, request: context.get(requestInfo).id }, `${what} couldn't be rendered`);
    const headers = {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": "5",
    };
    return new Response("Please try again in a minute.", { status: 503, headers });
  }
}
