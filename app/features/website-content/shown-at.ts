// Finds a URL that shows a text: the text's own page, or an example such as a published post.
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import type { TextKey } from "./text-key.ts";

/** Paths to link to as examples; null if there's none. */
type Examples = { post: string | null; caseStudy: string | null; gone: string | null };

/** The path that shows a text. Without a path, `when` says when the text appears. */
export type ShownAt = { path: string; when?: undefined } | { path: null; when: string };

const SERVICE_PAGE = pagePath("services/local-seo");
const at = (path: string | null, when: string): ShownAt => (path === null ? { path, when } : { path });

/** Sections whose texts don't all appear on their own page. */
const ELSEWHERE: Record<string, (examples: Examples, key: string) => ShownAt> = {
  "blog detail": ({ post }, key) =>
    isOfAbsence(key)
      ? { path: "/blog/no-such-post" }
      : at(post, "Appears on blog posts, but none is published yet."),
  "blog newsletter_confirm": () => at(null, "Appears on the newsletter's confirmation page."),
  "blog newsletter_unsubscribe": () => at(null, "Appears on the newsletter's unsubscribe page."),
  "blog newsletter_unknown": () => ({ path: "/newsletter/confirm/no-such-token" }),
  "case-studies detail": ({ caseStudy }, key) =>
    isOfAbsence(key)
      ? { path: "/case-studies/no-such-study" }
      : at(caseStudy, "Appears on case studies, but none is published yet."),
  "audit-method report": () => at(null, "Appears on audit reports."),
  "audit-method report_offer": () => at(null, "Appears on audit reports."),
  "audit-method report_states": () => at(null, "Appears on audit reports that aren't ready."),
  "audit-method report_cta": () => at(null, "Appears below audit reports."),
  "home audit": (_, key) =>
    key.startsWith("check_") ? at(null, "Appears after the form is sent with a website.") : { path: "/" },
  "services shared_page": () => ({ path: SERVICE_PAGE }),
  "services shared_forms": () => ({ path: SERVICE_PAGE }),
  "not-found gone": ({ gone }) =>
    at(gone, "Appears at permanently removed URLs. There are none at the moment."),
};

const isOfAbsence = (key: string) => key.includes("not_found");

/** Returns where a text appears. For the header and footer, that's the home page. */
export function shownAt({ page_name, section_name, content_key }: TextKey, examples: Examples): ShownAt {
  const elsewhere = ELSEWHERE[`${page_name} ${section_name}`];
  if (elsewhere) return elsewhere(examples, content_key);
  return { path: Object.hasOwn(pages, page_name) ? pagePath(page_name as PageName) : "/" };
}
