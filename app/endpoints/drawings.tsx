import { renderToStaticMarkup } from "react-dom/server";
import { AllPortraits } from "../features/team/sample-portraits.tsx";
import { ClimbDrawing } from "../ui/site/closing-call.tsx";
import { AllIcons } from "../ui/site/named-icon.tsx";

const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
};

/**
 * `GET /drawings.svg`: icons, illustrations and sample portraits for content below the fold and in closed menus,
 * referenced by ID.
 * The inner `svg` is hidden so that Chromium doesn't lay out the whole file. Hiding the root or a `g` doesn't help.
 */
export function loader() {
  const drawings = (
    <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
      <svg display="none" aria-hidden="true">
        <AllIcons />
        <ClimbDrawing />
        <AllPortraits />
      </svg>
    </svg>
  );
  return new Response(renderToStaticMarkup(drawings), { headers: HEADERS });
}
