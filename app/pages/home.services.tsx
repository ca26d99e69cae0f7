import { ArrowRight } from "lucide-react";
import { ServiceArt } from "../features/services/art/service-art.tsx";
import { SectionHead, ViewAll } from "../ui/site/section-head.tsx";
import type { HomeTexts } from "./home.tsx";

type Service = { slug: string; title: string; text: string; price: string };

/** SPEC 2: "six-service grid". Each card shows the part of a results page that the service targets. */
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
        <div className="grid g3">
          {services.map((service) => (
            <ServiceCard key={service.slug} service={service} learnMore={texts.learn_more_label} />
          ))}
        </div>
        <ViewAll href={texts.view_all_href} label={texts.view_all_label} />
      </div>
    </section>
  );
}

function ServiceCard({ service, learnMore }: { service: Service; learnMore: string }) {
  const [, amount, per] = /^([^/]*)(\/.*)?$/.exec(service.price) ?? [];
  const path = `/services/${service.slug}`;
  return (
    <article className="card svc svc--row">
      <div className="svc__art">
        <ServiceArt service={service.slug} isBelow />
      </div>
      <div className="svc__body">
        <h3 className="h3">
          <a href={path}>{service.title}</a>
        </h3>
        <p>{service.text}</p>
        <div className="svc__foot">
          <span className="small muted num">
            <b>{amount}</b>
            {per}
          </span>
          {/* Not a tab stop, because the title links to the same page. */}
          <a className="more" href={path} aria-label={`${learnMore}: ${service.title}`} tabIndex={-1}>
            <span>{learnMore}</span>
            <ArrowRight className="i i-arrow" aria-hidden="true" />
          </a>
        </div>
      </div>
    </article>
  );
}
