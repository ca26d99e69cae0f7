import type { ReactElement } from "react";
import { DigitalPrArt } from "./digital-pr.tsx";
import { EcommerceSeoArt } from "./ecommerce-seo.tsx";
import { GbpOptimizationArt } from "./gbp-optimization.tsx";
import { LocalSeoArt } from "./local-seo.tsx";
import { NationalSeoArt } from "./national-seo.tsx";
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

/** Renders a service's illustration. */
export function ServiceArt({ service }: { service: string }) {
  const Art = Object.hasOwn(ART, service) && ART[service];
  return Art ? <Art /> : null;
}
