// Text for the publish checks. Checks shared with the audit use the audit's texts.
import { META_DESCRIPTION_MIN_CHARS } from "../business.ts";

type Size = { width: number; max: number };

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(", ");

export const pageChecks = {
  labels: {
    images: "Images",
    links: "Internal links",
    linked: "Links to old URLs",
    defaults: "Sample wording",
    twin: "Unique content",
    robots: "Search engines",
    data: "Structured data",
    weight: "Page weight",
  },
  unread: {
    unmade: "The page couldn't be rendered.",
    missing: "There's no public page at this URL yet. Drafts are checked once they're published.",
    status: (status: number) => `The page returns ${status}.`,
  },
  fits: ({ width, max }: Size) => `${width} of ${max} pixels.`,
  title: {
    short: (title: string) => `“${title}” is too short to tell what the page is about.`,
    wide: ({ width, max }: Size, cut: string) =>
      `${width} of ${max} pixels: search results cut it off at “${cut}”.`,
  },
  description: {
    noExcerpt: "There's no excerpt, so the article's opening is used.",
    short: (length: number) =>
      `At ${length} characters, it's too short to give people a reason to click: aim for ${META_DESCRIPTION_MIN_CHARS} to 155.`,
    wide: ({ width, max }: Size) => `${width} of ${max} pixels: it will be cut off in search results.`,
  },
  heading: {
    one: (heading: string) => `“${heading}”`,
    several: (headings: readonly string[]) =>
      `There are ${headings.length} H1 headings instead of one: ${quoted(headings)}.`,
    noKeyword: (heading: string, keyword: string) =>
      `“${heading}” doesn't include the page's main keyword, “${keyword}”.`,
  },
  images: {
    good: "All images have alt text.",
    lost: (count: number) =>
      count === 1
        ? "An image in the text was deleted. Choose another one or remove it."
        : `${count} images in the text were deleted. Choose others or remove them.`,
    unnamed: (paths: readonly string[]) =>
      paths.length === 1
        ? `One image has no alt text: ${paths[0]}`
        : `${paths.length} images have no alt text: ${paths.join(", ")}`,
    elsewhere: (urls: readonly string[]) =>
      urls.length === 1
        ? `One image is on another website and could disappear from there: ${urls[0]} Upload it to the Media tab.`
        : `${urls.length} images are on other websites and could disappear from there: ${urls.join(", ")} Upload them to the Media tab.`,
    noDescription: (path: string) =>
      `${path} has no alt text, so the title is used instead. Add alt text on the Media tab or mark the image as decorative.`,
    narrow: (path: string, width: number, least: number) =>
      `${path} is ${width} pixels wide, which is too small for a cover image: the minimum is ${least}, and 1920 looks sharp everywhere.`,
    noShare: (path: string) =>
      `${path} is too small for link previews, so a generated image is used instead.`,
  },
  links: {
    good: (count: number) => (count === 1 ? "The link works." : `All ${count} links work.`),
    broken: (links: readonly string[]) => `Broken links: ${links.join(", ")}.`,
    moved: (links: readonly string[]) => `Links that redirect: ${links.join(", ")}.`,
    chained: (links: readonly string[]) => `Links that start a redirect chain: ${links.join(", ")}.`,
    unchecked: (links: readonly string[]) => `Not checked: ${links.join(", ")}.`,
  },
  defaults: {
    none: "All sample wording was replaced.",
    some: (left: readonly string[]) =>
      `Replace the sample wording that's left: ${left
        .slice(0, 5)
        .map((text) => `“${text}”`)
        .join(
          ", ",
        )}${left.length > 5 ? `, and ${left.length - 5} more` : ""}. Visitors don't see texts and sentences that are all in brackets.`,
  },
  twin: {
    none: "No other page you added has nearly the same content.",
    some: (title: string, percent: number) =>
      `${percent}% of this page's words are also on “${title}”. Google treats pages that differ by little more than a city's name as doorway pages and may remove them from search. Add content that fits only this page.`,
  },
  linked: {
    none: "Nothing on the site links to an old URL of this page.",
    some: (texts: number) =>
      `${texts === 1 ? "1 content item links" : `${texts} content items link`} to an old URL of this page. Visitors are redirected to the new one.`,
  },
  canonical: {
    own: "Points to this page.",
    other: (address: string) => `Search engines are pointed to ${address} instead.`,
  },
  robots: {
    hidden: "This page is hidden from search engines (noindex).",
    listed: (rules: string) => `${rules || "index, follow"}: search engines can index this page.`,
  },
  data: {
    hidden: "None, because the page is set to noindex.",
    none: "No structured data.",
    damaged: "It isn't valid JSON-LD.",
    types: (types: readonly string[]) => `${types.join(", ")}.`,
  },
  weight: {
    light: (all: number, sent: number) => `${all} kB of HTML (${sent} kB compressed).`,
    heavy: (most: number) => ` Aim for under ${most} kB.`,
  },
};
