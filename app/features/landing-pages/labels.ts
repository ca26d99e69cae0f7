import { SEARCH_LABELS } from "../../copy/panel/search-fields.ts";
import type { LandingPageInput } from "./rules.ts";

export const LANDING_PAGE_LABELS: Record<keyof LandingPageInput, string> = {
  title: "Title",
  slug: "URL",
  service: "Service",
  area: "Area served",
  sections: "Sections",
  menu_label: "Link text",
  in_header: "In the header menu",
  in_footer: "In the footer",
  in_sitemap: "On the sitemap page",
  in_related: "On its service's page",
  without_menus: "Without menus",
  sort: "Order in menus",
  ...SEARCH_LABELS,
  published: "Published",
};
