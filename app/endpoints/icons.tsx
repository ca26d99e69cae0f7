import { renderToStaticMarkup } from "react-dom/server";
import { AllIcons } from "../ui/site/named-icon.tsx";

const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
};

/**
 * `GET /icons.svg`: the icons that pages show below the fold and in closed menus, and the logos of the social networks.
 */
export function loader() {
  return new Response(renderToStaticMarkup(<AllIcons />), { headers: HEADERS });
}
