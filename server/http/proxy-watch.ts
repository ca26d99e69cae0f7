// Checks, as far as requests show it, whether TRUST_PROXY matches the proxies in front of the site.
import type { Config } from "../../app/platform/config.server.ts";
import { isNearAddress } from "../../app/platform/database/near-address.server.ts";
import { isPublicSite } from "../../app/platform/http/public-site.ts";
import { type Asking, entriesOf, parseAddress } from "./client-ip.ts";

/** Inspects requests until one shows that TRUST_PROXY is wrong; all visitors may then count as one. */
export class ProxyWatch {
  readonly #config: Pick<Config, "trustProxy" | "siteUrl">;
  readonly #onUnfit: () => void;
  /** whether that was noticed, by this process or another one */
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
    // Programs on this machine send requests without a proxy; people who open a public URL don't.
    return headers["sec-fetch-dest"] === "document" && isPublicSite(siteUrl);
  }
}

/** Proxies have private addresses; a stranger's connection doesn't, whatever its headers say. */
function isPrivateHost(remoteAddress: string | undefined): boolean {
  const address = parseAddress(remoteAddress ?? "");
  return address !== null && isNearAddress(address);
}
