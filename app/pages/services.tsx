import { ArrowRight } from "lucide-react";
import { type Service, services } from "../copy/site/service-catalog.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData, serviceListData } from "../features/page-seo/structured-data.ts";
import { ServiceArt } from "../features/services/art/service-art.tsx";
import { Price } from "../features/services/price.tsx";
import type { Texts } from "../features/website-content/texts.server.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { PageHero } from "../ui/site/page-hero.tsx";
import { SectionHead } from "../ui/site/section-head.tsx";
import { Ticks } from "../ui/site/ticks.tsx";
import type { Route } from "./+types/services";
import { loadFrame } from "./frame.server.ts";
import { Process } from "./services.process.tsx";

type ServicesTexts = Texts<"services">;

/** SPEC 2: six cards, and a separate link-building section. */
const inGroup = (group: Service["nav_group"]) => services.filter(({ nav_group }) => nav_group === group);
const SEO = inGroup("SEO Services");
const LINK_BUILDING = inGroup("Link Building Services");

export const loader = ({ context }: Route.LoaderArgs) => loadFrame(context, "services", "/services");

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, siteUrl, texts } = loaderData;
  // The services' own pages have the structured data for their offers.
  const trail = breadcrumbData(loaderData, [{ label: texts.hero.badge, path: "/services" }]);
  const named = services.map(({ slug }) => ({ name: texts[slug].title, path: `/services/${slug}` }));
  return pageMeta(head, serviceListData(siteUrl, named), trail);
}

export default function Services({ loaderData }: Route.ComponentProps) {
  const { texts } = loaderData;
  const { hero, seo_services, link_building, process, cta } = texts;
  return (
    <>
      <PageHero texts={hero} />
      <section className="offers">
        <div className="wrap">
          <div className="offers__head">
            <h2 className="h3">{seo_services.title}</h2>
            <p className="muted">{seo_services.intro}</p>
          </div>
          <div className="grid g3">
            {SEO.map(({ slug }) => (
              <ServiceCard key={slug} slug={slug} card={texts[slug]} texts={seo_services} />
            ))}
          </div>
        </div>
      </section>
      <section className="section section--white">
        <div className="wrap">
          <SectionHead title={link_building.title} intro={link_building.intro} />
          {LINK_BUILDING.map(({ slug }) => (
            <WideCard key={slug} slug={slug} card={texts[slug]} texts={link_building} />
          ))}
        </div>
      </section>
      <Process {...process} />
      <ClosingCall {...cta} className="section closing" />
    </>
  );
}

type CardProps = {
  slug: Service["slug"];
  card: ServicesTexts["local-seo"] & { price_note?: string };
  texts: ServicesTexts["seo_services"];
};

function ServiceCard({ slug, card, texts }: CardProps) {
  const path = `/services/${slug}`;
  const titleId = `service-${slug}`;
  return (
    <article className="card svc">
      <div className="svc__art">
        <ServiceArt service={slug} />
      </div>
      <div className="svc__body">
        <h3 className="h3" id={titleId}>
          <a href={path}>{card.title}</a>
        </h3>
        <p>{card.text}</p>
        <Price price={card.price} />
        {card.price_note && <p className="small">{card.price_note}</p>}
        <Ticks items={card.features} />
        <div className="btns svc__btns">
          <a className="btn btn--line btn--sm" href={path}>
            {texts.learn_more_label}
            <span className="sr">: {card.title}</span>
          </a>
          <a className="btn btn--sm" href={texts.quote_href} aria-describedby={titleId} data-quote={slug}>
            {texts.quote_label}
          </a>
        </div>
      </div>
    </article>
  );
}

function WideCard({ slug, card, texts }: CardProps) {
  const titleId = `service-${slug}`;
  return (
    <article className="prbox on-ink">
      <div className="prbox__art">
        <ServiceArt service={slug} />
      </div>
      <div className="prbox__b">
        <h3 className="h2" id={titleId}>
          {card.title}
        </h3>
        <p className="lead">{card.text}</p>
        <Price price={card.price} />
        {card.price_note && <p className="small muted">{card.price_note}</p>}
        <Ticks items={card.features} />
        <div className="btns">
          <a className="btn btn--zone" href={texts.quote_href} aria-describedby={titleId} data-quote={slug}>
            {texts.quote_label}
            <ArrowRight className="i i-arrow" aria-hidden="true" />
          </a>
          <a className="btn btn--line" href={`/services/${slug}`}>
            {texts.learn_more_label}
            <span className="sr">: {card.title}</span>
          </a>
        </div>
      </div>
    </article>
  );
}
