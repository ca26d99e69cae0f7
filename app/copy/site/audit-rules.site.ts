// Text for the audit rules about how a website responds: reachability, crawling, size and security.
import { count, list, named, number, of, type RuleWords } from "./audit-rules.found.ts";

export const siteRuleWords = {
  reach: {
    name: "Page loads",
    found: ({ state, value }) => {
      if (state === "pass") return "The page loads (status 200).";
      if (value.problem === "no-dns") return "This domain name doesn’t exist in DNS.";
      if (value.problem === "tls")
        return "The secure connection failed, so browsers show a warning instead of the page.";
      if (value.problem === "loop") return "The URL redirects in a loop.";
      return `The page returned an error (status ${value.status}).`;
    },
    todo: "Make sure the URL opens a page. Until it does, search engines have nothing to index.",
  },
  https: {
    name: "HTTPS",
    found: ({ state, value }) => {
      if (state === "pass") return `The certificate is valid until ${value.until}.`;
      if (state === "warn" && !value.problem)
        return `The certificate expires in ${count(value.days, "day")}, on ${value.until}.`;
      const problems = {
        none: "The website doesn’t support HTTPS, so browsers label it “Not secure”.",
        expired: "The certificate has expired, so browsers show a warning instead of the page.",
        name: "The certificate is for a different domain, so browsers show a warning instead of the page.",
        chain: "The server sends an incomplete certificate chain, so some browsers don’t trust it.",
        untrusted: "The certificate wasn’t issued by an authority that browsers trust.",
        invalid: "A secure connection couldn’t be established.",
      };
      return of(problems, value.problem);
    },
    todo: "Ask your host for a certificate that renews automatically. Let’s Encrypt is free.",
  },
  "to-https": {
    name: "HTTP to HTTPS redirect",
    found: ({ state, value }) =>
      state === "pass"
        ? "http:// permanently redirects to https://."
        : state === "warn"
          ? `The redirect from http:// to https:// is temporary (status ${value.status}).`
          : "The page also loads unencrypted over http://.",
    todo: "Redirect every http:// URL to https:// with status 301 or 308.",
  },
  "one-host": {
    name: "www and non-www",
    found: ({ state, value }) =>
      state === "warn"
        ? `${value.host} and ${value.other} both serve the website, which makes every page a duplicate.`
        : value.other
          ? `${value.other} and ${value.host} open the same URL.`
          : `The website uses one host name: ${value.host}.`,
    todo: "Choose one host name and redirect the other to it with status 301.",
  },
  hops: {
    name: "Redirect chains",
    found: ({ state, value }) =>
      state === "fail"
        ? "There’s a redirect loop, or a chain of more than five redirects. Like search engine crawlers, our checker doesn’t keep cookies."
        : number(value.hops) === 0
          ? "The URL opens the page directly."
          : `${count(value.hops, "redirect")} before ${value.to}.`,
    todo: "Redirect old URLs straight to the final one.",
  },
  "missing-page": {
    name: "Soft 404s",
    found: ({ state, value }) => {
      if (state === "pass") return `A made-up URL returned ${value.status}, as it should.`;
      if (state === "fail") return "A made-up URL returned 200 instead of 404 (a soft 404).";
      return value.to
        ? `A made-up URL redirected to ${value.to}.`
        : `A made-up URL returned ${value.status} instead of 404.`;
    },
    todo: "Return status 404 for unknown URLs, with a page that helps people find their way.",
  },
  "robots-file": {
    name: "robots.txt",
    found: ({ state, value }) => {
      if (state === "fail")
        return `robots.txt returned an error (status ${value.status}). Google then pauses crawling the whole website.`;
      if (state === "pass")
        return value.problem === "none"
          ? "There’s no robots.txt. That’s fine: everything can be crawled."
          : "robots.txt is valid.";
      const problems = {
        html: "/robots.txt returns a web page instead of a text file.",
        unknown: `robots.txt has lines that search engines don’t understand: ${named(value.lines)}`,
        "relative-sitemap": `robots.txt lists a sitemap with a relative URL: ${named(value.lines)}`,
        large: "robots.txt is larger than 500 KiB. Google ignores everything after that.",
      };
      return of(problems, value.problem);
    },
    todo: "Fix robots.txt or remove it. Without one, everything can be crawled.",
  },
  "robots-allow": {
    name: "Crawling allowed",
    found: ({ state, value }) =>
      state === "pass"
        ? "robots.txt allows Google to crawl the page."
        : `robots.txt blocks Google from the page: “${value.line}”.`,
    todo: "Remove the line from robots.txt that blocks the page.",
  },
  indexable: {
    name: "Indexable",
    found: ({ state, value }) => {
      if (state === "pass") return "Nothing tells search engines not to index the page.";
      const place = value.where === "header" ? "The server’s X-Robots-Tag header" : "A robots meta tag";
      return `${place} tells search engines not to index the page: “${value.text}”.`;
    },
    todo: "Remove “noindex”. It’s often left over from before the website launched.",
  },
  sitemap: {
    name: "Sitemap",
    found: ({ state, value }) => {
      if (state === "pass")
        return value.maps
          ? `${value.url} lists ${count(value.maps, "more sitemap")}.`
          : `${value.url} lists ${value.isCut ? "at least " : ""}${count(value.count, "URL")}.`;
      if (state === "warn")
        return value.problem === "other-host"
          ? `${value.url} lists URLs on another website, such as ${value.example}.`
          : "We found no sitemap in robots.txt or at /sitemap.xml.";
      if (value.problem === "status") return `${value.url} returned an error (status ${value.status}).`;
      return value.problem === "too-many"
        ? `${value.url} lists more than 50,000 URLs, which is over the limit for one sitemap.`
        : `${value.url} isn’t a valid sitemap.`;
    },
    todo: "Add a sitemap.xml with the pages you want indexed and list it in robots.txt. Most content management systems can generate one.",
  },
  "ai-agents": {
    name: "AI crawlers",
    found: ({ value }) =>
      list(value.closed).length
        ? `robots.txt blocks these AI crawlers: ${named(value.closed)}. That’s your choice, not an error.`
        : "robots.txt allows the AI crawlers we know of. That’s your choice, not an error.",
    todo: "Decide whether AI assistants may crawl your website, and set it in robots.txt.",
  },
  "first-byte": {
    name: "Server response time",
    found: ({ value }) =>
      `The first byte arrived after ${count(value.ms, "millisecond")}, measured once from our server.`,
    todo: "Cache your pages, or ask your host what’s slow. Aim for under 800 milliseconds.",
  },
  "html-size": {
    name: "HTML size",
    found: ({ state, value }) =>
      state === "fail"
        ? "The HTML is larger than 2 MB. Googlebot ignores everything after that."
        : `The HTML is ${count(value.kB, "kB", "kB")} uncompressed.`,
    todo: "Move styles, scripts and embedded images out of the HTML into separate files.",
  },
  compressed: {
    name: "Compression",
    found: ({ state, value }) =>
      state === "pass"
        ? value.encoding
          ? `The page is sent compressed (${value.encoding}).`
          : "The page is small enough to go without compression."
        : `${count(value.kB, "kB", "kB")} of HTML sent uncompressed.`,
    todo: "Turn on Brotli or gzip on the server. It cuts HTML to about a quarter of its size.",
  },
  blocking: {
    name: "Render-blocking scripts",
    found: ({ value }) =>
      number(value.count)
        ? `${count(value.count, "script")} in the head must load before the page appears.`
        : "No script in the head blocks rendering.",
    todo: "Add “defer” or “async” to these scripts, and remove any you don’t need.",
  },
  "sized-images": {
    name: "Image dimensions",
    found: ({ state, value }) =>
      state === "pass"
        ? `${count(value.count, "image")}, all with width and height.`
        : `${number(value.missing)} of ${count(value.count, "image")} without width and height in the HTML. Unless the CSS reserves space, the layout shifts while the page loads.`,
    todo: "Add width and height to each img tag.",
  },
  "lazy-first": {
    name: "First image not lazy-loaded",
    found: ({ state }) =>
      state === "pass"
        ? "The first image loads right away."
        : 'The first image is lazy-loaded (loading="lazy"), although it may be the first thing visitors see.',
    todo: 'Remove loading="lazy" from images at the top of the page.',
  },
  mixed: {
    name: "Mixed content",
    found: ({ state, value }) =>
      state === "pass"
        ? "Nothing loads over insecure http://."
        : `${count(value.count, "file")} set to load over insecure http://: ${named(value.urls)}.`,
    todo: "Change these URLs to https://. Browsers block or upgrade them.",
  },
  headers: {
    name: "Security headers",
    found: ({ state, value }) =>
      state === "pass"
        ? "HSTS, nosniff and framing protection are set."
        : `Missing: ${named(value.missing)}. Good practice, not a ranking factor.`,
    todo: "Add these headers to your server’s configuration. Each takes one line.",
  },
} satisfies Record<string, RuleWords>;
