// The paths that may be prefetched. Listed individually, so that form responses and the panel, whose path isn't in any
// public file, are never prefetched.
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
      // When the pointer rests on a link or a finger touches it.
      eagerness: "moderate",
    },
  ],
});

/** `GET /speculation-rules.json`: which links a browser may prefetch; a header on every public page points to it. */
export function loader() {
  return new Response(RULES, {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" },
  });
}
