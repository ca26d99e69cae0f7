import type { ReactNode } from "react";
import type { Service } from "../copy/site/service-catalog.ts";
import { Price } from "../features/services/price.tsx";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import { HighlightedTitle } from "../ui/site/highlighted-title.tsx";
import { Ticks } from "../ui/site/ticks.tsx";
import type { ServiceTexts, SharedTexts } from "./service.tsx";

export function Hero(props: {
  service: Service;
  texts: ServiceTexts;
  shared: SharedTexts["shared_page"];
  /** without the current page */
  trail: { label: string; href: string }[];
  form: ReactNode;
  /** shown next to the form, and below it on phones */
  children: ReactNode;
}) {
  const { service, texts, shared, trail, form, children } = props;
  const { hero, guarantee } = texts;
  // The guarantee has its own badge, so it isn't repeated as a highlight.
  const highlights = hero.highlights.filter((one) => one.toLowerCase() !== guarantee.badge.toLowerCase());
  return (
    <section className="hero hero--page hero--service">
      <div className="wrap">
        <div className="hero__grid">
          <div className="hero__words">
            <Breadcrumb steps={[...trail, { label: service.name }]} />
            <h1 className="h1">
              <HighlightedTitle text={hero.title} chosen={hero.marked_words} />
            </h1>
            <p className="lead">{hero.subtitle}</p>
            <dl className="facts">
              {hero.price && (
                <div>
                  <dt>{shared.price_label}</dt>
                  <dd>
                    <Price price={hero.price} />
                    {hero.price_note && <p className="small muted hero__note">{hero.price_note}</p>}
                  </dd>
                </div>
              )}
              <div>
                <dt>{service.guarantee ? shared.guarantee_label : shared.commitment_label}</dt>
                <dd className="facts__text">{guarantee.badge}</dd>
              </div>
            </dl>
            <Ticks items={highlights} className="ticks ticks--stack" />
          </div>
          {form}
          {children}
        </div>
      </div>
    </section>
  );
}
