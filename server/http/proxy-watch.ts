// Checks, as far as requests show it, whether TRUST_PROXY matches the proxies in front of the site.
import type { Config } from "../../app/platform/config.server.ts";
import { isNearAddress } from "../../app/platform/database/near-address.server.ts";
import { isPublicSite } from "../../app/platform/http/public-site.ts";
import { type Asking, entriesOf, parseAddress } from "./client-ip.ts";

/** Inspects requests until one shows that TRUST_PROXY is wrong, in which case all visitors may count as one. */
export class ProxyWatch {
  readonly #config: Pick<Config, "trustProxy" | "siteUrl">;
  readonly #onMisconfigured: () => void;
  /** whether this or another process has noticed that */
  isMisconfigured = false;

  /** @param onMisconfigured called once, at the first such request */
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
    // Programs on this machine send requests without a proxy; people who open a public URL don't.
    return headers["sec-fetch-dest"] === "document" && isPublicSite(siteUrl);
  }
}

/** Proxies have private addresses; a direct connection doesn't, whatever its headers say. */
function isPrivateHost(remoteAddress: string | undefined): boolean {
  const address = parseAddress(remoteAddress ?? "");
  return address !== null && isNearAddress(address);
}
