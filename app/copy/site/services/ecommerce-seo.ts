import { computed, icon, link, texts } from "../parts.ts";

export const ecommerceSeo = texts({
  seo: {
    meta_title: "E-commerce SEO Services for Stores | SEO Pro Zone",
    meta_description:
      "E-commerce SEO for $1,299/month: filters under control, better category and product pages, and product data that’s right everywhere it appears.",
    meta_keywords: "e-commerce SEO, online store SEO, product page SEO, category page SEO",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("E-commerce SEO Services"),
    title: computed("E-commerce SEO That Turns Searches Into Orders"),
    marked_words: "Into Orders",
    subtitle:
      "We help online stores get their categories and products found in organic results, shopping listings and AI answers, and we measure the work in revenue.",
    price: computed("$1,299/month"),
    price_note: "Per store, month-to-month after the first 90 days",
    highlights: computed([
      "Category, product and feed work in one plan",
      "Reports that count revenue",
      "3:1 return within 90 days",
    ]),
    form_title: "Request a Free Store Review",
    form_intro: "Leave your details. We’ll ask for your store’s URL and look at it with you on the call.",
    form_button: "Get Free Consultation",
  },
  /** the drawing that only this page has (features/services/example.tsx) */
  example: {
    head: "Trail boot, wide fit",
    items: [
      { title: "Price", text: "$148.00" },
      { title: "Rating", text: "4.6 (212 reviews)" },
      { title: "Availability", text: "In stock" },
      { title: "Shipping", text: "Free, 3 days" },
    ],
    caption: "Example: a store's result, with details read from its structured data.",
  },
  case_studies: {
    title: "E-commerce Case Studies",
    intro: "Stores that made their catalog easier to crawl and easier to buy from.",
    show_all_label: "Show All",
    card_link_label: "View Full Case Study",
  },
  problem: {
    title: "Why Stores With Good Products Lose Search Traffic",
    body: "<p>A store with 2,000 products can easily show search engines 200,000 URLs. Filters, sort orders, color variants, tracking parameters and internal search pages multiply until crawlers spend their time on pages no one would ever search for while new products go undiscovered.</p><p>At the same time, the pages that should earn traffic look like everyone else's: the manufacturer's description, a grid of images, no answer to the questions that come before a purchase. Shopping results and AI answers add one more demand: <strong>product data that is complete and consistent everywhere</strong>, on the page, in structured data and in the product feed.</p>",
    points: [
      {
        title: "Crawl waste",
        text: "Filter combinations and duplicates crowd out the pages that sell.",
      },
      {
        title: "Copied content",
        text: "Supplier text gives no one a reason to choose your page over another store’s.",
      },
      {
        title: "Conflicting data",
        text: "Price or stock differs between page, markup and feed, so listings are dropped.",
      },
    ],
  },
  features: {
    title: "What's Included",
    intro: "The work that drives store revenue, in the order your audit suggests.",
    items: [
      {
        icon: icon("filter"),
        title: "Faceted navigation control",
        text: "We decide which filter pages deserve to be indexed, and use links, canonicals and crawl rules that fit your platform to keep the rest from multiplying.",
      },
      {
        icon: icon("layout-grid"),
        title: "Category page optimization",
        text: "Titles, useful buying copy, internal links and product ordering for the pages with the most search demand.",
      },
      {
        icon: icon("package"),
        title: "Product page improvements",
        text: "Original descriptions for priority products, real photos, sizing and shipping answers, variant handling and out-of-stock rules.",
      },
      {
        icon: icon("braces"),
        title: "Structured data and feeds",
        text: "Product, offer, shipping, return and review markup that matches the visible page and your merchant feed for free listings.",
      },
      {
        icon: icon("gauge"),
        title: "Speed and Core Web Vitals",
        text: "Loading, layout stability and INP on category filters and product options, where slow scripts can cost you rankings and orders.",
      },
      {
        icon: icon("book-open"),
        title: "Buying guides",
        text: "Comparison and how-to content from people who know the products, linked to the categories it should support.",
      },
    ],
  },
  process: {
    title: "Our Process for Stores",
    intro: "We start where the most revenue is held up.",
    steps: [
      {
        title: "Revenue and crawl audit",
        period: "Weeks 1-2",
        text: "We combine search data, analytics and a full crawl to see which categories could earn more and what blocks them. Tracking is checked first.",
      },
      {
        title: "Technical fixes",
        period: "Weeks 3-6",
        text: "Indexing rules, duplicates, redirects, structured data and feed errors, delivered as tickets or done by us.",
      },
      {
        title: "Priority categories",
        period: "Weeks 5-10",
        text: "The ten or so categories with the best mix of margin, demand and reach get new copy, links and layout advice.",
      },
      {
        title: "Expand and defend",
        period: "From week 11",
        text: "Next categories, seasonal pages prepared early, buying guides, and links earned through products and data.",
      },
    ],
  },
  deliverables: {
    title: "What You Receive",
    intro: "Each month ends with finished work you can see in the store.",
    items: [
      "A revenue report: organic sales, orders and margin where data allows",
      "Optimized category and product pages, within the monthly plan",
      "Developer tickets with acceptance criteria",
      "A structured data and product feed health check",
      "A seasonal calendar for the next two quarters",
      "A log of every change with its date",
      "A monthly review call",
    ],
  },
  /** what this client's report says instead of the one on the home page */
  sample_report: {
    subject: "A store for outdoor gear",
    figures: [
      { label: "Orders from search", value: computed("412"), change: "+24% from last October" },
      { label: "Revenue from search", value: computed("$58,300"), change: "+19% from last October" },
      { label: "Categories in the top 10", value: computed("31 of 48"), change: "27 in September" },
    ],
    chart_label: "Orders from search per month, February to October: a line that rises from 268 to 412.",
    cause:
      "The rain jackets category brought 64 of the orders after we rewrote it. Nine products in demand were out of stock for ten days.",
    steps: [
      "We rewrite the winter boots and gloves categories.",
      "You tell us when the nine products are back in stock.",
      "We link to alternatives on pages that are sold out.",
    ],
  },
  pricing: {
    title: "E-commerce SEO Pricing",
    intro: "For stores on any major platform or a custom build.",
    price: computed("$1,299"),
    period: "/month",
    display: computed("$1,299/month"),
    includes: [
      "Audit, technical work and content as described",
      "Work in your platform, theme or ticket system",
      "Month-to-month after the first 90 days",
    ],
    note: "Catalogs with more than 20,000 products, multiple languages or a migration need a larger plan. We’ll tell you before you commit.",
    button_label: "Get a Quote",
  },
  guarantee: {
    title: "3:1 Return Within 90 Days",
    badge: computed("3:1 return within 90 days"),
    text: "For stores that qualify after the audit, we guarantee a 3:1 return within 90 days: three dollars of additional organic revenue for each dollar of our fees, against the baseline recorded at the start.",
    conditions: [
      "Eligibility, baseline and measurement are confirmed in writing after the audit",
      "Requires working purchase tracking, products in stock and timely approval of changes",
      "If we miss it, we refund the difference: you pay one dollar for every three we earned you",
    ],
  },
  comparison: {
    title: "SEO, Shopping Ads or Marketplaces?",
    intro: "Most stores need a mix. It helps to know what each one leaves you with.",
    columns: ["", "Organic search", "Shopping ads", "Marketplaces"],
    rows: [
      ["Cost of the next click", "None", "Paid each time", "Fee on each sale"],
      ["Time to first effect", "Weeks to months", "Days", "Days to weeks"],
      ["When you stop paying", "Fades slowly", "Stops immediately", "Stops immediately"],
      ["Who owns the customer", "You", "You", "The marketplace"],
      ["Best used for", "Categories, guides, brand", "New products, promotions", "Reach and clearance"],
    ],
  },
  faq: {
    title: "E-commerce SEO Questions",
    items: [
      {
        question: "Which platforms do you work with?",
        answer:
          "<p>All of the common hosted and open-source platforms, and custom builds. Each has limits, for example fixed URL structures or restricted robots rules. We tell you which limits matter and which are myths.</p>",
      },
      {
        question: "Should every filter page be indexed?",
        answer:
          "<p>No. A filter page deserves indexing when people search for that combination and you stock enough to satisfy them. The rest stay available to shoppers but out of the index.</p>",
      },
      {
        question: "What should happen to out-of-stock products?",
        answer:
          "<p>If the product returns, keep the page, mark it out of stock and offer alternatives. If it’s permanently gone, redirect only when a close replacement exists; otherwise let the page return a proper 404 or 410.</p>",
      },
      {
        question: "Can we publish AI-written product descriptions?",
        answer:
          "<p>AI as a drafting aid is fine. Publishing thousands of unedited pages that add nothing falls under Google's policy on scaled content abuse. We keep a person in charge of facts and tone.</p>",
      },
      {
        question: "How is the 3:1 return measured?",
        answer:
          "<p>We compare organic revenue with a baseline agreed on at the start, adjusted for seasonality, using your analytics or order data. Sales from paid campaigns and branded promotions are left out. The method is in your agreement.</p>",
      },
      {
        question: "Do you move stores to a new platform?",
        answer:
          "<p>We guide the SEO side: URL mapping, redirects, content parity and launch checks. Development stays with your team or developer.</p>",
      },
    ],
  },
  inquiry: {
    title: "Tell Us About Your Store",
    intro: "Your platform, catalog size and best-selling categories are a good start.",
    button_label: "Send Inquiry",
    note: "We reply within 24 hours.",
  },
  cta: {
    title: "See Which Categories Could Earn More",
    text: "We will review your store and name the categories with the clearest gap between demand and visibility.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
    secondary_label: "See E-commerce Case Studies",
    secondary_href: link("/case-studies"),
  },
});
