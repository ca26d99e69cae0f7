import type { ReactElement } from "react";
import { DigitalPrArt } from "./digital-pr.tsx";
import { EcommerceSeoArt } from "./ecommerce-seo.tsx";
import { GbpOptimizationArt } from "./gbp-optimization.tsx";
import { LocalSeoArt } from "./local-seo.tsx";
import { NationalSeoArt } from "./national-seo.tsx";
import { Canvas } from "./parts.tsx";
import { SeoConsultingArt } from "./seo-consulting.tsx";
import { TechnicalSeoArt } from "./technical-seo.tsx";

const ART: Record<string, () => ReactElement> = {
  "local-seo": LocalSeoArt,
  "ecommerce-seo": EcommerceSeoArt,
  "national-seo": NationalSeoArt,
  "seo-consulting": SeoConsultingArt,
  "gbp-optimization": GbpOptimizationArt,
  "technical-seo": TechnicalSeoArt,
  "digital-pr": DigitalPrArt,
};

/** A file with every illustration, each under its slug as ID, for pages that show them below the fold. */
const ART_PATH = "/service-art.svg";

/**
 * Renders a service's illustration; the size comes from its frame.
 * @param props.isBelow true below the fold: it is then drawn from a separate file that doesn't block the page
 */
export function ServiceArt({ service, isBelow }: { service: string; isBelow?: boolean }) {
  const Art = Object.hasOwn(ART, service) && ART[service];
  if (!Art) return null;
  if (!isBelow) return <Art />;
  return (
    <Canvas>
      <use href={`${ART_PATH}#${service}`} />
    </Canvas>
  );
}

/** Renders every illustration in one drawing, to be referenced individually. */
export function AllArt() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
      {Object.entries(ART).map(([service, Art]) => (
        <g key={service} id={service}>
          <Art />
        </g>
      ))}
    </svg>
  );
}
