// The table of contents: every address and the one file that answers it.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("pages/layout.tsx", [
    index("pages/home.tsx"),
    route("services", "pages/services.tsx"),
    route("services/:slug", "pages/service.tsx"),
    route("case-studies", "pages/case-studies.tsx"),
    route("case-studies/:slug", "pages/case-study.tsx"),
    route("about", "pages/about.tsx"),
    route("team", "pages/team.tsx"),
    route("contact", "pages/contact.tsx"),
    route("blog", "pages/blog.tsx"),
    route("blog/:slug", "pages/blog-post.tsx"),
    route("newsletter/:step/:token", "pages/newsletter.tsx"),
    route("privacy", "pages/legal.tsx", { id: "privacy" }),
    route("terms", "pages/legal.tsx", { id: "terms" }),
    route("sitemap", "pages/sitemap.tsx"),
    route("*", "pages/not-found.tsx"),
  ]),

  route("admin-control-panel-seoprozone", "panel/login.tsx"),
  route("admin-control-panel-seoprozone", "panel/layout.tsx", { id: "panel" }, [
    route("dashboard", "panel/dashboard.tsx"),
    route("case-studies", "panel/case-studies.tsx"),
    route("industries", "panel/industries.tsx"),
    route("blog", "panel/blog.tsx"),
    route("link-targets", "panel/link-targets.ts"),
    route("settings", "panel/settings.tsx"),
    route("enquiries", "panel/enquiries.tsx"),
    route("enquiries.csv", "panel/enquiries.csv.ts"),
    route("enquiries/subscribers", "panel/enquiries.subscribers.tsx"),
    route("subscribers.csv", "panel/enquiries.subscribers-csv.ts"),
    route("enquiries/person", "panel/enquiries.person.tsx"),
    route("person.json", "panel/enquiries.person-json.ts"),
    route("*", "panel/not-found.tsx"),
  ]),

  route("api/send-contact-email", "endpoints/send-contact-email.ts"),
  route("covers/:file", "endpoints/cover.ts"),
  route("share/*", "endpoints/share-image.ts"),
  route("healthz", "endpoints/healthz.ts"),
  route("robots.txt", "endpoints/robots.ts"),
  route("sitemap.xml", "endpoints/sitemap-xml.ts"),
  route("rss.xml", "endpoints/rss.ts"),
  route("site.webmanifest", "endpoints/manifest.ts"),
  route("speculation-rules.json", "endpoints/speculation-rules.ts"),
] satisfies RouteConfig;
