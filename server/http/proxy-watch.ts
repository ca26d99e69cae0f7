import type { Config } from "../../app/platform/config.server.ts";
import { isNearAddress } from "../../app/platform/database/near-address.server.ts";
import { isPublicSite } from "../../app/platform/http/public-site.ts";
import { type Asking, entriesOf, parseAddress } from "./client-ip.ts";

/** Looks for requests that reveal a wrong TRUST_PROXY, in which case all visitors may seem to share one address. */
export class ProxyWatch {
  readonly #config: Pick<Config, "trustProxy" | "siteUrl">;
  readonly #onMisconfigured: () => void;
  /** Whether this or another process has noticed a wrong TRUST_PROXY. */
  isMisconfigured = false;

  constructor(config: Pick<Config, "trustProxy" | "siteUrl">, onMisconfigured: () => void) {
    this.#config = config;
    this.#onMisconfigured = onMisconfigured;
  }

  look(req: Asking) {
    if (this.isMisconfigured || !isPrivateHost(req.socket.remoteAddress) || !this.#showsMismatch(req)) return;
    this.isMisconfigured = true;
    this.#onMisconfigured();
  }

  #showsMismatch({ headers }: Asking): boolean {
    const { trustProxy, siteUrl } = this.#config;
    const entries = entriesOf(headers["x-forwarded-for"]);
    if (trustProxy === 0) return entries.length > 0 || headers.forwarded !== undefined;
    if (entries.length > 0) return entries.length < trustProxy;
    // Browsers that open a public URL come through the proxy, which should have added the header.
    return headers["sec-fetch-dest"] === "document" && isPublicSite(siteUrl);
  }
}

/** Returns whether a connection comes from this machine or a private network, as a proxy's usually does. */
function isPrivateHost(remoteAddress: string | undefined): boolean {
  const address = parseAddress(remoteAddress ?? "");
  return address !== null && isNearAddress(address);
}
