import { computed, icon, link, texts } from "../parts.ts";

export const digitalPr = texts({
  seo: {
    meta_title: "Digital PR and Link Building Services | SEO Pro Zone",
    meta_description:
      "Digital PR that earns editorial links with original data, expert commentary and useful resources. No bought links. Request a written proposal.",
    meta_keywords: "digital PR, link building services, editorial links, media outreach",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("Link Building Services"),
    title: computed("Digital PR That Earns Links Worth Having"),
    marked_words: "Worth Having",
    subtitle:
      "We give journalists and editors something they want to cite: original data, expert commentary and useful tools. The links that follow are real editorial choices, and they build a reputation that search engines and AI systems can see.",
    highlights: computed([
      "No paid links, networks or link swaps",
      "Campaigns built on your own data and experts",
      "Every placement reported with its URL",
      "A separate quote for each campaign",
    ]),
    form_title: "Request a Digital PR Proposal",
    form_intro: "Tell us who you are. We’ll come back with our first story ideas.",
    form_button: "Get Free Consultation",
  },
  /** the drawing that only this page has (features/services/example.tsx) */
  example: {
    head: "The Morning Paper",
    items: [
      {
        title: "Half of renters pay for parking they don't use",
        text: "A survey of 1,200 renters shows how much garages cost those who never park there.",
      },
      { title: "Read the full survey", text: "Links to the page on your site" },
    ],
    caption: "Example: an article that cites a survey and links to its source.",
  },
  case_studies: {
    title: "Digital PR Case Studies",
    intro: "Stories that earned coverage, and what that did for search.",
    show_all_label: "Show All",
    card_link_label: "View Full Case Study",
  },
  problem: {
    title: "Why Most Link Building Fails",
    body: '<p>Links are still one of the ways search engines judge authority. That is why so many are for sale. Guest-post farms, private networks and "niche edits" look like a shortcut, but Google\'s <strong>spam policies</strong> name them plainly: buying or selling links for ranking, large-scale exchanges and low-quality guest posting are link spam. Usually such links are simply ignored, so the money is gone. In worse cases they lead to a manual action.</p><p>Earned links are harder to get, because someone independent has to decide your page helps their readers. That is also why they work. Coverage brings visitors, branded searches and mentions that AI answers can draw on, even when a publication does not link.</p>',
    points: [
      {
        title: "Bought links",
        text: "Ignored by search engines at best, penalized at worst.",
      },
      {
        title: "Nothing to cite",
        text: "Product pages and company news give journalists no reason to write.",
      },
      {
        title: "Wrong targets",
        text: "Mass emails to people who’ve never covered your subject.",
      },
    ],
  },
  features: {
    title: "What's Included",
    intro: "Research, story, outreach and follow-up by one team.",
    items: [
      {
        icon: icon("chart-bar"),
        title: "Data campaigns",
        text: "Surveys, public records or your own anonymized data, turned into findings with a published method that stands up to questions.",
      },
      {
        icon: icon("mic"),
        title: "Expert commentary",
        text: "We prepare your specialists and answer journalist requests with quotes that are useful and on time.",
      },
      {
        icon: icon("calculator"),
        title: "Linkable resources",
        text: "Calculators, maps, templates and reference pages that keep earning mentions after the campaign ends.",
      },
      {
        icon: icon("newspaper"),
        title: "Media outreach",
        text: "Short, personal pitches to reporters, newsletters and trade editors who already cover the subject.",
      },
      {
        icon: icon("link"),
        title: "Mention reclamation",
        text: "Finding unlinked mentions, broken links and misused images, and politely asking for proper credit.",
      },
      {
        icon: icon("search-check"),
        title: "Link profile review",
        text: "An honest look at existing links. We recommend a disavow file only where there is a real risk.",
      },
    ],
  },
  process: {
    title: "From Idea to Coverage",
    intro: "A typical campaign takes eight to twelve weeks.",
    steps: [
      {
        title: "Story development",
        period: "Weeks 1-2",
        text: "We study what your field argues about, what reporters have covered lately and what only you can know. You choose from five or more ideas.",
      },
      {
        title: "Research and assets",
        period: "Weeks 3-5",
        text: "Data collection, checks, charts and a page on your site that journalists can cite as the source.",
      },
      {
        title: "Outreach",
        period: "Weeks 6-9",
        text: "Pitches in waves, starting with the best-suited publications. Your spokesperson is briefed and available.",
      },
      {
        title: "Follow-up and learning",
        period: "Weeks 9-12",
        text: "New angles, regional versions, link requests for unlinked coverage and a report on what to do next.",
      },
    ],
  },
  deliverables: {
    title: "What You Receive",
    intro: "You see who was contacted and what came of it.",
    items: [
      "A story shortlist with evidence and target media",
      "A campaign page with method and charts, owned by you",
      "Pitch texts and a media list for the campaign",
      "A spokesperson briefing",
      "A live coverage list: URL, link type and the page it links to",
      "A closing report on links, visits, branded search and AI mentions",
    ],
  },
  pricing: {
    title: "How We Quote",
    intro:
      "We quote each campaign separately, because a reactive commentary program and a national survey need very different budgets.",
    includes: [
      "A free first call and two starting ideas",
      "A written proposal with scope, dates and fee",
      "No work begins before you approve it",
    ],
    note: "We never charge per link. Payment per link rewards the wrong placements and brings you close to violating link spam policies.",
    button_label: "Request a Proposal",
  },
  guarantee: {
    title: "No Guaranteed Link Counts, and Why",
    badge: computed("Editorial links only"),
    text: "An independent editor decides whether to cover you, so anyone who guarantees a number of links is likely to be paying for them. We commit to the work, to relevance and to full transparency about results.",
    conditions: [
      "No payment to publications or journalists for links",
      'If money or products change hands, as in sponsorships, links carry rel="sponsored" or rel="nofollow"',
      "If a story doesn’t land, we try new angles within the agreed scope",
    ],
  },
  comparison: {
    title: "Digital PR and Other Link Building",
    intro: "All of these are sold as “link building.”",
    columns: ["", "Digital PR", "Guest-post packages", "Bought links"],
    rows: [
      ["Who decides on the link", "An independent editor", "The site that sells the post", "The seller"],
      ["Within Google's spam policies", "Yes", "Often not", "No, unless marked"],
      ["Brings real readers", "Often", "Rarely", "No"],
      ["Predictable number of links", "No", "Yes", "Yes"],
      ["Value after a year", "Usually lasting", "Usually ignored", "Ignored or harmful"],
    ],
  },
  faq: {
    title: "Digital PR Questions",
    items: [
      {
        question: "How many links will a campaign bring?",
        answer:
          "<p>It varies widely. A strong data story can earn dozens of links, a modest one a handful, and some fail. We show you comparable work and set expectations for your subject before you commit.</p>",
      },
      {
        question: "Do nofollow links and plain mentions count?",
        answer:
          "<p>They bring readers, trust and branded searches. Google treats nofollow as a hint. We report link types openly, and prefer a relevant nofollow link to an irrelevant followed one.</p>",
      },
      {
        question: "Does coverage help with AI answers?",
        answer:
          "<p>It can. AI systems build their view of a brand from many independent sources, so consistent coverage in respected places makes accurate mentions more likely. No one can buy or guarantee such a mention.</p>",
      },
      {
        question: "We sell something boring. Is there a story?",
        answer:
          "<p>Nearly always. Prices, delays, mistakes, regional differences and seasonal habits interest people in any field. We use the first call to find it.</p>",
      },
      {
        question: "Should we disavow old spam links?",
        answer:
          "<p>Usually not. Google ignores most of them. A disavow file makes sense with a manual action, or when you know that someone bought links for the site.</p>",
      },
      {
        question: "What do you need from us?",
        answer:
          "<p>A contact who can approve quickly, one or two credible spokespeople, and any data you can share safely. Expect three to five hours of your time per campaign.</p>",
      },
    ],
  },
  inquiry: {
    title: "Tell Us About Your Brand",
    intro: "What you know that others don’t, who should hear it, and any dates we should plan around.",
    button_label: "Send Inquiry",
    note: "We reply within 24 hours.",
  },
  cta: {
    title: "Let's Find Your Story",
    text: "Bring your data, your opinions or just your curiosity. You will leave the first call with at least two ideas to consider.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
    secondary_label: "See Digital PR Case Studies",
    secondary_href: link("/case-studies?industry=digital-pr"),
  },
});
