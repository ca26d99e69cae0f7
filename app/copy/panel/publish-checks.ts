// What the panel says about a page after its publish checks. Where the audit says the same, its words are used.
import { META_DESCRIPTION_MIN_CHARS } from "../business.ts";

type Size = { width: number; max: number };

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(", ");

export const publishChecks = {
  labels: {
    images: "Pictures",
    links: "Links to this site",
    linked: "Links from elsewhere",
    robots: "Search engines",
    data: "Structured data",
    weight: "Weight",
  },
  unread: {
    unmade: "The page could not be made.",
    missing: "Visitors find nothing at this address: a draft is checked once it is published.",
    status: (status: number) => `The page answers ${status}.`,
  },
  fits: ({ width, max }: Size) => `${width} of ${max} pixels.`,
  title: {
    short: (title: string) => `“${title}” is too short to say what the page is about.`,
    wide: ({ width, max }: Size, cut: string) =>
      `${width} of ${max} pixels: search results end it at “${cut}”.`,
  },
  description: {
    noExcerpt: "There is no excerpt, so the article's first words stand in for it.",
    short: (length: number) =>
      `${length} characters are too few to tell why to open the page: ${META_DESCRIPTION_MIN_CHARS} to 155 are usual.`,
    wide: ({ width, max }: Size) => `${width} of ${max} pixels: search results leave out its end.`,
  },
  heading: {
    one: (heading: string) => `One: “${heading}”.`,
    several: (headings: readonly string[]) =>
      `There are ${headings.length} instead of one: ${quoted(headings)}.`,
    noKeyword: (heading: string, keyword: string) =>
      `“${heading}” does not name the page's main keyword, “${keyword}”.`,
  },
  images: {
    good: "Each has a text for those who do not see it.",
    lost: (count: number) =>
      count === 1
        ? "A picture in the text was deleted: choose another one, or take it out."
        : `${count} pictures in the text were deleted: choose others, or take them out.`,
    unnamed: (paths: readonly string[]) =>
      paths.length === 1
        ? `One has no text for those who do not see it: ${paths[0]}`
        : `${paths.length} have no text for those who do not see them: ${paths.join(", ")}`,
    noDescription: (path: string) =>
      `${path} has no description, so the title stands in for it: describe it on the Media tab, or mark it as decorative.`,
    narrow: (path: string, width: number, least: number) =>
      `${path} is ${width} pixels wide, which is too small above a text: ${least} are the least, 1920 are sharp everywhere.`,
    noShare: (path: string) => `${path} is too small for shared links, which get a drawn picture instead.`,
  },
  links: {
    good: (count: number) => `${count} of ${count} lead somewhere.`,
    broken: (links: readonly string[]) => `Nothing is at ${links.join(", ")}.`,
    moved: (links: readonly string[]) => `A redirect stands at ${links.join(", ")}.`,
    chained: (links: readonly string[]) =>
      `Several redirects, one after the other, begin at ${links.join(", ")}.`,
    unchecked: (links: readonly string[]) => `Not checked: ${links.join(", ")}.`,
  },
  linked: {
    none: "No text links to an address that the page had before.",
    some: (texts: number) =>
      `${texts === 1 ? "1 text links" : `${texts} texts link`} to an old address. Visitors are led to the new one.`,
  },
  canonical: {
    own: "The page's own.",
    other: (address: string) => `Search engines are sent to ${address} instead.`,
  },
  robots: {
    hidden: "Search engines are asked not to list this page.",
    listed: (rules: string) => `${rules || "index, follow"}: search engines may list this page.`,
  },
  data: {
    hidden: "None, since the page is not listed.",
    none: "There is none.",
    damaged: "It cannot be read as JSON-LD.",
    types: (types: readonly string[]) => `${types.join(", ")}.`,
  },
  weight: {
    light: (all: number, sent: number) => `${all} kB of HTML, ${sent} kB compressed.`,
    heavy: (most: number) => ` Pages of up to ${most} kB open sooner.`,
  },
};
