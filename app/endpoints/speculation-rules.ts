// The addresses that a visitor may go to next. Named one by one, so that neither forms' answers nor the panel, whose
// address stands in no public file, are ever fetched ahead.
const PUBLIC = [
  "/",
  "/services",
  "/services/*",
  "/case-studies",
  "/case-studies/*",
  "/blog",
  "/blog/*",
].concat(["/about", "/team", "/contact", "/privacy", "/terms", "/sitemap", "/audit-method"]);

const RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: PUBLIC }, { not: { selector_matches: "[rel~=nofollow], [download]" } }],
      },
      // On a pointer that rests over a link, or a finger that touches it.
      eagerness: "moderate",
    },
  ],
});

/** `GET /speculation-rules.json`: which links a browser may fetch ahead; every public page's header points to it. */
export function loader() {
  return new Response(RULES, {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" },
  });
}
