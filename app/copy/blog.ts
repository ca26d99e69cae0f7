// The words of the blog list, labelled SEO News, and of a post's page (SPEC 2).
import type { PageCopy } from "./page-copy.ts";

export const blog = {
  seo: {
    meta_title: "SEO News and Practical Guides | SEO Pro Zone",
    meta_description:
      "Practical SEO news and guides for business owners: AI Overviews, Core Web Vitals, Business Profiles, reviews, content and links, in plain English.",
    meta_keywords: "SEO news, SEO blog, SEO guides, AI Overviews, Core Web Vitals",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: "SEO News",
    title: "SEO News and Practical Guides",
    subtitle:
      "What changes in search, what it means for your business and what to do about it. Written by the people who do the work.",
  },
  featured: {
    title: "Featured Articles",
    read_more_label: "Read Article",
  },
  recent: {
    title: "Recent Posts",
    load_more_label: "Load More Articles",
    read_more_label: "Read More",
    count_text: "{shown} of {total} recent posts",
    newer_label: "Newer Articles",
    page_title: "{title}, page {page}",
  },
  list: {
    read_time: "{minutes} min read",
    loading_text: "Loading blog posts...",
    empty_text: "No articles yet. Please check back soon.",
  },
  newsletter: {
    title: "One Useful E-mail a Month",
    text: "The search changes that matter to business owners, explained in five minutes. No sales pitches.",
    email_label: "E-mail address",
    email_placeholder: "you@example.com",
    button_label: "Subscribe",
    note: "Unsubscribe at any time.",
  },
  detail: {
    back_label: "Back to SEO News",
    loading_text: "Loading...",
    author_label: "By",
    contents_title: "In this article",
    error_fetch: "Failed to fetch blog post",
    not_found_title: "Post Not Found",
    not_found_text: "The blog post you're looking for doesn't exist.",
    cta_title: "Need Help With Your SEO?",
    cta_text: "Ask us how this applies to your site, or see what we do.",
    contact_label: "Get Free Consultation",
    contact_href: "/contact",
    services_label: "View Our Services",
    services_href: "/services",
  },
} satisfies PageCopy;
