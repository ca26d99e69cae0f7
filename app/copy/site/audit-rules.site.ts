// The words of the audit's rules on how a website answers: reach, crawling, weight, safety.
import { count, list, named, number, of, type RuleWords } from "./audit-rules.found.ts";

/** By the ids of the rules. */
export const siteRuleWords = {
  reach: {
    name: "The page opens",
    found: ({ state, value }) => {
      if (state === "pass") return "The page answered as it should (status 200).";
      if (value.problem === "no-dns") return "There is no website under this name: DNS does not know it.";
      if (value.problem === "tls")
        return "The secure connection failed, so browsers show a warning instead of the page.";
      if (value.problem === "loop") return "The page redirects without ever arriving at one.";
      return `The page answered with an error (status ${value.status}).`;
    },
    todo: "Make sure that the address opens a page. Until it does, search engines have nothing to list.",
  },
  https: {
    name: "Secure connection",
    found: ({ state, value }) => {
      if (state === "pass") return `The certificate is valid until ${value.until}.`;
      if (state === "warn" && !value.problem)
        return `The certificate is valid, but only until ${value.until}: ${count(value.days, "day")} more.`;
      const problems = {
        none: "The website does not answer over https, so browsers call it “not secure”.",
        expired: "The certificate has expired, so browsers show a warning instead of the page.",
        name: "The certificate is for another name, so browsers show a warning instead of the page.",
        chain: "The server does not send the whole certificate chain, so some browsers cannot trust it.",
        untrusted: "The certificate was not issued by an authority that browsers trust.",
        invalid: "The secure connection could not be set up.",
      };
      return of(problems, value.problem);
    },
    todo: "Have your host install a certificate that renews itself (Let’s Encrypt is free).",
  },
  "to-https": {
    name: "http leads to https",
    found: ({ state, value }) =>
      state === "pass"
        ? "Visitors who come by http:// are sent to https:// for good."
        : state === "warn"
          ? `The redirect from http:// to https:// is only a temporary one (status ${value.status}).`
          : "The page also opens without encryption, by http://.",
    todo: "Redirect every http:// address to its https:// one with status 301 or 308.",
  },
  "one-host": {
    name: "One address, with or without www",
    found: ({ state, value }) =>
      state === "warn"
        ? `${value.host} and ${value.other} both show the website, so it exists twice.`
        : value.other
          ? `${value.other} and ${value.host} end at the same address.`
          : `The website has one name only, ${value.host}.`,
    todo: "Choose one of the two names and redirect the other one to it with status 301.",
  },
  hops: {
    name: "Direct way to the page",
    found: ({ state, value }) =>
      state === "fail"
        ? "The redirects do not end: they lead in a circle, or there are more than five. Search engines keep no cookies; neither did we."
        : number(value.hops) === 0
          ? "The address opens the page directly."
          : `${count(value.hops, "redirect")} on the way to ${value.to}.`,
    todo: "Redirect old addresses to the final one in a single step.",
  },
  "missing-page": {
    name: "Pages that do not exist say so",
    found: ({ state, value }) => {
      if (state === "pass")
        return `An address that we made up was answered with status ${value.status}, as it should.`;
      if (state === "fail")
        return "An address that we made up was answered with a page (status 200), as if it existed.";
      return value.to
        ? `An address that we made up was redirected to ${value.to}.`
        : `An address that we made up was answered with status ${value.status} instead of 404.`;
    },
    todo: "Let the server answer unknown addresses with status 404 and a page that helps people on.",
  },
  "robots-file": {
    name: "robots.txt can be read",
    found: ({ state, value }) => {
      if (state === "fail")
        return `robots.txt answered with an error (status ${value.status}). Google then stays away from the whole website at first.`;
      if (state === "pass")
        return value.problem === "none"
          ? "There is no robots.txt, which is fine: everything may be read."
          : "robots.txt is there and can be read.";
      const problems = {
        html: "At the address of robots.txt stands a web page instead of a text file.",
        unknown: `robots.txt has lines that search engines do not understand: ${named(value.lines)}`,
        "relative-sitemap": `robots.txt names a sitemap without its full address: ${named(value.lines)}`,
        large: "robots.txt is larger than 500 KiB; Google does not read the rest.",
      };
      return of(problems, value.problem);
    },
    todo: "Correct robots.txt, or remove it: a website without one may be read as a whole.",
  },
  "robots-allow": {
    name: "Google may read the page",
    found: ({ state, value }) =>
      state === "pass"
        ? "robots.txt lets Google read the page."
        : `robots.txt keeps Google away from the page: “${value.line}”.`,
    todo: "Remove the line from robots.txt that closes the page to Google.",
  },
  indexable: {
    name: "Google may list the page",
    found: ({ state, value }) => {
      if (state === "pass") return "Nothing on the page asks search engines to leave it out.";
      const place = value.where === "header" ? "The server’s X-Robots-Tag header" : "A robots meta tag";
      return `${place} asks search engines not to list the page: “${value.text}”.`;
    },
    todo: "Remove “noindex”. It is often left over from the time before the website went live.",
  },
  sitemap: {
    name: "Sitemap",
    found: ({ state, value }) => {
      if (state === "pass")
        return value.maps
          ? `${value.url} lists ${count(value.maps, "further sitemap")}.`
          : `${value.url} lists ${count(value.count, "address", "addresses")}.`;
      if (state === "warn")
        return value.problem === "other-host"
          ? `${value.url} lists addresses of another website, such as ${value.example}.`
          : "We found no sitemap, neither in robots.txt nor at /sitemap.xml.";
      if (value.problem === "status") return `${value.url} answered with an error (status ${value.status}).`;
      return value.problem === "too-many"
        ? `${value.url} lists more than 50,000 addresses, more than one sitemap may.`
        : `${value.url} cannot be read as a sitemap.`;
    },
    todo: "Offer a sitemap.xml with the pages that are to be found, and name it in robots.txt. Most systems make one.",
  },
  "ai-agents": {
    name: "AI assistants",
    found: ({ value }) =>
      list(value.closed).length
        ? `robots.txt keeps these AI services out: ${named(value.closed)}. A choice, not a fault.`
        : "robots.txt lets the AI services that we know of read the page. A choice, not a fault.",
    todo: "Decide whether AI assistants may read your website; robots.txt is the place to say so.",
  },
  "first-byte": {
    name: "Answer of the server",
    found: ({ value }) =>
      `The first byte came ${count(value.ms, "millisecond")} after the connection, measured once from our server.`,
    todo: "Keep finished pages in a cache, or ask your host what takes the time: 800 milliseconds are a fair limit.",
  },
  "html-size": {
    name: "Size of the page’s code",
    found: ({ state, value }) =>
      state === "fail"
        ? "The HTML is larger than 2 MB. Googlebot reads the first 2 MB and leaves the rest."
        : `The HTML has ${count(value.kB, "kB", "kB")} when unpacked.`,
    todo: "Move styles, scripts and embedded pictures out of the HTML into files of their own.",
  },
  compressed: {
    name: "Compression",
    found: ({ state, value }) =>
      state === "pass"
        ? value.encoding
          ? `The page is sent compressed (${value.encoding}).`
          : "The page is so small that it needs no compression."
        : `${count(value.kB, "kB", "kB")} of HTML are sent without compression.`,
    todo: "Switch on Brotli or gzip on the server; pages then travel at about a quarter of their size.",
  },
  blocking: {
    name: "Scripts that hold up the page",
    found: ({ value }) =>
      number(value.count)
        ? `${count(value.count, "script")} in the head must load before the page shows.`
        : "No script in the head holds up the page.",
    todo: "Add “defer” or “async” to these scripts, and remove those that nothing needs.",
  },
  "sized-images": {
    name: "Pictures keep their place",
    found: ({ state, value }) =>
      state === "pass"
        ? `${count(value.count, "picture")}, all with width and height.`
        : `${number(value.missing)} of ${count(value.count, "picture")} without width and height in the HTML; where styles do not reserve their place, the page jumps while it loads.`,
    todo: "Write width and height into each img tag.",
  },
  "lazy-first": {
    name: "First picture at once",
    found: ({ state }) =>
      state === "pass"
        ? "The first picture is not held back."
        : 'The first picture is loaded late (loading="lazy"), although it may well be what visitors see first.',
    todo: 'Take loading="lazy" from the pictures at the top of the page.',
  },
  mixed: {
    name: "Everything over https",
    found: ({ state, value }) =>
      state === "pass"
        ? "The page loads nothing by insecure http://."
        : `${count(value.count, "file")} would be loaded by insecure http://: ${named(value.urls)}.`,
    todo: "Change these addresses to https://; browsers block or upgrade them.",
  },
  headers: {
    name: "Security headers",
    found: ({ state, value }) =>
      state === "pass"
        ? "HSTS, nosniff and protection against framing are set."
        : `Missing: ${named(value.missing)}. Good practice, not a ranking factor.`,
    todo: "Have the server send these headers; each is one line of its configuration.",
  },
} satisfies Record<string, RuleWords>;
