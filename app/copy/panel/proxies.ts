// The warnings about a TRUST_PROXY that does not fit the proxies in front of the site.

/** @param trustProxy as it is set */
export const proxyMisfit = (trustProxy: number) =>
  trustProxy === 0
    ? {
        log: "Requests come through a proxy, but TRUST_PROXY is 0: every visitor has the proxy's address, and all share one limit. Set TRUST_PROXY to the number of proxies, usually 1.",
        title: "Your site takes all visitors for one.",
        text: "They come through a proxy that it was not told of. Ten wrong passwords from any of them lock you out as well, and all of them together can send only as many enquiries as one may. Ask the person who runs your server to set TRUST_PROXY=1 and to start the site again.",
      }
    : {
        log: "Requests name fewer addresses in X-Forwarded-For than TRUST_PROXY says there are proxies: visitors may share one address and its limits. Set TRUST_PROXY to the number of proxies, and let each of them send X-Forwarded-For.",
        title: "Your site may take several visitors for one.",
        text: `It was told of ${trustProxy === 1 ? "one proxy" : `${trustProxy} proxies`} in front of it, but requests tell of fewer. Wrong passwords and enquiries of different people may then count together. Ask the person who runs your server to set TRUST_PROXY to the number of proxies, and to let each of them send X-Forwarded-For.`,
      };
