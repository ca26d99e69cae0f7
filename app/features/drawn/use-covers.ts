import { useRouteLoaderData } from "react-router";
import { type CoverOf, coverSvg } from "./cover.ts";
import { coverAddress } from "./image.ts";
import { type BrandColors, BUILT_IN_COLORS } from "./palette.ts";

type Framed = { settings?: BrandColors };

/** Returns the site's colors from the layout's loader. */
export function useSiteColors(): BrandColors {
  const panel = useRouteLoaderData<Framed>("panel");
  const site = useRouteLoaderData<Framed>("pages/layout");
  return panel?.settings ?? site?.settings ?? BUILT_IN_COLORS;
}

/**
 * Returns cover functions for the panel: `draw` returns an SVG document, `address` a data URL, `published` the
 * public URL.
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
