import { computed, icon, link, texts } from "../parts.ts";

export const localSeo = texts({
  seo: {
    meta_title: "Local SEO Services, $799/month | SEO Pro Zone",
    meta_description:
      "Local SEO for businesses that serve one area: Business Profile, website, citations and reviews in one plan, at one clear monthly price.",
    meta_keywords: "local SEO services, Google Maps ranking, local SEO agency, local citations",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("Local SEO Services"),
    title: computed("Local SEO That Gets You Found in Your Area"),
    marked_words: "Your Area",
    subtitle:
      "When someone nearby searches for what you do, a handful of businesses appear on the map and get the first look. We work on your Google Business Profile, website and reviews together, so that yours is a strong candidate.",
    price: computed("$799/month"),
    price_note: "Per location, month-to-month",
    highlights: computed([
      "Business Profile and website managed together",
      "Calls, forms and direction requests tracked from week one",
      "30-day money-back guarantee",
    ]),
    form_title: "Request a Free Local SEO Consultation",
    form_intro: "Tell us how to reach you. We reply within 24 hours.",
    form_button: "Get Free Consultation",
  },
  /** the drawing that only this page has (features/services/example.tsx) */
  example: {
    head: "dentist near me",
    items: [
      { title: "Your business", text: "4.9 · Open · 0.3 mi" },
      { title: "A practice across town", text: "4.7 · Open · 1.8 mi" },
      { title: "A chain with ten offices", text: "4.4 · Closed · 2.1 mi" },
    ],
    caption: "Example: a map pack shows three businesses before the other results.",
  },
  case_studies: {
    title: "Local SEO Case Studies",
    intro:
      "How businesses that depend on one town, county or metro area got found by more of their neighbors.",
    show_all_label: "Show All",
    card_link_label: "View Full Case Study",
  },
  problem: {
    title: "Why Good Local Businesses Stay Hard to Find",
    body: "<p>Google says local results depend mainly on three things: <strong>relevance</strong> (does your business match the search), <strong>distance</strong> (how far it is from the searcher) and <strong>prominence</strong> (how well known and trusted it is). You cannot move your building, but most businesses leave the other two to chance.</p><p>The usual causes are ordinary ones. The profile uses a vague primary category. The website names the city once, in the footer. Old phone numbers live on in directories. Reviews arrive in bursts and go unanswered. Every service shares one thin page. None of this is hard to fix, but it takes steady work that the owner of a busy company rarely has time for.</p>",
    points: [
      {
        title: "Wrong signals",
        text: "Categories, services and hours that don’t match what you actually sell.",
      },
      {
        title: "Thin local pages",
        text: "One page for ten services, or fifty town pages that all say the same thing.",
      },
      {
        title: "No measurement",
        text: "Calls come in, but no one knows which ones search produced.",
      },
    ],
  },
  features: {
    title: "What's Included",
    intro: "One monthly fee covers everything local for one location.",
    items: [
      {
        icon: icon("map-pin"),
        title: "Google Business Profile management",
        text: "Categories, services, attributes, photos, posts and special hours, kept within Google's guidelines and reviewed every month.",
      },
      {
        icon: icon("file-text"),
        title: "Service and location pages",
        text: "Up to two new or rewritten pages a month, built on details that only your business can supply: jobs, prices, staff, neighborhoods.",
      },
      {
        icon: icon("list-checks"),
        title: "Citation cleanup",
        text: "Name, address and phone corrected on the directories, maps and industry sites that matter, with duplicates removed.",
      },
      {
        icon: icon("star"),
        title: "Review program",
        text: "A simple way to ask every customer, reply drafts for each review, and no incentives or filtering, because both break the rules.",
      },
      {
        icon: icon("code"),
        title: "On-page and technical fixes",
        text: "Titles, internal links, LocalBusiness structured data, mobile speed and Core Web Vitals on the pages that bring inquiries.",
      },
      {
        icon: icon("phone-call"),
        title: "Call and lead tracking",
        text: "Tagged profile links, tracked forms and call reporting, so you see which inquiries came from search.",
      },
    ],
  },
  process: {
    title: "How the First 90 Days Work",
    intro: "You always know what is being done and who does it.",
    steps: [
      {
        title: "Audit and baseline",
        period: "Weeks 1-2",
        text: "We record where you appear on a map grid around your location, check the profile, site, citations and reviews, and set up tracking.",
      },
      {
        title: "Fix the foundations",
        period: "Weeks 3-5",
        text: "Profile corrections, technical fixes, wrong listings and the weakest of your main service pages.",
      },
      {
        title: "Build relevance",
        period: "Weeks 6-10",
        text: "New service pages, local proof such as projects and photos, and internal links that connect them.",
      },
      {
        title: "Build prominence",
        period: "From week 8",
        text: "Steady reviews, local links from chambers of commerce, suppliers, events and press, and a monthly report with next steps.",
      },
    ],
  },
  deliverables: {
    title: "What You Receive Every Month",
    intro: "Finished work, and reports you can read in five minutes.",
    items: [
      "A one-page report on calls, forms, direction requests and visits",
      "A map-grid ranking check for the searches we agree on",
      "Up to two new or improved pages, sent for your approval",
      "Four Business Profile posts and a photo update",
      "Draft replies to every new review",
      "A change log of everything we edited",
      "A 30-minute call with your strategist",
    ],
  },
  pricing: {
    title: "Local SEO Pricing",
    intro: "One price for one location. No setup fee, no long-term contract.",
    price: computed("$799"),
    period: "/month",
    display: computed("$799/month"),
    includes: [
      "Everything listed above for one location",
      "Month-to-month, cancel before the next billing date",
      "You own every page, profile and account",
    ],
    note: "More than one location? You never pay more than this per location, and shared work is only done once. You get one total in writing before you sign. Advertising spend and call-tracking numbers are billed by their providers.",
    button_label: "Get a Quote",
  },
  guarantee: {
    title: "30-Day Money-Back Guarantee",
    badge: computed("30-day money-back guarantee"),
    text: "If you are not satisfied with our work during your first 30 days, tell us in writing within that time and we refund your first month's fee. You keep the audit and everything already delivered.",
    conditions: [
      "Covers the $799 monthly fee, not third-party costs",
      "Requires access to your profile and website in the first week",
      "It is a promise about our work; no one can promise a fixed map position",
    ],
  },
  comparison: {
    title: "Your Options, Side by Side",
    intro: "Doing it yourself is a fair choice if you have the hours. Here’s what changes if you don’t.",
    columns: ["", "Do it yourself", "Listing software", "{site}"],
    rows: [
      ["Your time each month", "10-15 hours", "2-3 hours", "About 1 hour"],
      ["Business Profile rules checked", "If you keep up with them", "No", "Every month"],
      ["Service pages written", "By you", "No", "Up to two a month"],
      ["Website fixes", "By you or a developer", "No", "Included"],
      ["Calls traced to search", "Rarely", "Partly", "Yes"],
    ],
  },
  faq: {
    title: "Local SEO Questions",
    items: [
      {
        question: "How long until I see results?",
        answer:
          "<p>Profile corrections can show up within days or weeks. Competitive map results in a mid-sized city usually take three to six months of steady work, longer in crowded fields such as law or roofing. We show the trend monthly, so you can judge progress before then.</p>",
      },
      {
        question: "What if I have more than one location?",
        answer:
          "<p>Every location gets its own Business Profile work, its own page and its own map-grid check. The price is per location, and shared work, such as fixes to your website, is done once. You never pay more than the listed price per location, and you see one total in writing before you sign. You have one strategist, and one report that shows every location.</p>",
      },
      {
        question: "Can you get me into the top three map results?",
        answer:
          "<p>We can make your business a much stronger candidate, but no one controls those spots. Results also depend on where the searcher is, which is why we measure a grid of points instead of one position. Our promise is the 30-day money-back guarantee on our work.</p>",
      },
      {
        question: "I travel to customers and have no storefront. Does this still work?",
        answer:
          "<p>Yes. A service-area business hides its address and lists the areas it serves, up to twenty. Your base still influences where you show, so we set realistic target areas and cover the rest with useful pages on your website.</p>",
      },
      {
        question: "Do AI answers make local SEO pointless?",
        answer:
          "<p>No. AI features draw on the same profiles, reviews and pages. Businesses with complete, consistent information are easier to recommend anywhere.</p>",
      },
      {
        question: "Can you remove bad reviews?",
        answer:
          "<p>Only reviews that break the platform's policies can be removed, and the platform decides. We report those with evidence and help you answer the rest calmly, in replies that future customers will read.</p>",
      },
      {
        question: "How is this different from GBP Optimization?",
        answer:
          '<p><a href="/services/gbp-optimization">GBP Optimization</a> covers the profile alone. Local SEO includes it and adds your website, citations, a review program and local links. If your website already does well, start with the profile.</p>',
      },
    ],
  },
  inquiry: {
    title: "Tell Us About Your Business",
    intro: "Where you are, what you sell and which jobs you want more of. A strategist reads every inquiry.",
    button_label: "Send Inquiry",
    note: "We reply within 24 hours.",
  },
  cta: {
    title: "Find Out Where You Stand in Your Town",
    text: "We will show you your current map visibility and the three fixes we would make first, even if you don’t hire us.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
    secondary_label: "See Local Case Studies",
    secondary_href: link("/case-studies"),
  },
});
