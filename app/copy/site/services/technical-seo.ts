import { computed, icon, link, texts } from "../parts.ts";

export const technicalSeo = texts({
  seo: {
    meta_title: "Technical SEO Services | SEO Pro Zone",
    meta_description:
      "Technical SEO for $999/month: crawling, rendering, indexing, Core Web Vitals and structured data, fixed with your developers, monitored weekly.",
    meta_keywords: "technical SEO, Core Web Vitals, INP, JavaScript SEO, structured data",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("Technical SEO Services"),
    title: computed("Technical SEO for Sites That Are Crawlable, Fast and Understood"),
    marked_words: "Fast and Understood",
    subtitle:
      "Content cannot rank if it is not crawled, rendered and indexed. We find the technical issues that hold a site back, fix them with your developers and make sure they don’t come back.",
    price: computed("$999/month"),
    price_note: "Ongoing technical care, with fixes included",
    highlights: computed([
      "Crawl, rendering and index analysis",
      "Core Web Vitals measured with real-user data",
      "Tickets your developers will accept",
    ]),
    form_title: "Request a Free Technical Check",
    form_intro:
      "Leave your details. We’ll ask for your URL and crawl a sample of your site with you on the call.",
    form_button: "Get Free Consultation",
  },
  /** the drawing that only this page has (features/services/example.tsx) */
  example: {
    head: "Crawl of a store",
    items: [
      { title: "/", text: "200" },
      { title: "/boots", text: "200" },
      { title: "/boots/trail", text: "200" },
      { title: "/boots/sale", text: "404" },
      { title: "/boots/sale/…", text: "38 pages, never found" },
    ],
    caption: "Example: a broken link hides everything below it from crawlers.",
  },
  case_studies: {
    title: "Technical SEO Case Studies",
    intro: "Sites that grew once the obstacles were gone.",
    show_all_label: "Show All",
    card_link_label: "View Full Case Study",
  },
  problem: {
    title: "The Problems You Cannot See in the Browser",
    body: "<p>A page can look perfect to you and be invisible to search engines. The text may depend on a script that a crawler does not finish. A canonical tag may point to the wrong URL. A staging rule may block a whole folder after a release. No one sees an error message. The traffic just never arrives.</p><p>Speed is deceptive in the same way. A lab score of 95 says little about customers on older phones. Google's Core Web Vitals use <strong>real visits</strong>, and since 2024 they include INP, which measures how quickly pages respond to taps and clicks throughout a visit. Heavy scripts, consent tools and chat widgets are common reasons for failing it.</p>",
    points: [
      {
        title: "Index gaps",
        text: "Important pages are discovered but not indexed, or indexed under the wrong URL.",
      },
      {
        title: "Script dependence",
        text: "Content and links appear only after JavaScript runs, which crawlers may delay or skip.",
      },
      {
        title: "Regressions",
        text: "A fix from the spring quietly disappears in the fall release.",
      },
    ],
  },
  features: {
    title: "What's Included",
    intro: "A technical team dedicated to your search traffic.",
    items: [
      {
        icon: icon("bug"),
        title: "Crawl and index audits",
        text: "Status codes, redirects, canonicals, duplicates, orphan pages, sitemaps and robots rules, checked against what Google reports.",
      },
      {
        icon: icon("monitor-smartphone"),
        title: "Rendering and JavaScript",
        text: "We compare raw HTML with the rendered page and recommend server rendering or simpler patterns where content goes missing.",
      },
      {
        icon: icon("gauge"),
        title: "Core Web Vitals",
        text: "LCP, INP and CLS by template, using field data, with the responsible script, image or style named.",
      },
      {
        icon: icon("braces"),
        title: "Structured data",
        text: "Markup for the types that search engines still use, valid and consistent with visible content.",
      },
      {
        icon: icon("server"),
        title: "Log files and AI crawlers",
        text: "What search and AI bots actually fetch, what they waste time on, and which crawler rules fit your business.",
      },
      {
        icon: icon("bell"),
        title: "Monitoring",
        text: "Weekly crawls and alerts for blocked pages, broken templates, lost redirects and speed regressions.",
      },
    ],
  },
  process: {
    title: "How We Work With Developers",
    intro: "Findings are worthless until the fixes ship, so we plan for that.",
    steps: [
      {
        title: "Measure",
        period: "Weeks 1-2",
        text: "Full crawl, index reports, field speed data and, where possible, thirty days of server logs.",
      },
      {
        title: "Prioritize",
        period: "Week 3",
        text: "Each issue gets an expected impact, an effort estimate and a confidence level. Cosmetic warnings go to the bottom or out.",
      },
      {
        title: "Fix",
        period: "From week 4",
        text: "We write tickets with examples and acceptance criteria, or make the change ourselves if you give us access.",
      },
      {
        title: "Verify and monitor",
        period: "Ongoing",
        text: "Every release is tested, before and after. You see what changed in crawling, indexing and speed.",
      },
    ],
  },
  deliverables: {
    title: "What You Receive",
    intro: "Precise enough for engineers and short enough for managers.",
    items: [
      "A full technical audit in the first month",
      "A ranked backlog kept in your ticket system",
      "Up to ten hours of implementation or developer support a month",
      "Structured data templates",
      "A Core Web Vitals report by page type",
      "Pre-release checks on staging",
      "Weekly monitoring and a monthly summary",
    ],
  },
  /** what this client's report says instead of the one on the home page */
  sample_report: {
    subject: "A software company's website and help pages",
    figures: [
      { label: "Indexed pages", value: computed("10,900"), change: "+600 since September" },
      { label: "Crawls of useful pages", value: computed("88%"), change: "61% in February" },
      { label: "Open tickets", value: computed("7"), change: "5 closed, 2 new" },
    ],
    chart_label: "Indexed pages per month, February to October: a line that rises from 7,300 to 10,900.",
    cause:
      "Since the release on October 9, help pages are linked from their topics, and 600 more were indexed. One ticket was reopened: its redirect failed our test.",
    steps: [
      "Your developers fix the redirect.",
      "We test the new navigation on staging.",
      "We leave two warnings alone, because they cost no traffic.",
    ],
  },
  pricing: {
    title: "Technical SEO Pricing",
    intro: "One plan for ongoing technical work on one website.",
    price: computed("$999"),
    period: "/month",
    display: computed("$999/month"),
    includes: [
      "Audit, backlog, fixes and monitoring",
      "Direct contact with a technical SEO specialist",
      "Month-to-month after the first 90 days",
    ],
    note: "Need only a one-time review? The $997 audit in our consulting service may be enough. Very large sites are quoted after a sample crawl.",
    button_label: "Get a Quote",
  },
  guarantee: {
    title: "What We Stand Behind",
    badge: computed("Every fix verified"),
    text: "Technical work removes obstacles; it does not replace content or reputation, so we make no ranking promise for it. We do commit to measurable technical outcomes and tell you which of them matter for traffic.",
    conditions: [
      "Every recommendation comes with evidence and an example",
      "Fixes are tested after release, and reopened if they fail",
      "We say so when an issue is not worth your developers' time",
    ],
  },
  comparison: {
    title: "Automated Audit or Technical Partner?",
    intro: "Tools are useful, and we use several. Someone still has to decide what to fix.",
    columns: ["", "Audit software", "One-time audit", "Technical SEO service"],
    rows: [
      ["Finds common errors", "Yes", "Yes", "Yes"],
      ["Ranks them by business impact", "No", "Yes", "Yes"],
      ["Checks rendering and logs", "Rarely", "Sometimes", "Yes"],
      ["Helps ship fixes", "No", "No", "Yes"],
      ["Catches regressions", "Partly", "No", "Yes"],
    ],
  },
  faq: {
    title: "Technical SEO Questions",
    items: [
      {
        question: "Which Core Web Vitals values should we reach?",
        answer:
          "<p>For at least 75% of real visits: LCP within 2.5 seconds, INP of 200 milliseconds or less, and CLS of 0.1 or less. In plain English: the page loads quickly, responds to taps right away and doesn’t jump around.</p>",
      },
      {
        question: "Will better speed raise our rankings?",
        answer:
          "<p>Sometimes, and rarely on its own. Page experience is one signal among many and matters most when competing pages are similarly useful. Speed usually pays off first in conversions.</p>",
      },
      {
        question: "Does Google index JavaScript sites?",
        answer:
          "<p>Yes, but rendering can be delayed, and links or text that need a user action are missed. Many AI crawlers do not run scripts at all. Server-rendered HTML is the safe choice.</p>",
      },
      {
        question: "Should we block AI crawlers?",
        answer:
          "<p>It depends. Blocking training bots does not remove you from Google's AI Overviews, which use the normal search index. Blocking AI search bots can cost you mentions. We explain each control before you change it.</p>",
      },
      {
        question: "Is FAQ markup still worth adding?",
        answer:
          "<p>Not for how you appear in Google: it stopped showing FAQ rich results in May 2026. Clear questions and answers on the page still help readers.</p>",
      },
      {
        question: "Do you need access to our code?",
        answer:
          "<p>Not always. Many teams prefer tickets. With access to your repository or CMS, we can make smaller fixes ourselves, through your review process.</p>",
      },
      {
        question: "Can you support a migration?",
        answer:
          "<p>Yes. Tell us as early as you can. Redirects, content and tracking have to be ready before launch day.</p>",
      },
    ],
  },
  inquiry: {
    title: "Tell Us About Your Site",
    intro: "Your platform, the number of pages and anything that changed recently.",
    button_label: "Send Inquiry",
    note: "We reply within 24 hours.",
  },
  cta: {
    title: "Find Out What Crawlers See",
    text: "We will crawl a sample of your site and show you the three most costly technical problems, with examples.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
    secondary_label: "See Technical Case Studies",
    secondary_href: link("/case-studies?industry=saas"),
  },
});
