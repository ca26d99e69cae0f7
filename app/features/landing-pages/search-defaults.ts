import { findService } from "../../copy/site/service-catalog.ts";
import { withSiteName } from "../../copy/site/site-name.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { type Section, sectionTexts } from "./sections.ts";

const DESCRIPTION_MAX_CHARS = 160;

/** Returns defaults for empty SEO fields. */
export function landingSearchDefaults(
  {
    title,
    service,
    area,
    sections,
  }: { title: string; service: string; area: string; sections: readonly Section[] },
  siteTitle: string,
) {
  const hero = sections.find((one) => one.type === "hero" && !one.is_hidden);
  const first = hero?.type === "hero" ? hero.subtitle : "";
  const text = first || textOf(sectionTexts(sections).find((one) => one.length > 40) ?? "");
  const cut = text.slice(0, DESCRIPTION_MAX_CHARS);
  return {
    title: withSiteName(title, siteTitle),
    description: cut === text ? text : `${cut.replace(/\s+\S*$/, "")}…`,
    keywords: [findService(service)?.name, area].filter(Boolean).join(", "),
  };
}
