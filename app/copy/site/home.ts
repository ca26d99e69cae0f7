// Texts of the home page (SPEC 2).
import type { PageCopy } from "./page-copy.ts";

export const home = {
  seo: {
    meta_title: "SEO Agency in New York | SEO Pro Zone",
    meta_description:
      "SEO Pro Zone helps local businesses, online stores and national brands get found in search and AI answers. 500+ clients. Free consultation.",
    meta_keywords: "SEO agency, SEO services, SEO company New York, SEO Pro Zone",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: "SEO agency in New York with 10+ years of experience",
    title: "SEO That Brings You Customers, Not Just Clicks",
    marked_words: "Not Just Clicks",
    subtitle:
      "We help local businesses, online stores and national brands get found in search and AI answers, and we report on what you care about: calls, leads and sales.",
    points: ["Clear prices and written guarantees", "White-hat methods only", "A reply within 24 hours"],
    primary_label: "Get Free Consultation",
    primary_href: "/contact",
    secondary_label: "View Case Studies",
    secondary_href: "/case-studies",
    chart_label:
      "Example chart: over nine months, four searches climb from the second and third page of results, two of them into the top three.",
    chart_searches: [
      "emergency dentist brooklyn",
      "furnace repair near me",
      "family law attorney nyc",
      "hiking boots wide fit",
    ],
    chart_color: "#2442e8",
    chart_note: "An example of the charts in our monthly reports, not a client's data.",
    form_title: "Request a Quick Call",
    form_intro: "Leave your details and pick a service. A strategist will call you. No call centers.",
    first_name_label: "First name",
    last_name_label: "Last name",
    phone_label: "Phone",
    email_label: "Email",
    service_label: "Service you’re interested in",
    service_placeholder: "Choose a service",
    form_button: "Get Free Consultation",
    sending_label: "Sending...",
    form_note: "No spam. We only use your details to reply to you.",
  },
  stats: {
    title: "Results in Numbers",
    items: [
      {
        value: "500+",
        label: "Satisfied Clients",
      },
      {
        value: "1000+",
        label: "Keywords Ranked",
      },
      {
        value: "95%",
        label: "Client Retention Rate",
      },
      {
        value: "250%",
        label: "Average Traffic Increase",
      },
    ],
  },
  case_studies: {
    title: "Latest Case Studies",
    intro: "What we found, what we did and what changed, with the work behind the numbers.",
    empty_text: "No case studies available at the moment.",
    client_label: "Client",
    card_link_label: "View Full Case Study",
    view_all_label: "View All Case Studies",
    view_all_href: "/case-studies",
    testimonials_title: "In Our Clients' Words",
  },
  services: {
    title: "SEO Services for Every Stage",
    intro:
      "Choose one service or combine several. Every plan starts with a conversation about what a new customer is worth to you.",
    learn_more_label: "Learn More",
    view_all_label: "View All Services",
    view_all_href: "/services",
  },
  features: {
    title: "Why Choose {site}",
    intro: "You have many SEO agencies to choose from. Here’s what it’s like to work with us.",
    items: [
      {
        icon: "user-check",
        title: "A strategist you know by name",
        text: "The person who plans your work is the one on your calls.",
      },
      {
        icon: "chart-line",
        title: "Reports in plain English",
        text: "Leads, revenue and next steps on one page, with the details behind it.",
      },
      {
        icon: "shield-check",
        title: "White-hat practices",
        text: "No bought links, no mass-produced pages, nothing you’d have to hide.",
      },
      {
        icon: "file-check",
        title: "Guarantees in writing",
        text: "Every guarantee is spelled out in your agreement before you sign.",
      },
      {
        icon: "sparkles",
        title: "Ready for AI search",
        text: "Content and data that AI answers can cite and search engines can rank.",
      },
      {
        icon: "key-round",
        title: "You own everything",
        text: "Pages, profiles, accounts and data stay yours if you leave.",
      },
    ],
  },
  local: {
    title: "SEO for New York Businesses",
    intro: "We work from Manhattan for companies in all five boroughs.",
    case_label: "A local case:",
    link_label: "Local SEO in New York",
    link_href: "/services/local-seo",
    areas: [
      { icon: "map-pin", title: "Manhattan", text: "From Inwood to the Financial District" },
      { icon: "map-pin", title: "Brooklyn", text: "Williamsburg, Park Slope, Bay Ridge" },
      { icon: "map-pin", title: "Queens", text: "Astoria, Flushing, Forest Hills" },
      { icon: "map-pin", title: "The Bronx", text: "Riverdale, Fordham" },
      { icon: "map-pin", title: "Staten Island", text: "St. George, New Dorp" },
      { icon: "map", title: "Nearby", text: "Westchester, Long Island, Hoboken" },
    ],
  },
  audit: {
    title: "Get a Free SEO Audit",
    intro:
      "Enter your website and get a score within seconds. A strategist then reviews it and emails you within 24 hours.",
    bullets: [
      "Your most costly technical problems, in order",
      "What search engines can and can’t read on your page",
      "How to fix each issue, in plain English",
      "What a strategist would do first, and what to leave alone",
    ],
    sample_title: "Sample audit",
    sample_score: 61,
    sample_items: [
      { label: "Crawling", score: 82 },
      { label: "Title and head", score: 47 },
      { label: "Content", score: 58 },
      { label: "Structured data", score: 71 },
      { label: "Page size and speed", score: 39 },
    ],
    name_label: "Name",
    email_label: "Email",
    website_label: "Website (optional)",
    website_placeholder: "www.example.com",
    goals_label: "Your goals (optional)",
    goals_placeholder: "More calls, more online orders, recovering lost traffic...",
    form_button: "Request Free Audit",
    sending_label: "Sending...",
    form_note: "Free, with no obligation.",
    method_label: "See how we check and score",
    method_href: "/audit-method",
    check_running: "Checking {host}",
    check_text: "Your report will appear here in about ten seconds. You can also open it on its own page:",
    check_link: "Open your report",
    check_by_hand: "We’ll check {host} by hand and email you.",
  },
  cta: {
    title: "Ready to Grow Your Online Presence?",
    text: "Join 500+ clients who trust us with their SEO. The first call is free, and you’ll leave with at least one fix you can use.",
    primary_label: "Get Free Consultation",
    primary_href: "/contact",
    secondary_label: "Explore Our Services",
    secondary_href: "/services",
  },
} satisfies PageCopy;
