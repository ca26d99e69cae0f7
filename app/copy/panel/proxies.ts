// Warnings that TRUST_PROXY doesn't match the proxies in front of the site.

/** @param trustProxy the current value */
export const proxyMismatch = (trustProxy: number) =>
  trustProxy === 0
    ? {
        log: "Requests come through a proxy, but TRUST_PROXY is 0: every visitor appears to have the proxy's IP address, and they all share one rate limit. Set TRUST_PROXY to the number of proxies, usually 1.",
        title: "Your site can't tell visitors apart.",
        text: "Visitors come through a proxy that the site doesn't know about. All of them share the limits meant for one visitor: ten wrong passwords from anyone lock you out too, and enquiries may be rejected. Ask your developer to set TRUST_PROXY=1 and restart the site.",
      }
    : {
        log: "X-Forwarded-For lists fewer IP addresses than TRUST_PROXY expects: visitors may share one IP address and its rate limits. Set TRUST_PROXY to the number of proxies and have each one send X-Forwarded-For.",
        title: "Your site may be treating several visitors as one.",
        text: `It's set up for ${trustProxy === 1 ? "one proxy" : `${trustProxy} proxies`}, but requests report fewer. Wrong passwords and enquiries from different people may be counted together. Ask your developer to set TRUST_PROXY to the number of proxies and have each one send X-Forwarded-For.`,
      };
