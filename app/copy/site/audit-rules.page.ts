// Text for the audit rules about the page itself: head, content and structured data.
import { count, list, named, number, of, type RuleWords } from "./audit-rules.found.ts";

export const pageRuleWords = {
  title: {
    name: "Title tag",
    found: ({ state, value }) => {
      if (state === "pass") return `“${value.title}” fits in search results.`;
      if (state === "fail") return "The page has no title tag.";
      const problems = {
        several: `The page has ${number(value.count)} title tags. Search engines will pick one.`,
        default: `“${value.title}” is a default title that says nothing about the page.`,
        wide: `“${value.title}” is about ${number(value.width)} pixels wide. Search results cut titles off at about ${number(value.max)}.`,
      };
      return of(problems, value.problem);
    },
    todo: "Write one title of 50 to 60 characters with what you offer, where, and your business name.",
  },
  description: {
    name: "Meta description",
    found: ({ state, value }) =>
      state === "pass"
        ? `“${value.text}”`
        : value.problem === "wide"
          ? `The meta description is about ${number(value.width)} pixels wide. Search results cut it off at about ${number(value.max)}.`
          : "There’s no meta description, so search engines pick text from the page.",
    todo: "Write one or two sentences, up to 155 characters, that give people a reason to click.",
  },
  canonical: {
    name: "Canonical URL",
    found: ({ state, value }) => {
      if (state === "pass") return `The canonical URL is the page’s own: ${value.to}.`;
      const problems = {
        none: "The page has no canonical URL.",
        relative: `The canonical URL is relative: “${value.to}”.`,
        "other-page": `The canonical URL points to another page, so search engines may index that one instead: ${value.to}.`,
        several: `The page has several canonical URLs: ${named(value.all)}.`,
        host: `The canonical URL points to another website: ${value.to}.`,
        error: `The canonical URL, ${value.to}, returns an error (status ${value.status}).`,
        invalid: `The canonical URL is invalid: “${value.to}”.`,
      };
      return of(problems, value.problem);
    },
    todo: 'Add one <link rel="canonical"> to the head, with the page’s own absolute URL.',
  },
  viewport: {
    name: "Mobile viewport",
    found: ({ state, value }) =>
      state === "pass"
        ? "The page adapts to phone screens."
        : state === "warn"
          ? `The viewport tag blocks zooming: “${value.content}”.`
          : "There’s no working viewport tag, so phones show a shrunken desktop page.",
    todo: 'Use <meta name="viewport" content="width=device-width, initial-scale=1">, and allow zooming.',
  },
  lang: {
    name: "Page language",
    found: ({ state, value }) =>
      state === "pass"
        ? `The page’s language is set to “${value.lang}”.`
        : value.lang
          ? `“${value.lang}” isn’t a valid language code.`
          : "The page doesn’t declare its language.",
    todo: 'Set the language in the html tag, such as <html lang="en">.',
  },
  charset: {
    name: "Character encoding",
    found: ({ state, value }) =>
      state === "pass"
        ? `The encoding is declared: ${value.charset}.`
        : "The encoding isn’t declared early in the page, so some characters may be garbled.",
    todo: 'Make <meta charset="utf-8"> the first tag in the head.',
  },
  hreflang: {
    name: "Hreflang tags",
    found: ({ state, value }) => {
      if (state === "pass") return `${count(value.count, "language version")} listed, including this page.`;
      const problems = {
        codes: `Invalid language codes: ${named(value.all)}.`,
        relative: `These language versions use relative URLs: ${named(value.all)}.`,
        self: "The hreflang tags don’t include this page itself.",
      };
      return of(problems, value.problem);
    },
    todo: "List every language version, including this page, with valid codes and absolute URLs.",
  },
  share: {
    name: "Social sharing tags",
    found: ({ state, value }) =>
      state === "pass"
        ? "Shared links show a title and an image."
        : `Missing or without an absolute URL: ${named(value.missing)}. These tags control how shared links look. They don’t affect rankings.`,
    todo: "Add og:title and og:image (with an absolute URL), so shared links look the way you want.",
  },
  "script-built": {
    name: "Content without JavaScript",
    found: ({ state, value }) =>
      state === "pass"
        ? `${count(value.words, "word")} can be read without running JavaScript.`
        : `Only ${count(value.words, "word")} can be read without JavaScript. We don’t run scripts, so we didn’t check the content.`,
    todo: "Render the content on the server. Google runs JavaScript, but later and not always, and many other crawlers don’t.",
  },
  h1: {
    name: "H1 heading",
    found: ({ state, value }) =>
      state === "pass" ? `“${value.text}”` : "The page has no h1 heading with text.",
    todo: "Add one h1 that says what the page is about.",
  },
  headings: {
    name: "Heading order",
    found: ({ state, value }) =>
      state === "pass"
        ? "No heading level is skipped."
        : `A level is skipped: “${value.text}” is an ${value.to} right after an ${value.from}.`,
    todo: "Use headings like an outline: h2 under h1, h3 under h2. Set their size with CSS.",
  },
  alt: {
    name: "Alt text",
    found: ({ state, value }) =>
      state === "pass"
        ? `${count(value.count, "image")}, all with alt text or marked as decorative.`
        : `${number(value.missing)} of ${count(value.count, "image")} without alt text, such as ${named(value.examples)}.`,
    todo: "Describe each image in a few words. Leave alt empty for decorative images.",
  },
  "link-text": {
    name: "Link text",
    found: ({ state, value }) =>
      state === "pass"
        ? "No vague link text such as “click here”."
        : `${count(value.count, "link")} with vague text: ${named(value.texts)}.`,
    todo: "Say where the link goes: “our prices” instead of “click here”.",
  },
  "crawlable-links": {
    name: "Crawlable links",
    found: ({ state, value }) =>
      state === "pass"
        ? `${count(value.count, "link")}, all with a URL that crawlers can follow.`
        : `${number(value.bad)} of ${count(value.count, "link")} without a URL that crawlers can follow: ${named(value.examples)}.`,
    todo: 'Use <a href="…"> with a real URL for every link to another page.',
  },
  "broken-links": {
    name: "Broken links",
    found: ({ state, value }) =>
      state === "pass"
        ? `We tried ${count(value.count, "internal link")}. None ${number(value.count) === 1 ? "is" : "are"} broken.`
        : `${list(value.broken).length} of the ${count(value.count, "internal link")} we tried ${list(value.broken).length === 1 ? "is" : "are"} broken: ${named(value.broken)}.`,
    todo: "Fix or remove these links, or redirect the old URLs to new ones.",
  },
  words: {
    name: "Word count",
    found: ({ value }) => `${count(value.words, "word")}. Google has no target for this, and neither do we.`,
    todo: "Write as much as your customers need to decide. There’s no ideal length.",
  },
  "data-valid": {
    name: "Structured data",
    found: ({ state, value }) =>
      state === "pass"
        ? `Valid: ${named(value.types)}.`
        : state === "warn"
          ? "The page has no structured data (JSON-LD)."
          : value.problem === "type"
            ? "A structured data block has no @type."
            : "A structured data block contains a syntax error.",
    todo: "Add JSON-LD for your business and the page, then check it with Google’s Rich Results Test.",
  },
  business: {
    name: "Business details in structured data",
    found: ({ state, value }) =>
      state === "pass"
        ? `${value.name} is marked up as ${value.type}.`
        : list(value.missing).length
          ? `Your business is marked up, but without ${list(value.missing).join(" and ")}.`
          : "The structured data doesn’t describe your business.",
    todo: "Add Organization or LocalBusiness with name, url, logo, address and phone number.",
  },
  retired: {
    name: "Retired structured data",
    found: ({ value }) =>
      `${named(value.types)}: Google no longer shows rich results for this. It does no harm.`,
    todo: "Leave it, or remove it the next time you edit the page.",
  },
} satisfies Record<string, RuleWords>;
