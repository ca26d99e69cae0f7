// Text for the Team page. The people on it are fictional samples (SPEC 2, decision 0035.27).
import { BUILT_IN_PORTRAIT } from "../business.ts";
import { computed, icon, image, link, optional, texts } from "./parts.ts";

export const team = texts({
  seo: {
    meta_title: "Meet Our SEO Team | SEO Pro Zone",
    meta_description:
      "Meet the strategists, technical specialists, writers and analysts behind SEO Pro Zone, and read a message from our founder and CEO.",
    meta_keywords: "SEO team, SEO specialists, SEO experts New York",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("Our Team"),
    title: "The SEO Team Behind {site}",
    marked_words: "{site}",
    subtitle: "A small senior team. The specialist who studies your site is the one who explains it to you.",
  },
  leadership: {
    title: "Leadership",
    message_title: "A Message From Our CEO",
    expertise_title: "Areas of expertise",
    name: computed("Marisol Whitcombe"),
    position: "Founder and CEO",
    biography: optional(
      "Marisol evaluated search quality before she founded the agency. She reviews every strategy before a client sees it, and writes about the questions clients should ask an agency.",
    ),
    image: image(BUILT_IN_PORTRAIT),
    profile_href: link(""),
    message:
      "<p>I started {site} because I was tired of reading reports that hid the answer. Business owners asked me simple questions: Is this working? What did I pay for? What happens next? They deserved simple answers.</p><p>More than ten years and 500+ clients later, that is still the job. Search has changed many times in those years, and AI answers are the biggest change so far. What hasn’t changed is that people look for someone they can trust, and that a business with real knowledge and an honest site has an edge no trick can replace.</p><p>If you work with us, you’ll know the people on your project by name. You’ll hear bad news as quickly as good news. And if we think your money would do more good elsewhere, I’ll tell you so myself.</p>",
    expertise: [
      "SEO Strategy",
      "Search Quality",
      "Business Growth",
      "Client Advisory",
      "AI Search",
      "Team Leadership",
    ],
  },
  members: {
    title: "Our Specialists",
    intro: "Eight people, each responsible for a discipline and for the clients they work with.",
    expertise_title: "Expertise",
    items: [
      {
        name: computed("Kwame Delacroix"),
        position: "Head of Technical SEO",
        biography: optional(
          "Kwame has worked on websites with ten pages and with two million. He reads server logs the way other people read the news, and writes each fix so a developer can ship it.",
        ),
        image: image(BUILT_IN_PORTRAIT),
        profile_href: link(""),
        expertise: ["Crawling and Indexing", "JavaScript SEO", "Core Web Vitals", "Log Analysis"],
      },
      {
        name: computed("Priya Lindqvist"),
        position: "Local SEO Lead",
        biography: optional(
          "Priya has worked on map results since they first appeared next to search. She looks after profiles for practices, trades and restaurants, and has written most of our reinstatement appeals.",
        ),
        image: image(BUILT_IN_PORTRAIT),
        profile_href: link(""),
        expertise: ["Google Business Profile", "Map Visibility", "Review Programs", "Multi-Location SEO"],
      },
      {
        name: computed("Tomasz Okonjo"),
        position: "E-commerce SEO Lead",
        biography: optional(
          "Tomasz ran an online store before he joined us and knows how much a bad filter can cost. He plans migrations, category pages and product data, and still answers the phone in November.",
        ),
        image: image(BUILT_IN_PORTRAIT),
        profile_href: link(""),
        expertise: ["Faceted Navigation", "Product Data", "Category Strategy", "Migrations"],
      },
      {
        name: computed("Hana Villaseñor"),
        position: "Content Director",
        biography: optional(
          "Hana was a newspaper editor and asks the questions readers would. She turns what our clients know into pages, and removes the ones that say nothing.",
        ),
        image: image(BUILT_IN_PORTRAIT),
        profile_href: link(""),
        expertise: ["Editorial Strategy", "Expert Interviews", "E-E-A-T", "Content Pruning"],
      },
      {
        name: computed("Desmond Farquhar-Lee"),
        position: "Digital PR Manager",
        biography: optional(
          "Desmond has worked on both sides of the press release. He builds surveys and stories that journalists want to use, and says no to every link that has a price.",
        ),
        image: image(BUILT_IN_PORTRAIT),
        profile_href: link(""),
        expertise: ["Data Stories", "Media Relations", "Expert Commentary", "Link Risk Review"],
      },
      {
        name: computed("Yasmin Thorvald"),
        position: "Analytics Lead",
        biography: optional(
          "Yasmin studied statistics and distrusts charts without labeled axes. She sets up the measurement for each project and writes the one-page reports.",
        ),
        image: image(BUILT_IN_PORTRAIT),
        profile_href: link(""),
        expertise: ["Search Console", "Conversion Tracking", "Forecasting", "Reporting"],
      },
      {
        name: computed("Mateo Brightwater"),
        position: "Senior SEO Consultant",
        biography: optional(
          "Mateo finds out why traffic fell, and says so when the cause isn’t SEO. He trains teams that want to do the work themselves.",
        ),
        image: image(BUILT_IN_PORTRAIT),
        profile_href: link(""),
        expertise: ["Audits", "Traffic Diagnosis", "Team Training", "Roadmaps"],
      },
      {
        name: computed("Ayesha Novak-Reed"),
        position: "Client Success Manager",
        biography: optional(
          "Ayesha knows what was promised, by whom and by when. She plans the first ninety days with every client and is the first to notice when something is late.",
        ),
        image: image(BUILT_IN_PORTRAIT),
        profile_href: link(""),
        expertise: ["Onboarding", "Project Planning", "Quality Assurance", "Client Support"],
      },
    ],
  },
  values: {
    title: "How We Work Together",
    items: [
      {
        icon: icon("message-circle"),
        title: "Say it plainly",
        text: "If we can’t explain a recommendation in two sentences, we don’t understand it well enough.",
      },
      {
        icon: icon("flask-conical"),
        title: "Show the evidence",
        text: "Opinions are welcome. Data decides, and we share it with you.",
      },
      {
        icon: icon("handshake"),
        title: "Own the outcome",
        text: "We track our work after it goes live and fix what doesn’t hold up.",
      },
    ],
  },
  cta: {
    title: "Work With Us",
    text: "Tell us what you want to achieve and we’ll introduce you to the right person.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
  },
});
