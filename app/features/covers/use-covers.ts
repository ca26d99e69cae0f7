// Generated covers in components, in the owner's colors.
import { useRouteLoaderData } from "react-router";
import { type BrandColors, BUILT_IN_COLORS } from "../brand/palette.ts";
import { type CoverOf, coverSvg } from "./cover.ts";
import { coverAddress } from "./image.ts";

type Framed = { settings?: BrandColors };

/** Returns the site's colors, which the layouts of the panel and of public pages load. */
export function useSiteColors(): BrandColors {
  const panel = useRouteLoaderData<Framed>("panel");
  const site = useRouteLoaderData<Framed>("pages/layout");
  return panel?.settings ?? site?.settings ?? BUILT_IN_COLORS;
}

/**
 * Draws covers for the panel: `draw` returns an SVG document, `address` a data URL, and `published` the URL that
 * visitors get.
 */
export function useCovers() {
  const colors = useSiteColors();
  const draw = (of: CoverOf) => coverSvg(of, colors);
  return {
    draw,
    published: (of: CoverOf) => coverAddress(of, colors),
    address: (of: CoverOf) => `data:image/svg+xml,${encodeURIComponent(draw(of))}`,
  };
}
