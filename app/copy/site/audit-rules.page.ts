// The words of the audit's rules on a page itself: its head, its content, its structured data.
import { count, list, named, number, of, type RuleWords } from "./audit-rules.found.ts";

/** By the ids of the rules. */
export const pageRuleWords = {
  title: {
    name: "Title",
    found: ({ state, value }) => {
      if (state === "pass") return `“${value.title}” fits into a search result.`;
      if (state === "fail") return "The page has no title.";
      const problems = {
        several: `The page has ${number(value.count)} titles; search engines choose one.`,
        default: `“${value.title}” does not say whose page it is.`,
        wide: `“${value.title}” is about ${number(value.width)} pixels wide; search results show some ${number(value.max)}.`,
      };
      return of(problems, value.problem);
    },
    todo: "Give the page one title that says what you offer, where, and your name, in 50 to 60 characters.",
  },
  description: {
    name: "Description",
    found: ({ state, value }) =>
      state === "pass"
        ? `“${value.text}”`
        : value.problem === "wide"
          ? `The description is about ${number(value.width)} pixels wide; search results show some ${number(value.max)}.`
          : "The page has no description, so search engines choose words from the page.",
    todo: "Write one or two sentences that say why to open the page, in up to 155 characters.",
  },
  canonical: {
    name: "Canonical address",
    found: ({ state, value }) => {
      if (state === "pass") return `The page names its own address, ${value.to}.`;
      const problems = {
        none: "The page does not name its canonical address.",
        relative: `The canonical address is not a full one: “${value.to}”.`,
        "other-page": `The page asks search engines to list another one in its place: ${value.to}.`,
        several: `The page names several canonical addresses: ${named(value.all)}.`,
        host: `The page asks search engines to list a page of another website in its place: ${value.to}.`,
        error: `The canonical address, ${value.to}, answers with an error (status ${value.status}).`,
        invalid: `The canonical address cannot be read: “${value.to}”.`,
      };
      return of(problems, value.problem);
    },
    todo: 'Put one <link rel="canonical"> with the page’s own full address into its head.',
  },
  viewport: {
    name: "Made for phones",
    found: ({ state, value }) =>
      state === "pass"
        ? "The page adapts to the width of a phone."
        : state === "warn"
          ? `The page keeps visitors from zooming in: “${value.content}”.`
          : "The page does not tell phones to use their own width, so they show it as on a desk, but tiny.",
    todo: 'Use <meta name="viewport" content="width=device-width, initial-scale=1">, and let people zoom.',
  },
  lang: {
    name: "Language of the page",
    found: ({ state, value }) =>
      state === "pass"
        ? `The page says that its language is “${value.lang}”.`
        : value.lang
          ? `“${value.lang}” is not the code of a language.`
          : "The page does not say which language it is in.",
    todo: 'Name the language in the html tag, for instance <html lang="en">.',
  },
  charset: {
    name: "Character set",
    found: ({ state, value }) =>
      state === "pass"
        ? `The character set is named: ${value.charset}.`
        : "The page does not name its character set at its beginning, so letters may come out wrong.",
    todo: 'Put <meta charset="utf-8"> first into the head of the page.',
  },
  hreflang: {
    name: "Other languages",
    found: ({ state, value }) => {
      if (state === "pass") return `${count(value.count, "language version")} named, this page among them.`;
      const problems = {
        codes: `These are not codes of languages: ${named(value.all)}.`,
        relative: `These language versions lack their full address: ${named(value.all)}.`,
        self: "The list of language versions does not name this page itself.",
      };
      return of(problems, value.problem);
    },
    todo: "List every language version, this page included, with valid codes and full addresses.",
  },
  share: {
    name: "Preview when shared",
    found: ({ state, value }) =>
      state === "pass"
        ? "Shared links show a title and a picture."
        : `Missing or without a full address: ${named(value.missing)}. It decides how a shared link looks and is no ranking matter.`,
    todo: "Add og:title and og:image (with its full address), so that shared links look like yours.",
  },
  "script-built": {
    name: "Text without scripts",
    found: ({ state, value }) =>
      state === "pass"
        ? `${count(value.words, "word")} can be read without running scripts.`
        : `Only ${count(value.words, "word")} can be read without scripts: a browser builds the page. We run none, so we leave its content unjudged.`,
    todo: "Let the server send the text. Search engines can run scripts, but later and not always; others do not.",
  },
  h1: {
    name: "Main heading",
    found: ({ state, value }) =>
      state === "pass" ? `“${value.text}”` : "The page has no main heading (h1) with words in it.",
    todo: "Give the page one heading that says what it is about.",
  },
  headings: {
    name: "Order of headings",
    found: ({ state, value }) =>
      state === "pass"
        ? "The headings follow each other without leaving out a level."
        : `A level is left out: “${value.text}” is an ${value.to} after an ${value.from}.`,
    todo: "Use headings like an outline: h2 below h1, h3 below h2. Their size is a matter of style.",
  },
  alt: {
    name: "Pictures described",
    found: ({ state, value }) =>
      state === "pass"
        ? `${count(value.count, "picture")}, all with an alternative text or marked as decoration.`
        : `${number(value.missing)} of ${count(value.count, "picture")} without an alt text, such as ${named(value.examples)}.`,
    todo: "Describe each picture in a few words for those who do not see it; leave alt empty for decoration.",
  },
  "link-text": {
    name: "Links that say where they lead",
    found: ({ state, value }) =>
      state === "pass"
        ? "No link is called “click here” or the like."
        : `${count(value.count, "link")} with words that say nothing of the target: ${named(value.texts)}.`,
    todo: "Name the target in the words of the link: “our prices” instead of “click here”.",
  },
  "crawlable-links": {
    name: "Links that crawlers can follow",
    found: ({ state, value }) =>
      state === "pass"
        ? `${count(value.count, "link")}, each with an address to follow.`
        : `${number(value.bad)} of ${count(value.count, "link")} without an address that a crawler can follow: ${named(value.examples)}.`,
    todo: 'Use <a href="…"> with a real address for everything that leads to another page.',
  },
  "broken-links": {
    name: "Links that work",
    found: ({ state, value }) =>
      state === "pass"
        ? `We tried ${count(value.count, "link")} to pages of the website; ${number(value.count) === 1 ? "it leads" : "each leads"} somewhere.`
        : `${list(value.broken).length} of the ${count(value.count, "link")} that we tried ${list(value.broken).length === 1 ? "leads" : "lead"} nowhere: ${named(value.broken)}.`,
    todo: "Correct or remove these links, or redirect their old addresses to the new ones.",
  },
  words: {
    name: "Amount of text",
    found: ({ value }) =>
      `${count(value.words, "word")}. Google has no target for this, and neither have we.`,
    todo: "Write as much as your customers need to decide, and no more.",
  },
  "data-valid": {
    name: "Structured data",
    found: ({ state, value }) =>
      state === "pass"
        ? `Can be read: ${named(value.types)}.`
        : state === "warn"
          ? "The page has no structured data (JSON-LD)."
          : value.problem === "type"
            ? "A block of structured data does not say what it is about (@type)."
            : "A block of structured data is damaged and cannot be read.",
    todo: "Describe your business and the page as JSON-LD, and test it with Google’s Rich Results Test.",
  },
  business: {
    name: "Your business in structured data",
    found: ({ state, value }) =>
      state === "pass"
        ? `${value.name} is described as ${value.type}.`
        : list(value.missing).length
          ? `The business is described, but without ${list(value.missing).join(" and ")}.`
          : "The structured data does not describe the business behind the website.",
    todo: "Add Organization or LocalBusiness with name, url, logo, address and phone number.",
  },
  retired: {
    name: "Structured data without effect",
    found: ({ value }) =>
      `${named(value.types)}: search results no longer show anything special for it. It does no harm.`,
    todo: "Nothing has to be done; put the effort elsewhere.",
  },
} satisfies Record<string, RuleWords>;
