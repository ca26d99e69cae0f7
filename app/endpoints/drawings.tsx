import { renderToStaticMarkup } from "react-dom/server";
import { AllArt } from "../features/services/art/service-art.tsx";
import { ClimbDrawing } from "../ui/site/closing-call.tsx";
import { AllIcons } from "../ui/site/named-icon.tsx";

const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
};

/**
 * `GET /drawings.svg`: the drawings that pages show below the first view and in closed menus: icons, social networks'
 * marks and service illustrations. Pages reference them by ID. The file itself displays nothing, so the browser doesn't
 * lay it out.
 */
export function loader() {
  const drawings = (
    <svg xmlns="http://www.w3.org/2000/svg" display="none" aria-hidden="true">
      <AllIcons />
      <AllArt />
      <ClimbDrawing />
    </svg>
  );
  return new Response(renderToStaticMarkup(drawings), { headers: HEADERS });
}
