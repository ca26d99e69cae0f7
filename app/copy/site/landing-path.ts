// Paths of landing pages: at the root or below a service.

import { slugify } from "../../platform/text/slug.ts";
import { PAGED_NAMES, recordKinds } from "../panel/record-kinds.ts";
import { LISTED_PAGES } from "./page-names.ts";

/** Paths of pages, and first path segments that other routes use. A test compares them with the routes. */
const TAKEN = new Set(
  [
    ...["admin-control-panel-seoprozone", "api", "preview", "covers", "share", "sitemaps", "newsletter"],
    ...["audit", "media", "assets", "healthz", "livez", "readyz", "metrics"],
    ...["home", "not-found", "header", "footer", "feed", "rss"],
    ...PAGED_NAMES.flatMap((name) => recordKinds[name].base.split("/").filter(Boolean)),
  ].concat(LISTED_PAGES),
);

const BELOW_SERVICE = /^services\/([a-z0-9-]+)\/([a-z0-9-]+)$/;
const SLUG_MAX_CHARS = 200;

/** Returns whether a built-in page or another route already uses this slug. */
export const isTaken = (slug: string): boolean => TAKEN.has(slug);

/** Returns a typed path as stored, such as `services/local-seo/brooklyn`, or "" if nothing is left. */
export function landingSlug(typed: string): string {
  const parts = typed.trim().toLowerCase().split("/").map(slugify).filter(Boolean);
  const [first, service, ...rest] = parts;
  if (first === "services" && rest.length && isTaken(`services/${service}`))
    return `services/${service}/${rest.join("-")}`;
  return parts.join("-");
}

/** Returns the slug that a landing page at this path would have; null if there can't be one. */
export function landingAt(path: string): string | null {
  const slug = path.slice(1);
  if (slug.length > SLUG_MAX_CHARS || !path.startsWith("/")) return null;
  const [, service, own] = BELOW_SERVICE.exec(slug) ?? [];
  if (service) return isTaken(`services/${service}`) && own ? slug : null;
  return /^[a-z0-9-]+$/.test(slug) && !isTaken(slug) ? slug : null;
}
