// Drawn covers in the panel: in the owner's colours, as visitors get them.
import { useRouteLoaderData } from "react-router";
import { type BrandColors, inBrandColors } from "../brand/palette.ts";
import { type CoverOf, coverSvg } from "./cover.ts";

/** Draws covers: `draw` as a whole SVG document, `address` as a picture's address that holds all of it. */
export function useCovers() {
  const colors = useRouteLoaderData<{ settings?: BrandColors }>("panel")?.settings;
  const draw = (of: CoverOf) => (colors ? inBrandColors(coverSvg(of), colors) : coverSvg(of));
  return {
    draw,
    address: (of: CoverOf) => `data:image/svg+xml,${encodeURIComponent(draw(of))}`,
  };
}
