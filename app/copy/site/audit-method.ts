// The words of the page that says how websites are checked, and of the reports (decision 0052). What each rule is called
// and what to do about it stands in audit-rules.ts. `{host}` is the website that was checked.
import type { PageCopy } from "./page-copy.ts";

export const auditMethod = {
  seo: {
    meta_title: "How We Check a Website | SEO Pro Zone",
    meta_description:
      "Every rule of our free SEO check with its weight and source, how the score is made, what no program can see, and how to keep it out.",
    meta_keywords: "website check, SEO audit method, SEO checklist, SEO Pro Zone",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: "Audit method",
    title: "How We Check a Website",
    marked_words: "Check a Website",
    subtitle:
      "Every rule, what it weighs and who says so. Check us by hand: nothing here is a secret recipe.",
  },
  score: {
    title: "How the score is made",
    html: "<p>A rule that is met counts with its whole weight, a warning with half of it, a fault with nothing. What we could not check is left out: it speaks neither for a page nor against it. The score is what was reached, of 100.</p><p>A page that does not open, that robots.txt closes to Google or that says “noindex” cannot be found at all, so its score ends at 39, whatever else is good. Where less than 60 percent of the weight could be checked there is no score, because it would be a guess.</p><p>It is our own checklist and not Google’s: a page with 100 points can be found badly, and one with 60 very well.</p>",
  },
  rules: {
    title: "The rules",
    intro:
      "We read one page, robots.txt, the sitemap and a few links, once, and without running its scripts.",
    weight: "Weight {weight}",
    note: "Told, not counted",
    gate: "Without it the score ends at 39",
    source: "Source",
  },
  groups: {
    reach: "Reached",
    crawl: "Crawled",
    head: "Titles and head",
    content: "Content",
    data: "Structured data",
    weight: "Weight and speed",
    safety: "Safety",
  },
  limits: {
    title: "What no program sees from outside",
    items: [
      "How fast the page is for your visitors, and how still it stands while it loads: that takes their browsers.",
      "What scripts write into the page later on.",
      "Who links to you, and where you are found for which search.",
      "Whether your words answer what your customers ask.",
    ],
  },
  agent: {
    title: "Our checker, and how to keep it out",
    text: "It comes once, when a visitor of {site} asks for it, with sixteen requests at most, and never under the name of another. It calls itself:",
    block_text:
      "Two lines in robots.txt keep it out for good. It reads them first, and then asks for nothing else:",
  },
  cta: {
    title: "What would it find on yours?",
    text: "Send us your website. The check takes some seconds, and a strategist looks at it besides.",
    button_label: "Request Free Audit",
    button_href: "/#audit-form",
  },
  report: {
    title: "SEO check of {host}",
    checked: "Read once on {date}, in {seconds} seconds, by program.",
    score_label: "Score",
    score_note: "By our checklist, not Google’s.",
    no_score: "No score: we could read only part of this page.",
    unchecked_group: "not checked",
    fail_title: "To mend",
    warn_title: "Could be better",
    pass_title: "In order",
    note_title: "Good to know",
    unchecked_title: "Not checked, and why",
    nothing: "Nothing on our checklist asks to be mended. That is rare.",
    todo_label: "What to do",
    page_title: "What we read",
    address_label: "Address",
    read_title_label: "Title",
    description_label: "Description",
    h1_label: "Headline",
    missing: "none",
    method_label: "How we check, and what each rule weighs",
    method_href: "/audit-method",
  },
  report_states: {
    waiting_title: "Your check of {host} is running",
    waiting_text: "It takes about ten seconds, and a little more when others wait too.",
    waiting_button: "Show my report",
    trouble_title: "We could not read {host}",
    failed_title: "The check of {host} broke off",
    skipped_title: "We check {host} by hand",
    by_hand: "We have your request. A strategist will look at it and write to you within 24 hours.",
    retry_button: "Try another URL",
    retry_href: "/#audit-form",
    gone_title: "This report is not here any more",
    gone_text: "Reports are kept for 90 days. You are welcome to ask for a new one.",
    gone_button: "Request Free Audit",
    gone_href: "/#audit-form",
  },
  report_cta: {
    title: "Shall we mend it together?",
    text: "A strategist goes through this list with you, says what matters for your business and what can wait. The first consultation is free.",
    button_label: "Get Free Consultation",
    button_href: "/contact",
  },
} satisfies PageCopy;
