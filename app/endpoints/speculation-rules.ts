// The only paths that browsers may prefetch. Form responses and the panel aren't listed; the panel's path must not
// appear in any public file.
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
      // On hover or touch.
      eagerness: "moderate",
    },
  ],
});

/** `GET /speculation-rules.json`: which links a browser may prefetch. A response header of public pages points here. */
export function loader() {
  return new Response(RULES, {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" },
  });
}
