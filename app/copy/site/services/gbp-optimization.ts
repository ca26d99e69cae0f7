import { computed, icon, link, texts } from "../parts.ts";

export const gbpOptimization = texts({
  seo: {
    meta_title: "Google Business Profile Optimization | SEO Pro Zone",
    meta_description:
      "Google Business Profile setup, monthly management, reviews and reinstatement help for $399/month, kept within the rules and kept active.",
    meta_keywords: "Google Business Profile optimization, GBP management, profile suspension, Google reviews",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("Google Business Profile Optimization"),
    title: computed("Google Business Profile Optimization That Earns Calls"),
    marked_words: "Earns Calls",
    subtitle:
      "For many local customers your profile is your website: they see hours, photos, reviews and a call button before anything else. We set it up within Google’s rules and keep it active.",
    price: computed("$399/month"),
    price_note: "Per profile, month-to-month",
    highlights: computed([
      "Complete setup in the first two weeks",
      "Every edit checked against Google's guidelines",
      "Visibility within 30 days",
    ]),
    form_title: "Request a Free Profile Check",
    form_intro:
      "Leave your details. We’ll ask for your business name and review your profile with you on the call.",
    form_button: "Get Free Consultation",
  },
  /** the drawing that only this page has (features/services/example.tsx) */
  example: {
    head: "Profile check",
    items: [
      { title: "Primary category", text: "Matches the main service" },
      { title: "Services", text: "All listed" },
      { title: "Photos", text: "Taken this year" },
      { title: "Reviews", text: "All answered" },
      { title: "Holiday hours", text: "Missing" },
    ],
    caption: "Example: part of the checklist for a profile.",
  },
  case_studies: {
    title: "Business Profile Case Studies",
    intro: "Profiles that were corrected or reinstated, and what changed.",
    show_all_label: "Show All",
    card_link_label: "View Full Case Study",
  },
  problem: {
    title: "What an Unfinished Profile Costs You",
    body: "<p>Most profiles are created in ten minutes and left alone. The primary category is too broad, services are missing, the photos are five years old and the holiday hours are wrong. Meanwhile, anyone can suggest edits, and some of those suggestions go live without you noticing.</p><p>The opposite mistake is worse. Adding keywords to the business name, using a mailbox as an address or offering discounts for reviews can look clever for a month. All three break Google's rules, and a suspended profile disappears from the map while you wait for an appeal. <strong>Good profile work is thorough, and it lasts.</strong></p>",
    points: [
      {
        title: "Half-empty profiles",
        text: "Missing services, attributes and photos give Google little to match.",
      },
      {
        title: "Unwatched edits",
        text: "Public suggestions change hours, pins or categories without warning.",
      },
      {
        title: "Rule violations",
        text: "Keyword-stuffed names, virtual offices and review rewards put the listing at risk.",
      },
    ],
  },
  features: {
    title: "What's Included",
    intro: "Everything on your profile, handled every month.",
    items: [
      {
        icon: icon("store"),
        title: "Profile setup and correction",
        text: "Name, categories, description, service area, hours, links and attributes, set to match your real-world business.",
      },
      {
        icon: icon("list"),
        title: "Services and products",
        text: "Each service listed with a plain description, and products with prices where your category supports them.",
      },
      {
        icon: icon("camera"),
        title: "Photos and video",
        text: "A shot list for your phone, monthly uploads and removal requests for photos that aren’t yours.",
      },
      {
        icon: icon("message-square"),
        title: "Review management",
        text: "A review link and request templates for all customers, reply drafts, and reports on reviews that break policy.",
      },
      {
        icon: icon("megaphone"),
        title: "Posts and updates",
        text: "Weekly posts on offers, events and news, plus special hours before each holiday.",
      },
      {
        icon: icon("shield-check"),
        title: "Protection and reinstatement",
        text: "Monitoring for unwanted edits, ownership checks, spam reports on fake competitors and help with verification or suspension appeals.",
      },
    ],
  },
  process: {
    title: "The First 30 Days",
    intro: "Setup first, then a steady rhythm.",
    steps: [
      {
        title: "Access and audit",
        period: "Days 1-3",
        text: "You add us as a manager and keep ownership. We record the current views, searches and actions as a baseline.",
      },
      {
        title: "Compliance check",
        period: "Days 3-7",
        text: "We fix anything that could lead to a suspension and prepare documents in case Google asks for verification, which is now often done by video.",
      },
      {
        title: "Complete the profile",
        period: "Days 7-14",
        text: "Categories, services, photos, links and descriptions go in at a measured pace, so edits get approved.",
      },
      {
        title: "Activate and report",
        period: "Days 14-30",
        text: "Posts, review requests and replies start. On day 30, you get a comparison with the baseline.",
      },
    ],
  },
  deliverables: {
    title: "What You Receive Every Month",
    intro: "Work you can see on your own listing.",
    items: [
      "Four posts with photos",
      "A photo update from the photos you send us",
      "Reply drafts for all new reviews",
      "A check of public edits, hours and links",
      "A performance report: calls, directions, website clicks and search terms",
      "A map-grid check for five searches",
      "Notes on rule changes that affect you",
    ],
  },
  /** what this client's report says instead of the one on the home page */
  sample_report: {
    subject: "A bike shop with one profile",
    figures: [
      { label: "Calls", value: computed("96"), change: "+22% from last October" },
      { label: "Direction requests", value: computed("310"), change: "+17% from last October" },
      { label: "New reviews", value: computed("11"), change: "all answered" },
      { label: "Profile views", value: computed("6,240"), change: "+26% from last October" },
    ],
    chart_label: "Calls per month, February to October: a line that rises from 61 to 96.",
    cause:
      "Bike repair, which we added as a service in June, brought 34 of the calls. A stranger changed the Sunday hours, and we corrected them the same day.",
    steps: [
      "We set the holiday hours.",
      "You send photos of the workshop.",
      "We reply to new reviews once you approve our drafts.",
    ],
  },
  pricing: {
    title: "GBP Optimization Pricing",
    intro: "One profile, one price.",
    price: computed("$399"),
    period: "/month",
    display: computed("$399/month"),
    includes: [
      "Setup and monthly management of one profile",
      "Month-to-month, cancel before the next billing date",
      "You stay the primary owner at all times",
    ],
    note: "Ten or more locations? We set up bulk management and quote a lower price for each profile.",
    button_label: "Get a Quote",
  },
  guarantee: {
    title: "Visibility Within 30 Days",
    badge: computed("Visibility within 30 days"),
    text: "We guarantee improved visibility within 30 days of receiving access: more profile views or customer actions in Google's own performance report than in the baseline period recorded on day one.",
    conditions: [
      "For verified profiles in good standing; after a suspension the 30 days start on reinstatement",
      "Seasonal demand is taken into account when we compare",
      "If visibility doesn’t improve, we refund your first month’s fee",
    ],
  },
  comparison: {
    title: "Profile Only, or Full Local SEO?",
    intro: "Start with the smallest service that solves your problem.",
    columns: ["", "GBP Optimization", "Local SEO"],
    rows: [
      ["Business Profile management", "Included", "Included"],
      ["Review replies and requests", "Included", "Included"],
      ["Website pages and fixes", "Not included", "Included"],
      ["Directory cleanup and local links", "Not included", "Included"],
      ["Best for", "A sound website, a weak profile", "Competitive areas, a weak website"],
      ["Price", "$399/month", "$799/month"],
    ],
  },
  faq: {
    title: "Business Profile Questions",
    items: [
      {
        question: "Can I put my service or city in the business name?",
        answer:
          "<p>Only if it’s part of the name customers know you by: on your sign, invoices and registration. Adding words to rank better breaks the guidelines and is a common reason for suspensions.</p>",
      },
      {
        question: "My profile was suspended. Can you help?",
        answer:
          "<p>Yes. We find the likely cause, correct it first, collect proof such as a license, lease or utility bill, and file one careful appeal. Google decides, so we cannot promise the outcome.</p>",
      },
      {
        question: "Can I use a virtual office or mailbox as an address?",
        answer:
          "<p>No. The address must be staffed by your team during stated hours. If you visit customers instead, hide the address and list up to twenty service areas.</p>",
      },
      {
        question: "Can we offer a discount for a review?",
        answer:
          "<p>No. Google forbids incentives, and US consumer protection rules forbid paying for reviews that express a particular sentiment. Asking only happy customers isn’t allowed either. Ask every customer, at the right moment, with a direct link.</p>",
      },
      {
        question: "Do posts improve rankings?",
        answer:
          "<p>Very little, if at all. They help convince people who already see your profile, and they keep your information fresh. Categories, reviews, proximity and your website matter more.</p>",
      },
      {
        question: "What about questions from customers on the profile?",
        answer:
          "<p>Google has been replacing the old public Q&A section with AI-generated answers drawn from your profile, reviews and website. The best answer is complete information in all three, which is what we maintain.</p>",
      },
    ],
  },
  inquiry: {
    title: "Tell Us About Your Profile",
    intro: "Your business name, city and what you’d like your profile to do better.",
    button_label: "Send Inquiry",
    note: "We reply within 24 hours.",
  },
  cta: {
    title: "Get Your Profile Checked",
    text: "We will send you a free list of what is missing and what to fix first.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
    secondary_label: "Compare Local SEO",
    secondary_href: link("/services/local-seo"),
  },
});
