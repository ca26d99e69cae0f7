import { computed, icon, link, texts } from "../parts.ts";

export const seoConsulting = texts({
  seo: {
    meta_title: "SEO Consulting, Audits and Training | SEO Pro Zone",
    meta_description:
      "Talk to a senior SEO consultant: traffic drops, migrations, training and second opinions. Hourly advice, a fixed-price audit or an enterprise package.",
    meta_keywords: "SEO consulting, SEO consultant, SEO audit, SEO training",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("SEO Consulting"),
    title: computed("SEO Consulting From Senior Specialists"),
    marked_words: "From Senior Specialists",
    subtitle:
      "Direct access to experienced consultants for in-house teams, agencies and owners who want a clear answer, a second opinion or a plan their own people can carry out.",
    price: computed("$299/hour"),
    price_note: "$199/hour from 10 hours a month, or a fixed-price audit or package",
    highlights: computed([
      "You speak to the person who does the work",
      "Written recommendations with priorities",
      "No retainer required",
    ]),
    form_title: "Request a Free Consultation",
    form_intro:
      "A short note is enough. We’ll tell you whether you need an hour, an audit or nothing at all.",
    form_button: "Get Free Consultation",
  },
  /** the drawing that only this page has (features/services/example.tsx) */
  example: {
    head: "A month with a consultant",
    items: [
      { title: "Week 1", text: "A call about your numbers, and one question to answer" },
      { title: "Week 2", text: "Analysis with your data" },
      { title: "Week 3", text: "A written answer, with tickets for your team" },
      { title: "Week 4", text: "Your questions, and a check of what went live" },
    ],
    caption: "Example: how ten hours a month could be spent.",
  },
  case_studies: {
    title: "Consulting Case Studies",
    intro: "Teams that took the plan and ran it themselves.",
    show_all_label: "Show All",
    card_link_label: "View Full Case Study",
  },
  problem: {
    title: "When a Retainer Is the Wrong Answer",
    body: "<p>Plenty of companies already have writers, developers and tools. What they lack is judgment at the moment of decision. Traffic fell and three people have three theories. A redesign is two months away and no one owns the redirects. An agency sends a 90-page audit without saying what to do first.</p><p>Paying for a monthly program does not solve that. A few hours with someone who has seen the situation before often does. Consulting gives you that person: to <strong>diagnose, decide and explain</strong>, then hand over to your team with instructions that developers and editors can follow.</p>",
    points: [
      {
        title: "Unclear drops",
        text: "Was it an algorithm update, a site release, seasonality or a tracking error?",
      },
      {
        title: "Risky launches",
        text: "Migrations, rebrands and new platforms without an SEO owner.",
      },
      {
        title: "Stuck teams",
        text: "Good people, long lists and no agreement on what comes first.",
      },
    ],
  },
  features: {
    title: "What's Included",
    intro: "Pick the parts you need. Every engagement ends with something written.",
    items: [
      {
        icon: icon("stethoscope"),
        title: "Traffic drop diagnosis",
        text: "We find out whether an algorithm update, a technical issue, lower demand or a tracking error caused the drop, and show you the evidence.",
      },
      {
        icon: icon("clipboard-check"),
        title: "Full SEO audit",
        text: "Technical, content, link and competitor reviews, including AI search, ranked by impact and effort.",
      },
      {
        icon: icon("route"),
        title: "Migration planning",
        text: "Redirect maps, staging checks, launch-day support and a monitoring plan for redesigns and platform moves.",
      },
      {
        icon: icon("map"),
        title: "Strategy and roadmaps",
        text: "A two- to four-quarter plan sized to the people and budget you actually have.",
      },
      {
        icon: icon("graduation-cap"),
        title: "Team training",
        text: "Live sessions for writers, developers and product managers, using your own site as the example.",
      },
      {
        icon: icon("scale"),
        title: "Independent reviews",
        text: "A second opinion on an agency proposal, a report, a link profile or a company you plan to buy.",
      },
    ],
  },
  process: {
    title: "How an Engagement Works",
    intro: "Two weeks from the first call to a written answer.",
    steps: [
      {
        title: "Free first call",
        period: "20-30 minutes",
        text: "You describe the problem. We say whether we can help, who would do it and what it would cost.",
      },
      {
        title: "Access and questions",
        period: "Days 1-3",
        text: "Read-only access to search and analytics data, plus a list of questions for your team.",
      },
      {
        title: "Analysis",
        period: "Days 3-10",
        text: "We work through the data and the site. You can follow along or wait for the results.",
      },
      {
        title: "Recommendations and handover",
        period: "By day 14",
        text: "A written report, a walk-through call and tickets your team can start on. Follow-up questions for two weeks are included.",
      },
    ],
  },
  deliverables: {
    title: "What You Receive",
    intro: "Clear enough to forward to your CEO, precise enough for a developer.",
    items: [
      "A written summary with the decision you need to make",
      "Findings ranked by impact, effort and confidence",
      "Tickets with acceptance criteria",
      "Supporting data in spreadsheets you keep",
      "A recorded walk-through call",
      "Two weeks of follow-up questions by email",
    ],
  },
  pricing: {
    title: "Consulting Prices",
    intro:
      "Three ways to work with us. Single hours are $299; at ten or more hours a month, the rate is $199/hour.",
    display: computed("$299/hour"),
    plans: [
      {
        name: computed("Hourly Consulting"),
        price: computed("$299/hour"),
        text: "For questions, reviews, training and regular advice.",
        features: [
          "One-hour minimum",
          "Billed in half-hour increments after that",
          "Written notes after each session",
        ],
      },
      {
        name: computed("SEO Audit"),
        price: computed("$997"),
        text: "A fixed-price audit of one website.",
        features: [
          "Technical, content, link and competitor review",
          "Ranked action plan",
          "60-minute walk-through call",
        ],
      },
      {
        name: computed("Enterprise Package"),
        price: computed("$1,997"),
        text: "For larger sites and several stakeholders.",
        features: [
          "Everything in the audit",
          "Template-level and log-file review",
          "Workshop with your team and a 12-month roadmap",
        ],
      },
    ],
    note: "Projects with more than 50,000 pages or several domains may need extra hours. We tell you before we start.",
    button_label: "Book a Consultation",
  },
  guarantee: {
    title: "What We Stand Behind",
    badge: computed("Clear answers in writing"),
    text: "We can’t promise rankings for advice, because results depend on what gets implemented. We do promise straight answers, evidence for each recommendation and no padded hours.",
    conditions: [
      "A cost estimate before any paid work starts",
      "If we cannot find a cause, we say so",
      "No commission from tools or vendors that we recommend",
    ],
  },
  comparison: {
    title: "Consultant, Retainer or New Hire?",
    intro: "Each is right for someone. Compare before you decide.",
    columns: ["", "Consulting", "Monthly retainer", "In-house hire"],
    rows: [
      ["Best when", "You can carry out the work", "You need the work done", "SEO is a daily function"],
      ["Commitment", "None", "Monthly", "Salary and training"],
      ["Time to first advice", "Days", "2-4 weeks", "3-6 months"],
      ["Who implements", "Your team", "Agency and your team", "Your hire"],
      ["Outside perspective", "Strong", "Moderate", "Fades with time"],
    ],
  },
  faq: {
    title: "Consulting Questions",
    items: [
      {
        question: "How do I know whether I need an hour or an audit?",
        answer:
          '<p>If you can state the question in one sentence, start with an hour. If the question is "what is wrong and what should we do first," the $997 audit is the better value.</p>',
      },
      {
        question: "What does the enterprise package add?",
        answer:
          "<p>The $1,997 package adds template-level analysis, log files where you can supply them, a workshop for your stakeholders and a 12-month roadmap. It suits companies where several teams have to agree.</p>",
      },
      {
        question: "Will you work with our current agency?",
        answer:
          "<p>Yes. We review their work fairly and say what’s good as well as what’s missing. We are happy to present the findings with your agency in the room.</p>",
      },
      {
        question: "Do you implement the recommendations?",
        answer:
          '<p>Consulting covers advice, tickets and checks. If you want us to do the work, our <a href="/services/technical-seo">Technical SEO</a> and <a href="/services/national-seo">National SEO</a> services include it.</p>',
      },
      {
        question: "Can you help after a manual action or spam update?",
        answer:
          "<p>Yes. We identify the likely policy involved, document the cleanup and help with a reconsideration request where one applies. Without a manual action there’s nothing to request; the only way forward is to fix the cause and wait for Google’s systems to reassess the site.</p>",
      },
      {
        question: "Is our data safe?",
        answer:
          "<p>We ask for read-only access, sign a confidentiality agreement on request and remove our access when the work ends.</p>",
      },
    ],
  },
  inquiry: {
    title: "Describe Your Question",
    intro: "What happened, when did it start, and what decision depends on the answer?",
    button_label: "Send Inquiry",
    note: "We reply within 24 hours.",
  },
  cta: {
    title: "Get a Second Opinion Before You Decide",
    text: "The first call is free. If your plan is already sound, we will tell you so.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
    secondary_label: "See Case Studies",
    secondary_href: link("/case-studies"),
  },
});
