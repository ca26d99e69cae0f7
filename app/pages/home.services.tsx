import { ArrowRight } from "lucide-react";
import { Fold } from "../ui/site/fold.tsx";
import { SectionHead, ViewAll } from "../ui/site/section-head.tsx";
import type { HomeTexts } from "./home.tsx";

type Service = { slug: string; title: string; text: string; price: string; price_note?: string };

/** SPEC 2: "six-service grid". One row per service; on phones, its text opens below. */
export function Services({
  texts,
  services,
}: {
  texts: HomeTexts["services"];
  services: readonly Service[];
}) {
  return (
    <section className="section">
      <div className="wrap">
        <SectionHead title={texts.title} intro={texts.intro} />
        {services.map((service) => (
          <ServiceRow key={service.slug} service={service} learnMore={texts.learn_more_label} />
        ))}
        <ViewAll href={texts.view_all_href} label={texts.view_all_label} />
      </div>
    </section>
  );
}

function ServiceRow({ service, learnMore }: { service: Service; learnMore: string }) {
  const [, amount, per] = /^([^/]*)(\/.*)?$/.exec(service.price) ?? [];
  const path = `/services/${service.slug}`;
  return (
    <article className="row folds">
      <h3 className="h3" id={service.slug}>
        <a href={path}>{service.title}</a>{" "}
        <small>
          <b>{amount}</b>
          {per}
        </small>
        {service.price_note && <small>{service.price_note}</small>}
      </h3>
      <Fold titleId={service.slug} />
      <p>{service.text}</p>
      {/* Not a tab stop, because the title links to the same page. */}
      <a className="more" href={path} tabIndex={-1}>
        {learnMore} <span className="sr">: {service.title}</span>
        <ArrowRight className="i i-arrow" aria-hidden="true" />
      </a>
    </article>
  );
}
