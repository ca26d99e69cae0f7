import type { ReactElement } from "react";
import { DRAWINGS_PATH } from "../../../ui/site/named-icon.tsx";
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

/**
 * Renders a service's illustration.
 * @param props.isBelow true below the fold: loads the drawing from a separate file
 */
export function ServiceArt({ service, isBelow }: { service: string; isBelow?: boolean }) {
  const Art = Object.hasOwn(ART, service) && ART[service];
  if (!Art) return null;
  if (!isBelow) return <Art />;
  return (
    <Canvas>
      <use href={`${DRAWINGS_PATH}#${service}`} />
    </Canvas>
  );
}

/** Renders all illustrations for the separate file; each ID is a slug. */
export function AllArt() {
  return Object.entries(ART).map(([service, Art]) => (
    <g key={service} id={service}>
      <Art />
    </g>
  ));
}
