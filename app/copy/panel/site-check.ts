// What the control panel says of the check of the whole site; SPEC 8 has no words for it.
import { counted, number } from "../counted.ts";
import { publishChecks } from "./publish-checks.ts";

/** What is wrong with a page, beyond what its publish checks say. */
export const siteFaults = {
  hidden:
    "Search engines are asked not to list this page. If that is meant, leave it as it is; if not, allow it in the page's SEO settings.",
  gone: (status: number) => `The sitemap names this page, but it answers ${status}.`,
  unmade: publishChecks.unread.unmade,
  slow: (ms: number) =>
    `It took ${number(ms)} ms to make. Visitors wait for that only when they are the first after a change.`,
  deadLink: (address: string) => publishChecks.links.broken([address]),
  movedLink: (address: string) => `A redirect stands at ${address}: link to where it leads.`,
  chainedLink: (address: string) =>
    `Several redirects, one after the other, begin at ${address}: link to where they end.`,
  deadOutside: (address: string, said: string) =>
    said === "no-dns"
      ? `There is no such website any more: ${address}`
      : `Nothing is at ${address} (it answers ${said}).`,
  doubleTitle: (title: string, count: number) =>
    `${counted(count, "page has", "pages have")} the title “${title}”.`,
  doubleDescription: (description: string, count: number) =>
    `${counted(count, "page has", "pages have")} the description “${description}”.`,
};

export const siteCheck = {
  title: "Site check",
  about: "What search engines and visitors would stumble over, on every page of the site.",
  toPages: "Pages",
  open: "Site check",
  now: "Check now",
  fetchFailed: "Failed to read the site check",
  checking: "Checking",
  never: {
    title: "The site was not checked yet",
    text: "It is checked each night, page by page, as a search engine reads it. You can also have it checked now.",
  },
  clean: { title: "Nothing to mend", text: (pages: number) => `${counted(pages, "page")} were read.` },
  waiting: "The check begins in a moment.",
  running: (read: number, due: number) => `${number(read)} of ${counted(due, "page")} read`,
  last: (time: string, read: number) => `Last checked ${time}: ${counted(read, "page")} read.`,
  /** Where one night is not enough for all pages. */
  bounded: (known: number, pages: number) =>
    `${number(known)} of the site's ${counted(pages, "page")} are known so far. A check reads up to 2,000 of them, those first that were not read for longest; the next nights read the rest.`,
  outsideOff:
    "Links to other websites are not checked: this machine does not read other websites (AUDIT=off).",
  failed: "The last check did not come to its end.",
  troubles: {
    sitemap: "The sitemap could not be read. Check now; if it fails again, the site's log says why.",
    away: "Page after page could not be made, as when the database is away. It is tried again in the night, and you can have it checked now.",
    crashed:
      "It broke off. It is tried again in the night, and you can have it checked now; the site's log says more.",
    development: "Only the built site can be checked: start it with npm start.",
  },
  counts: ({ broken, improve }: { broken: number; improve: number }) =>
    [broken && `${number(broken)} to mend first`, improve && `${number(improve)} that could be better`]
      .filter(Boolean)
      .join(", "),
  broken: "Mend first",
  improve: "Could be better",
  kinds: {
    page: "Pages that do not open",
    robots: "Kept out of search engines",
    links: "Links within the site",
    images: "Pictures",
    external: "Links to other websites",
    title: "Titles",
    heading: "Main headings",
    "double-title": "Titles that pages share",
    description: "Descriptions",
    "double-description": "Descriptions that pages share",
    canonical: "Canonical addresses",
    data: "Structured data",
    speed: "Slow pages",
    weight: "Heavy pages",
  },
  showAll: (count: number) => `Show all ${number(count)}`,
  onlyKind: (kind: string) => `Only: ${kind}`,
  showKinds: "Show all kinds",
  morePages: (count: number) => `And on ${counted(count, "more page")}.`,
  edit: "Edit",
  editOf: (what: string) => ` ${what}`,
  again: "Check again",
  againOf: (path: string) => ` ${path}`,
  view: "opens the page in a new window",
  leave: "Leave as it is",
  leaveOf: (path: string) => ` ${path}`,
  accepted: (count: number) => `${counted(count, "fault is", "faults are")} left as they are by you.`,
  bringBack: "Show them again",
  toasts: {
    started: "The check has begun",
    startFailed: "Failed to start the check",
    checked: "Checked again",
    stillThere: "It is still there",
    mended: "Mended",
    checkFailed: "Failed to check the page",
    left: "Left as it is",
    leaveFailed: "Failed to leave it as it is",
    back: "They are in the list again",
    backFailed: "Failed to bring them back",
  },
  dashboard: {
    title: "Site check",
    never: "The site was not checked yet.",
    none: "Nothing to mend was found.",
    open: "See what to mend",
    openNever: "Check the site",
  },
};
