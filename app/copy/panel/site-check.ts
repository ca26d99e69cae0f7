// Site check texts, which SPEC 8 doesn't define.
import { counted, number } from "../counted.ts";
import { pageChecks } from "./page-checks.ts";

/** Issues that the publish checks don't cover. */
export const siteIssues = {
  hidden:
    "This page is hidden from search engines (noindex). If that's intended, ignore this; if not, allow indexing in the page's SEO settings.",
  gone: (status: number) => `This page is in the sitemap but returns ${status}.`,
  unmade: pageChecks.unread.unmade,
  slow: (ms: number) =>
    `This page took ${number(ms)} ms to render. Only the first visitor after a change waits that long.`,
  deadLink: (address: string) => pageChecks.links.broken([address]),
  movedLink: (address: string) => `${address} redirects. Link to the final URL instead.`,
  chainedLink: (address: string) => `${address} starts a redirect chain. Link to the final URL instead.`,
  deadOutside: (address: string, said: string) =>
    said === "no-dns"
      ? `This website no longer exists: ${address}`
      : `Broken link: ${address} (returns ${said}).`,
  doubleTitle: (title: string, count: number) =>
    `${counted(count, "page has", "pages have")} the title “${title}”.`,
  doubleDescription: (description: string, count: number) =>
    `${counted(count, "page has", "pages have")} the description “${description}”.`,
};

export const siteCheck = {
  title: "Site check",
  about: "SEO and usability issues across your site.",
  toPages: "Pages",
  open: "Site check",
  now: "Check now",
  fetchFailed: "Failed to fetch the site check results",
  checking: "Checking",
  never: {
    title: "Not checked yet",
    text: "Every page is checked each night, the way a search engine reads it. You can also run a check now.",
  },
  clean: { title: "No issues found", text: (pages: number) => `${counted(pages, "page")} checked.` },
  waiting: "The check will start in a moment.",
  running: (read: number, due: number) => `${number(read)} of ${counted(due, "page")} checked`,
  last: (time: string, read: number) => `Last checked ${time}: ${counted(read, "page")}.`,
  /** shown if one night isn't enough for all pages */
  bounded: (known: number, pages: number) =>
    `${number(known)} of the site's ${counted(pages, "page")} checked so far. Each check covers up to 2,000 pages, starting with the ones checked longest ago; the rest follow over the next nights.`,
  outsideOff: "External links aren't checked because audits are turned off on this server (AUDIT=off).",
  failed: "The last check didn't finish.",
  troubles: {
    sitemap: "The sitemap couldn't be read. Run the check again; if it still fails, see the server log.",
    away: "Too many pages failed to render, for example because the database was down. The check runs again tonight, or you can run it now.",
    crashed:
      "It was interrupted. The check runs again tonight, or you can run it now. See the server log for details.",
    development: "The site check needs the production build: start the site with npm start.",
  },
  counts: ({ broken, improve }: { broken: number; improve: number }) =>
    [broken && `${number(broken)} to fix first`, improve && `${number(improve)} to improve`]
      .filter(Boolean)
      .join(", "),
  broken: "Fix first",
  improve: "Improve",
  kinds: {
    page: "Pages that don't load",
    robots: "Hidden from search engines",
    links: "Internal links",
    images: "Images",
    external: "External links",
    title: "Title tags",
    heading: "H1 headings",
    "double-title": "Duplicate titles",
    description: "Meta descriptions",
    "double-description": "Duplicate descriptions",
    canonical: "Canonical URLs",
    data: "Structured data",
    speed: "Slow pages",
    weight: "Heavy pages",
  },
  showAll: (count: number) => `Show all ${number(count)}`,
  onlyKind: (kind: string) => `Only: ${kind}`,
  showKinds: "Show all issue types",
  morePages: (count: number) => `And on ${counted(count, "more page")}.`,
  edit: "Edit",
  editOf: (what: string) => ` ${what}`,
  again: "Check again",
  againOf: (path: string) => ` ${path}`,
  view: "opens the page in a new tab",
  ignore: "Ignore",
  ignoreOf: (path: string) => ` ${path}`,
  accepted: (count: number) => `You're ignoring ${counted(count, "issue")}.`,
  showIgnored: "Show them again",
  toasts: {
    started: "Check started",
    startFailed: "Failed to start the check",
    checked: "Checked again",
    stillThere: "Still there",
    fixed: "Fixed",
    checkFailed: "Failed to check the page",
    ignored: "Issue ignored",
    ignoreFailed: "Failed to ignore the issue",
    back: "Ignored issues are shown again",
    backFailed: "Failed to show ignored issues",
  },
  dashboard: {
    title: "Site check",
    never: "The site hasn't been checked yet.",
    none: "No issues found.",
    open: "View issues",
    openNever: "Check the site",
  },
};
