// Drawn covers in components: in the owner's colors.
import { useRouteLoaderData } from "react-router";
import { type BrandColors, BUILT_IN_COLORS, inBrandColors } from "../brand/palette.ts";
import { type CoverOf, coverSvg } from "./cover.ts";
import { coverAddress } from "./image.ts";

type Framed = { settings?: BrandColors };

/** The colors of the site, which the frames of the panel and of public pages load. */
export function useSiteColors(): BrandColors {
  const panel = useRouteLoaderData<Framed>("panel");
  const site = useRouteLoaderData<Framed>("pages/layout");
  return panel?.settings ?? site?.settings ?? BUILT_IN_COLORS;
}

/**
 * Draws covers for the panel: `draw` as a whole SVG document, `address` as a picture's address that holds all of it,
 * `published` as the address at which visitors get it.
 */
export function useCovers() {
  const colors = useSiteColors();
  const draw = (of: CoverOf) => inBrandColors(coverSvg(of), colors);
  return {
    draw,
    published: (of: CoverOf) => coverAddress(of, colors),
    address: (of: CoverOf) => `data:image/svg+xml,${encodeURIComponent(draw(of))}`,
  };
}
