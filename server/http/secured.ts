import type { Config } from "../../app/platform/config.server.ts";
import { publicPolicy } from "../../app/platform/http/content-security-policy.ts";
import type { RequestInfo } from "../../app/platform/http/context.server.ts";
import { panelPolicy } from "./request.ts";

/** Other sites have no reason to embed these types. */
const NOT_EMBEDDED = /^(text\/(html|csv)|application\/json)/;

/**
 * Returns a function that adds missing headers to a response. A `nonce` selects the panel's policy.
 * @param always headers for every response, alternating name and value
 */
export function securer({ mediaBaseUrl }: Pick<Config, "mediaBaseUrl">, always: string[]) {
  return (response: Response, { nonce }: Partial<Pick<RequestInfo, "nonce">> = {}): Response => {
    const { headers } = response;
    const set = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value);
    };
    for (let i = 0; i < always.length; i += 2) set(always[i]!, always[i + 1]!);
    set("Content-Security-Policy", nonce ? panelPolicy(nonce) : publicPolicy({ images: mediaBaseUrl }));
    // Other sites may embed images and feeds.
    if (NOT_EMBEDDED.test(headers.get("Content-Type") ?? ""))
      set("Cross-Origin-Resource-Policy", "same-origin");
    return response;
  };
}
