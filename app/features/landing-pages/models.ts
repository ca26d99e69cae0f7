// The default content of new sections, which also defines the shape of their forms.
import { FORM_LINK, mapStrings, type Section, type SectionOf, type SectionType } from "./sections.ts";

const CONTACT = { button_label: "Get a free consultation", button_href: FORM_LINK };

const plan = (name: string) => ({
  ...{ name, badge: "", price: "[$999/month]", text: "[Who it's for]" },
  features: ["[What's included]", "[What's included]", "[What's included]"],
  ...{ button_label: "", button_href: "" },
});

const models: { [Type in SectionType]: Omit<SectionOf<Type>, "type" | "is_hidden"> } = {
  hero: {
    title: "[Your main promise, in eight words or so]",
    marked_words: "",
    subtitle: "[Who it's for and what they get, in one or two sentences]",
    buttons: [
      { label: "Get a free consultation", href: FORM_LINK },
      { label: "See case studies", href: "/case-studies" },
    ],
    form: "none",
    points: ["Clear prices, in writing", "No long contracts", "A reply within 24 hours"],
    number: "",
    number_label: "",
  },
  text: { title: "[A heading]", body: "<p>[Your text]</p>", quote: "", quote_by: "" },
  image_text: {
    title: "[A heading]",
    body: "<p>[Your text]</p>",
    image: "",
    alt_text: "[Add a photo, and say here what it shows]",
    side: "right",
  },
  reasons: {
    title: "Why businesses choose us",
    intro: "",
    items: [
      {
        icon: "target",
        title: "One plan, agreed up front",
        text: "You know what we do each month and why, before we start.",
      },
      {
        icon: "chart-bar",
        title: "Reports in plain English",
        text: "Calls, forms and sales first. Rankings second.",
      },
      {
        icon: "users",
        title: "You talk to the people who do the work",
        text: "No account managers passing notes back and forth.",
      },
    ],
  },
  steps: {
    title: "How we work",
    intro: "",
    items: [
      {
        title: "Audit",
        period: "Week 1",
        text: "We look at your site, your competitors and what people search for.",
      },
      {
        title: "Plan",
        period: "Week 2",
        text: "You get a short list of what to do first, and what it should bring.",
      },
      { title: "Work", period: "From week 3", text: "We fix, write and build, and show you each change." },
      {
        title: "Report",
        period: "Every month",
        text: "One page: what we did, what changed, what comes next.",
      },
    ],
  },
  stats: {
    title: "",
    items: [
      { value: "[95%]", label: "[what this number counts]", note: "[of whom, and since when]" },
      { value: "[250%]", label: "[what this number counts]", note: "[of whom, and since when]" },
      { value: "[12]", label: "[what this number counts]", note: "[of whom, and since when]" },
    ],
  },
  prices: {
    title: "What it costs",
    intro: "",
    plans: [plan("[Small plan]"), { ...plan("[Medium plan]"), badge: "Most popular" }, plan("[Large plan]")],
    note: "",
    ...CONTACT,
  },
  comparison: {
    title: "How we compare",
    intro: "",
    columns: ["", "With us", "[Another option]"],
    rows: [
      ["Who does the work", "The people you talk to", "[How the other option does it]"],
      ["Contract", "Month to month", "[How the other option does it]"],
    ],
  },
  case_studies: { from: "service", title: "Results we're proud of", intro: "", industry: "", slugs: [] },
  testimonials: { from: "service", title: "", industry: "" },
  people: {
    from: "first",
    title: "Who you'll talk to",
    intro: "No call center. Your first call is with one of the people who would do the work.",
    names: [],
    ...CONTACT,
  },
  proof: { title: "" },
  faq: {
    title: "Questions people ask us",
    items: [
      {
        question: "How long until we see results?",
        answer:
          "<p>Most clients see the first movement within three months. How fast it goes depends on your competitors and on where your site stands today.</p>",
      },
      { question: "Do we have to sign a long contract?", answer: "<p>[Your answer]</p>" },
    ],
  },
  logos: { title: "Companies we work with", items: [{ image: "", name: "[Company]" }] },
  video: { title: "[What the video shows]", intro: "", label: "Play the video", url: "" },
  form: {
    form: "service",
    title: "Tell us about your project",
    intro: "A few lines are enough. We reply within 24 hours.",
    points: ["Free, with no obligation", "A reply from the person who would do the work"],
    button_label: "Send",
    note: "",
  },
  call: {
    title: "Ready to be found?",
    text: "Tell us what you sell and where. We'll tell you what's possible.",
    ...CONTACT,
    secondary_label: "",
    secondary_href: "",
  },
};

/** Returns a new section with the default content. */
export const modelOf = <Type extends SectionType>(type: Type): SectionOf<Type> =>
  ({ type, is_hidden: false, ...structuredClone(models[type]) }) as unknown as SectionOf<Type>;

/** Returns a new section with some of its default content replaced. */
export const sectionWith = <Type extends SectionType>(
  type: Type,
  texts: Partial<SectionOf<Type>> = {},
): Section => ({
  ...modelOf(type),
  ...texts,
});

/** Matches leftover wording such as "[Your text]" or "{city}". */
const LEFT = /\[[^\]\n]{2,}\]|\{[a-z_]{2,40}\}/gi;

/** Returns whether a text still asks for a photo, so that visitors don't read it. */
export const isPhotoPrompt = (altText: string): boolean => defaultsLeft([altText]).length > 0;

/** Returns leftover default wording, without duplicates. */
export const defaultsLeft = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(LEFT) ?? [])),
];

const PROMPT = /^\s*\[[^\]\n]{2,}\]\s*$/;
/** A whole sentence, such as "[Say what it costs.]" */
const SENTENCE = /\s?\[[^\]\n]{1,400}\.\]/g;
const PARAGRAPH = /<(p|li)>(.*?)<\/\1>/gs;

/** Returns sections as visitors read them: without texts, paragraphs and sentences that only ask for wording. */
export const withoutPrompts = (sections: readonly Section[]): Section[] =>
  mapStrings([...sections], (text, { format }) => {
    if (format === "other") return text;
    const isPrompt = (part: string) =>
      PROMPT.test(part) || (part !== "" && part.replace(SENTENCE, "").trim() === "");
    if (format === "text") return isPrompt(text) ? "" : text.replace(SENTENCE, "");
    return text
      .replace(PARAGRAPH, (whole, _, part: string) => (isPrompt(part) ? "" : whole))
      .replace(SENTENCE, "");
  });
