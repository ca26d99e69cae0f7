// Text for the blog list ("SEO News") and posts (SPEC 2).
import { computed, link, texts } from "./parts.ts";

export const blog = texts({
  seo: {
    meta_title: "SEO News and Practical Guides | SEO Pro Zone",
    meta_description:
      "Practical SEO news and guides for business owners: AI Overviews, Core Web Vitals, Business Profiles, reviews, content and links, in plain English.",
    meta_keywords: "SEO news, SEO blog, SEO guides, AI Overviews, Core Web Vitals",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("SEO News"),
    title: "SEO News and Practical Guides",
    marked_words: "Practical Guides",
    subtitle:
      "What’s changing in search, what it means for your business and what to do about it. Written by the people who do the work.",
  },
  featured: {
    title: "Featured Articles",
  },
  recent: {
    title: "Recent Posts",
    load_more_label: "Load More Articles",
    count_text: "{shown} of {total} recent posts",
    newer_label: "Newer Articles",
    page_title: "{title}, page {page}",
  },
  list: {
    read_time: "{minutes} min read",
    loading_text: "Loading blog posts...",
    empty_text: "No articles yet. Please check back soon.",
    cta_text: "Ask us what this means for your site, or see what we do.",
  },
  newsletter: {
    title: "One Useful Email a Month",
    text: "The search changes that matter to business owners, explained in five minutes. No sales pitches.",
    email_label: "Email address",
    email_placeholder: "you@example.com",
    button_label: "Subscribe",
    sending_label: "Sending...",
    note: "Unsubscribe at any time.",
  },
  /** pages opened by links in newsletter emails */
  newsletter_confirm: {
    title: "Confirm Your Subscription",
    text: "Click the button to receive our newsletter at {email}.",
    button_label: "Confirm",
    done_title: "You’re Subscribed",
    done_text: "We’ll send our next newsletter to {email}. Every issue has an unsubscribe link.",
  },
  newsletter_unsubscribe: {
    title: "Unsubscribe From the Newsletter",
    text: "Click the button to stop receiving our newsletter at {email}.",
    button_label: "Unsubscribe",
    done_title: "You’re Unsubscribed",
    done_text: "We’ll no longer send our newsletter to {email}.",
  },
  newsletter_unknown: {
    title: "This Link Is No Longer Valid",
    text: "It may be incomplete or more than seven days old. You can subscribe again on our blog.",
  },
  detail: {
    back_label: "Back to SEO News",
    author_label: "By",
    about_author_title: "About the author",
    contents_title: "In this article",
    related_title: "Read Next",
    not_found_title: "Post Not Found",
    not_found_text: "The blog post you're looking for doesn't exist.",
    audit_title: "How does your website score?",
    audit_text: "Get a score in seconds and a strategist’s review within 24 hours.",
    audit_label: "Free SEO Audit",
    audit_href: link("/#audit-form"),
    cta_title: "Need Help With Your SEO?",
    cta_text: "Ask us how this applies to your site, or see what we do.",
    contact_label: "Get Free Consultation",
    contact_href: link("/contact"),
    services_label: "View Our Services",
    services_href: link("/services"),
  },
});
