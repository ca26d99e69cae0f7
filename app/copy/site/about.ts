import { computed, icon, link, optional, texts } from "./parts.ts";

export const about = texts({
  seo: {
    meta_title: "About Us: Who We Are and How We Work | SEO Pro Zone",
    meta_description:
      "A New York SEO agency with 10+ years of experience, 500+ projects and 95% client retention. Read how we work and why clients stay.",
    meta_keywords: "who we are, SEO company, white-hat SEO agency",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("About Us"),
    title: "Who We Are",
    marked_words: "Who We Are",
    subtitle:
      "We are a New York agency that has spent 10+ years doing one thing: helping businesses get found by people who are looking for what they sell.",
  },
  stats: {
    items: [
      {
        value: computed("500+"),
        label: "Projects Completed",
        note: optional("Audits, migrations and monthly plans that we finished."),
      },
      {
        value: computed("10+"),
        label: "Years of Experience",
        note: optional("Counted from our first client."),
      },
      {
        value: computed("95%"),
        label: "Client Retention",
        note: optional("Monthly clients who renewed in the last 12 months."),
      },
      {
        value: computed("250%"),
        label: "Average Traffic Increase",
        note: optional("Organic visits after 12 months, compared with the year before."),
      },
    ],
  },
  reasons: {
    title: "Six Reasons Clients Stay",
    intro: "Retention is the number we watch most closely, because no one stays for a slide deck.",
    items: [
      {
        icon: icon("award"),
        title: "Experience",
        text: "10+ years across local services, online stores, software, healthcare and law. We have seen most problems before, including the ones that tools miss.",
      },
      {
        icon: icon("smile"),
        title: "Happy Customers",
        text: "500+ clients have worked with us, and 95% of monthly clients renewed in the last 12 months. We reply quickly, admit mistakes and don’t hide behind jargon.",
      },
      {
        icon: icon("trending-up"),
        title: "Proven Results",
        text: "An average traffic increase of 250% across our projects, reported together with the leads and sales that came from it.",
      },
      {
        icon: icon("target"),
        title: "Strategic Approach",
        text: "We start with your margins and capacity. Sometimes the best advice is to target fewer searches, not more.",
      },
      {
        icon: icon("headphones"),
        title: "24/7 Support",
        text: "Write at any hour. Urgent problems such as a site that drops out of search go to the person on call; everything else is answered within 24 hours.",
      },
      {
        icon: icon("shield-check"),
        title: "White-Hat Practices",
        text: "We follow search engine guidelines, and we document what we do so that you can check it.",
      },
    ],
  },
  mission: {
    title: "Our Mission",
    body: "<p>Search should reward businesses that serve people well. Our mission is to help them get found by making their sites technically sound, their information complete and their knowledge visible.</p><p>We measure ourselves by what happens after the click. A ranking that brings no customers is not a success, and we will not present it as one.</p>",
  },
  approach: {
    title: "Our Approach",
    body: '<p>Good SEO in 2026 is less about tricks than ever. AI Overviews answer simple questions on the results page. Automated text is everywhere. What still earns visits is first-hand knowledge, clear structure, a fast and accessible site and a reputation that others vouch for.</p><p>So we work in a fixed order: <strong>measure, fix, build, prove</strong>. First we check the tracking and record a baseline. Then we remove <a href="/services/technical-seo">what holds the site back</a>. Then we create pages, <a href="/services/gbp-optimization">profiles</a> and <a href="/services/digital-pr">stories</a> that deserve attention, with your experts involved. Finally we report what changed, including what did not work.</p>',
    points: [
      "Research before recommendations",
      "A prioritized plan, so the most valuable work comes first",
      "People write and check; AI tools assist",
      "Monthly reports that a busy owner can read in five minutes",
    ],
  },
  why_choose_us: {
    title: "Why Choose Us",
    body: '<p>You deal directly with the people who do the work. You know <a href="/services">the price</a> before you start. You see every change we make, as <a href="/case-studies">our case studies</a> show. And you keep everything if you leave, because lock-in is a poor way to earn a 95% retention rate.</p><p>We also say no. If SEO isn’t the right investment for you this year, we’ll tell you on the first call and suggest what to do instead.</p>',
    points: [
      "Named specialists for every discipline",
      "Published prices and written guarantees",
      "No bought links, ever",
      "Full ownership of your content and accounts",
    ],
  },
  team: {
    title: "Meet the People Behind the Work",
    text: "Strategists, engineers, writers and analysts who like explaining what they do.",
    button_label: "Meet Our Team",
    button_href: link("/team"),
  },
  cta: {
    title: "Let's Talk About Your Business",
    text: "Ask us anything about your search results. The first consultation is free.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
    secondary_label: "View Case Studies",
    secondary_href: link("/case-studies"),
  },
});
