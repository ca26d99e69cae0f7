// Text for the header (SPEC 2): top bar, navigation, Services dropdown.
import { BUILT_IN_MARK } from "../business.ts";
import { computed, image, link, texts } from "./parts.ts";
import { DIGITAL_PR_LINK, SEO_SERVICE_LINKS } from "./service-links.ts";

export const header = texts({
  brand: {
    logo_text: computed("{site}"),
    logo_alt: "{site}, home",
    logo_image: image(BUILT_IN_MARK),
    /** for dark backgrounds; the built-in mark means that the normal logo is used */
    logo_image_dark: BUILT_IN_MARK,
    /**
     * square, for browser tabs and the site's own posts; the built-in mark means that a square logo is
     * used
     */
    mark_image: image(BUILT_IN_MARK),
  },
  top_bar: {
    phone_label: "Call us",
    email_label: "Email us",
    region_label: "Contact details",
    social_label: "Follow us",
    call_label: "Call",
  },
  navigation: {
    items: [
      {
        label: "Home",
        href: link("/"),
      },
      {
        label: "Services",
        href: link("/services"),
      },
      {
        label: "Case Studies",
        href: link("/case-studies"),
      },
      {
        label: "About Us",
        href: link("/about"),
      },
      {
        label: "SEO News",
        href: link("/blog"),
      },
      {
        label: "Contact",
        href: link("/contact"),
      },
    ],
    menu_label: "Main navigation",
    open_menu_label: "Open menu",
    close_menu_label: "Close menu",
    breadcrumb_label: "Breadcrumb",
    breadcrumb_home: "Home",
    notifications_label: "Notifications",
    skip_link_label: "Skip to main content",
  },
  services_menu: {
    seo_group_title: "SEO Services",
    seo_group_items: [...SEO_SERVICE_LINKS],
    link_building_group_title: "Link Building Services",
    link_building_group_items: [DIGITAL_PR_LINK],
    toggle_label: "Services menu",
    view_all_label: "View All Services",
    view_all_href: link("/services"),
    audit_label: "Free SEO Audit",
    audit_href: link("/#audit-form"),
  },
  cta: {
    label: "Get Free Consultation",
    href: link("/contact"),
  },
  services_hints: {
    local_seo: "Map pack and “near me”",
    ecommerce_seo: "Products and feeds",
    national_seo: "Searches in all 50 states",
    seo_consulting: "Audits, roadmaps, training",
    gbp_optimization: "Profile, reviews, posts",
    technical_seo: "Speed, crawling, schema",
    digital_pr: "Coverage and links",
  },
});
