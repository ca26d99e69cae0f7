import { computed, icon, link, texts } from "../parts.ts";

export const nationalSeo = texts({
  seo: {
    meta_title: "National SEO Services | SEO Pro Zone",
    meta_description:
      "National SEO built on expert content, technical quality and earned authority: a twelve-month program for companies that sell nationwide.",
    meta_keywords: "national SEO, national SEO agency, SEO program, organic growth",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("National SEO Services"),
    title: computed("National SEO for Companies That Sell Everywhere"),
    marked_words: "Sell Everywhere",
    subtitle:
      "A long-term program of content, technical quality and earned authority for companies that sell nationwide and face rivals with bigger names.",
    price: computed("$1499/month"),
    price_note: "Strategy, content, technical work and outreach",
    highlights: computed([
      "A topic plan built on demand and margin",
      "Writers briefed by your own experts",
      "Top-10 within 12 months on agreed-upon keywords",
    ]),
    form_title: "Request a Free National SEO Consultation",
    form_intro: "Tell us who you are. On the call we’ll go through your market with you.",
    form_button: "Get Free Consultation",
  },
  /** the drawing that only this page has (features/services/example.tsx) */
  example: {
    head: "standing desk for small rooms",
    items: [
      { title: "A marketplace", text: "Category page" },
      { title: "A magazine", text: "Test of twelve desks" },
      { title: "Your buying guide", text: "Measured by your own team" },
      { title: "A larger brand", text: "Product page" },
      { title: "A forum", text: "Answers from 2021" },
    ],
    caption: "Example: a page of results, and the kinds of pages you compete with.",
  },
  case_studies: {
    title: "National SEO Case Studies",
    intro: "Companies that earned a place next to larger, older brands.",
    show_all_label: "Show All",
    card_link_label: "View Full Case Study",
  },
  problem: {
    title: "Why National Rankings Are Hard to Win",
    body: '<p>Nationwide searches have no distance factor to help the smaller company. You meet publishers, marketplaces and brands with years of links. Writing "more content" does not change that. In fact, a large archive of average articles often holds a site back, because each one has to be crawled, compared and judged.</p><p>What does work is being clearly the better answer on a set of subjects you know well. Google\'s guidance calls the qualities behind this <strong>E-E-A-T</strong>: experience, expertise, authoritativeness and, above all, trust. AI Overviews make the point sharper. Simple definitions are answered on the results page, so the visits that remain go to pages with evidence, tools, prices, comparisons and first-hand knowledge.</p>',
    points: [
      {
        title: "Scattered topics",
        text: "Posts on everything, depth on nothing, and no page that deserves to win.",
      },
      {
        title: "Missing proof",
        text: "No named authors, data or examples that a competitor couldn’t copy.",
      },
      {
        title: "Few earned links",
        text: "Good pages that no one outside the company has a reason to mention.",
      },
    ],
  },
  features: {
    title: "What's Included",
    intro: "Strategy, production and promotion under one plan.",
    items: [
      {
        icon: icon("search"),
        title: "Market and keyword research",
        text: "Demand grouped by buying stage and intent, with a realistic view of which groups you can win in a year.",
      },
      {
        icon: icon("network"),
        title: "Topic architecture",
        text: "Hub and supporting pages, internal links and a plan to merge, improve or retire what you already have.",
      },
      {
        icon: icon("pen-line"),
        title: "Expert content",
        text: "Four substantial pages a month, based on interviews with your people and checked by them before they go live.",
      },
      {
        icon: icon("gauge"),
        title: "Technical SEO",
        text: "Quarterly crawls, indexing checks, Core Web Vitals and structured data, with fixes or tickets included.",
      },
      {
        icon: icon("link"),
        title: "Authority building",
        text: "Data pieces, expert commentary and partner mentions that earn links on merit. We never buy them.",
      },
      {
        icon: icon("sparkles"),
        title: "AI search visibility",
        text: "Clear structure, sourced claims and consistent brand facts, plus tracking of how AI answers mention you.",
      },
    ],
  },
  process: {
    title: "A 12-Month Plan in Four Stages",
    intro: "National SEO rewards patience, so progress is checked at each stage.",
    steps: [
      {
        title: "Research and agreement",
        period: "Month 1",
        text: "Audit, competitor gaps and a shortlist of keywords. We agree in writing which of them the guarantee covers.",
      },
      {
        title: "Cleanup and core pages",
        period: "Months 2-4",
        text: "Technical fixes, merged content and rebuilt versions of the pages that should earn revenue.",
      },
      {
        title: "Depth and authority",
        period: "Months 4-8",
        text: "Supporting content, original data and outreach, so the core pages have the strongest support in their field.",
      },
      {
        title: "Press your advantage",
        period: "Months 9-12",
        text: "Refresh what is close to the first page, improve click-through and conversion, and plan the second year.",
      },
    ],
  },
  deliverables: {
    title: "What You Receive",
    intro: "A program your leadership can follow without a glossary.",
    items: [
      "A 12-month topic and keyword plan with priorities",
      "Four new or rebuilt pages each month",
      "A quarterly technical audit with fixes",
      "One linkable data or expert piece each quarter",
      "Monthly reporting on leads and revenue from organic search",
      "Progress on every guaranteed keyword",
      "A quarterly planning session with your team",
    ],
  },
  /** what this client's report says instead of the one on the home page */
  sample_report: {
    subject: "A maker of office furniture",
    figures: [
      { label: "Qualified leads", value: computed("92"), change: "+35% from last October" },
      { label: "Keywords in the top 10", value: computed("14 of 30"), change: "11 in September" },
      { label: "Share of search", value: computed("18%"), change: "13% last October" },
    ],
    chart_label: "Qualified leads per month, February to October: a line that rises from 51 to 92.",
    cause:
      "By group, 8 of 12 keywords on desks are in the top 10, 4 of 10 on meeting tables and 2 of 8 on storage. The desk guide brought 27 of the leads.",
    steps: [
      "We publish four pages on storage.",
      "Your product manager reviews the meeting table guide.",
      "We offer the desk study to trade magazines.",
    ],
  },
  pricing: {
    title: "National SEO Pricing",
    intro: "A fixed monthly fee for a 12-month program.",
    price: computed("$1499"),
    period: "/month",
    display: computed("$1499/month"),
    includes: [
      "Strategy, content, technical work and outreach",
      "A named strategist and editor",
      "All content and research belong to you",
    ],
    note: "Large sites, regulated topics and multiple languages can require more content each month. You’ll get a written quote before you commit.",
    button_label: "Get a Quote",
  },
  guarantee: {
    title: "Top-10 Within 12 Months",
    badge: computed("Top-10 within 12 months"),
    text: "We guarantee top-10 positions in Google's US results within 12 months for the keywords listed in your agreement. We choose that list with you after the audit, based on evidence, and turn down keywords we don’t believe we can reach.",
    conditions: [
      "Covers the listed keywords only, measured by a neutral rank tracker",
      "Requires timely approvals and no conflicting changes to the site",
      "If a listed keyword misses the top 10, we keep working on it at no charge until it gets there",
    ],
  },
  comparison: {
    title: "Local SEO or National SEO?",
    intro: "The right choice depends on where your customers are.",
    columns: ["", "Local SEO", "National SEO"],
    rows: [
      ["Customers", "Within driving distance", "Anywhere in the country"],
      ["Main results", "Map and local results", "Organic results and AI answers"],
      ["Strongest levers", "Profile, reviews, local pages", "Content depth, brand, links"],
      ["Usual time to traction", "3-6 months", "6-12 months"],
      ["Monthly fee", "$799/month", "$1499/month"],
    ],
  },
  faq: {
    title: "National SEO Questions",
    items: [
      {
        question: "Can you really guarantee top-10 rankings?",
        answer:
          "<p>No one can guarantee every keyword, and no one should promise position one. We guarantee top-10 within 12 months only for a list we agree on after the audit. That is why the list contains only keywords your business has a real chance to win.</p>",
      },
      {
        question: "How many keywords are covered?",
        answer:
          "<p>It depends on your starting point. The list is based on audit data and written into your agreement. The wider program usually supports many more searches than those on the list.</p>",
      },
      {
        question: "Do rankings still matter with AI Overviews?",
        answer:
          "<p>Yes, but they are no longer the whole story. Pages must be indexed and eligible for a snippet to be cited in Google's AI features, and strong pages are cited more. We report inquiries and sales first.</p>",
      },
      {
        question: "Who writes the content?",
        answer:
          "<p>Our writers, from interviews with your experts. AI tools may help with research and outlines; people write, fact-check and sign off on the final page. Health, legal and financial subjects also need review by a qualified person on your side.</p>",
      },
      {
        question: "What if a core update hits our site?",
        answer:
          "<p>We wait for the rollout to finish, compare affected pages with those that gained, and plan improvements. There is no quick fix for a core update.</p>",
      },
      {
        question: "Can we combine this with Digital PR?",
        answer:
          '<p>Yes. The plan includes steady authority work. If you want larger campaigns and national coverage, add <a href="/services/digital-pr">Digital PR</a>.</p>',
      },
    ],
  },
  inquiry: {
    title: "Tell Us About Your Market",
    intro: "Your products, your main competitors and what a new customer is worth to you.",
    button_label: "Send Inquiry",
    note: "We reply within 24 hours.",
  },
  cta: {
    title: "Is the First Page Within Reach?",
    text: "Ask us. We will look at your market and tell you plainly which searches you could win and which you should leave alone.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
    secondary_label: "See National Case Studies",
    secondary_href: link("/case-studies?industry=national"),
  },
});
