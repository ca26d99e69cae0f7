// Whether TRUST_PROXY fits what stands in front of the site, as far as requests tell.
import type { Config } from "../../app/platform/config.server.ts";
import { isNearAddress } from "../../app/platform/database/near-address.server.ts";
import { isPublicSite } from "../../app/platform/http/public-site.ts";
import { type Asking, entriesOf, parseAddress } from "./client-ip.ts";

/** Looks at requests until one shows that TRUST_PROXY does not fit; all visitors may then count as one. */
export class ProxyWatch {
  readonly #config: Pick<Config, "trustProxy" | "siteUrl">;
  readonly #onUnfit: () => void;
  /** whether it was seen, by this process or another one */
  isUnfit = false;

  /** @param onUnfit called once, at the first such request */
  constructor(config: Pick<Config, "trustProxy" | "siteUrl">, onUnfit: () => void) {
    this.#config = config;
    this.#onUnfit = onUnfit;
  }

  look(req: Asking) {
    if (this.isUnfit || !isPrivateHost(req.socket.remoteAddress) || !this.#showsMisfit(req)) return;
    this.isUnfit = true;
    this.#onUnfit();
  }

  #showsMisfit({ headers }: Asking): boolean {
    const { trustProxy, siteUrl } = this.#config;
    const entries = entriesOf(headers["x-forwarded-for"]);
    if (trustProxy === 0) return entries.length > 0 || headers.forwarded !== undefined;
    if (entries.length > 0) return entries.length < trustProxy;
    // Programs on this machine ask without a proxy, people who open a public address do not.
    return headers["sec-fetch-dest"] === "document" && isPublicSite(siteUrl);
  }
}

/** Where proxies are; a stranger's connection comes from elsewhere, whatever its headers say. */
function isPrivateHost(remoteAddress: string | undefined): boolean {
  const address = parseAddress(remoteAddress ?? "");
  return address !== null && isNearAddress(address);
}
