// Text for the case studies list, its cards and the detail page (SPEC 2).
import { computed, link, texts } from "./parts.ts";

export const caseStudies = texts({
  seo: {
    meta_title: "SEO Case Studies by Industry | SEO Pro Zone",
    meta_description:
      "SEO case studies with the starting point, the work and the numbers: e-commerce, law, healthcare, restaurants, SaaS, home improvement and more.",
    meta_keywords: "SEO case studies, SEO results, local SEO examples, e-commerce SEO examples",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("Case Studies"),
    title: "SEO Case Studies",
    marked_words: "Case Studies",
    subtitle:
      "The starting point, the work and the outcome, with the numbers that mattered to the client. Filter by industry to find a business like yours.",
  },
  filters: {
    label: "Filter by industry",
    all_label: "All Industries",
    all_heading: "Case studies",
  },
  list: {
    empty_text: "No case studies available at the moment.",
    empty_filtered_text: "No case studies found for {industry} industry.",
    filtered_heading: "{industry} Case Studies",
    filtered_description:
      "{industry} case studies: the starting point, the work and the outcome, with the numbers that mattered to the client.",
    filtered_own_description: "{industry} case studies. {description}",
    page_title: "{title}, page {page}",
    back_to_all_label: "Back to All Case Studies",
    view_label: "View Full Case Study",
    client_label: "Client",
    pages_label: "More case studies",
    previous_label: "Newer",
    next_label: "Older",
    page_label: "Page {page} of {pages}",
  },
  detail: {
    back_label: "Back to Case Studies",
    client_label: "Client",
    industry_label: "Industry",
    duration_label: "Duration",
    result_label: "Result",
    challenge_title: "The Challenge",
    solution_title: "Our Solution",
    results_title: "Key Results",
    chart_title: "Before and After",
    chart_before_label: "Before",
    chart_after_label: "After",
    chart_note: "Each pair of bars has its own scale.",
    monthly_title: "Month by Month",
    monthly_table_label: "All months",
    month_label: "Month",
    source_label: "Source",
    published_label: "Published",
    updated_label: "Updated",
    testimonial_title: "In the Client's Words",
    more_title: "More Case Studies",
    more_industry_title: "More {industry} Case Studies",
    cta_title: "Want Results Like These?",
    cta_text:
      "Your starting point is different, so your plan will be too. Tell us about it and we’ll tell you what we think is possible.",
    cta_button: "Get Your Free Consultation",
    cta_href: link("/contact"),
    not_found_title: "Case Study Not Found",
    not_found_text: "The case study you are looking for does not exist or is no longer published.",
    error_not_found: "Case study not found",
    meta_description_fallback:
      "How {client} achieved {result}: the challenge, our solution and the key results of this {industry} SEO project.",
    meta_keywords_fallback: "{client}, {industry} SEO, SEO case study, {title}",
  },
  cta: {
    title: "Could Your Business Be Next?",
    text: "We’ll tell you honestly whether results like these are realistic for you.",
    button_label: "Get Free Consultation",
    button_href: link("/contact"),
  },
});
