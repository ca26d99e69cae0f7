import { renderToStaticMarkup } from "react-dom/server";
import { AllArt } from "../features/services/art/service-art.tsx";

const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
};

/** `GET /service-art.svg`: the illustrations of all services, for pages that show some below the fold. */
export function loader() {
  return new Response(renderToStaticMarkup(<AllArt />), { headers: HEADERS });
}
