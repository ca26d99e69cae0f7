// The table of contents: every address and the one file that answers it.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("pages/layout.tsx", [
    index("pages/home.tsx"),
    route("case-studies", "pages/case-studies.tsx"),
    route("case-studies/:slug", "pages/case-study.tsx"),
    route("contact", "pages/contact.tsx"),
    route("*", "pages/not-found.tsx"),
  ]),

  route("admin-control-panel-seoprozone", "panel/login.tsx"),
  route("admin-control-panel-seoprozone", "panel/layout.tsx", { id: "panel" }, [
    route("dashboard", "panel/dashboard.tsx"),
    route("case-studies", "panel/case-studies.tsx"),
    route("industries", "panel/industries.tsx"),
  ]),

  route("api/send-contact-email", "endpoints/send-contact-email.ts"),
  route("covers/:file", "endpoints/cover.ts"),
  route("healthz", "endpoints/healthz.ts"),
] satisfies RouteConfig;
