import { ArrowRight, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Service } from "../copy/site/service-catalog.ts";
import { Comparison, Faq, Pricing, Problem, Steps } from "../features/services/parts.tsx";
import { Price } from "../features/services/price.tsx";
import { SampleReport } from "../features/services/sample-report.tsx";
import { Reasons } from "../ui/site/reasons.tsx";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import { Ticks } from "../ui/site/ticks.tsx";
import type { ServiceTexts, SharedTexts } from "./service.tsx";

/** Renders the long sales copy (SPEC 2) between the table of contents and the price. */
export function LongCopy(props: {
  service: Service;
  texts: ServiceTexts;
  shared: SharedTexts["shared_page"];
  report: SharedTexts["sample_report"];
  siteName: string;
}) {
  const { service, texts, shared, report, siteName } = props;
  const { problem, features, process, deliverables, pricing, guarantee, comparison, faq } = texts;
  const guaranteeLabel = service.guarantee ? shared.guarantee_label : shared.commitment_label;
  const contents = [
    ["problem", shared.contents_problem],
    ["features", shared.contents_features],
    ["process", shared.contents_process],
    ["deliverables", shared.contents_deliverables],
    ["pricing", shared.contents_pricing],
    ["guarantee", service.guarantee ? shared.contents_guarantee : guaranteeLabel],
    ["comparison", shared.contents_comparison],
    ["faq", shared.contents_faq],
  ];
  return (
    <section className="section">
      <div className="wrap">
        <div className="cols cols--toc">
          <nav className="toc sticky" aria-labelledby="contents-title">
            <h2 id="contents-title">{shared.contents_title}</h2>
            {contents.map(([id, label]) => (
              <a key={id} href={`#${id}`}>
                {label}
              </a>
            ))}
          </nav>
          <div className="chapters">
            <Chapter id="problem" title={problem.title}>
              <RichTextView html={problem.body} />
              <Problem points={problem.points} />
            </Chapter>
            <Chapter id="features" title={features.title} intro={features.intro}>
              <Reasons items={features.items} />
            </Chapter>
            <Chapter id="process" title={process.title} intro={process.intro}>
              <Steps steps={process.steps} />
            </Chapter>
            <Chapter id="deliverables" title={deliverables.title} intro={deliverables.intro}>
              <Ticks items={deliverables.items} className="feats feats--2" />
              {/* Only monthly plans include a report. */}
              {pricing.period && <SampleReport texts={report} />}
            </Chapter>
            <Chapter id="pricing" title={pricing.title} intro={pricing.intro}>
              <Pricing texts={pricing} />
            </Chapter>
            <Chapter id="guarantee" title={guarantee.title} className="pledge">
              <p>{guarantee.text}</p>
              <Ticks items={guarantee.conditions} />
            </Chapter>
            <Chapter id="comparison" title={comparison.title} intro={comparison.intro}>
              <Comparison {...comparison} ownNames={[service.name, siteName]} />
            </Chapter>
            <Chapter id="faq" title={faq.title}>
              <Faq items={faq.items} />
            </Chapter>
          </div>
          <aside className="sticky">
            <div className="card buy">
              <h2 className="h4">{texts.hero.badge}</h2>
              {pricing.display && <Price price={pricing.display} className="price price--big" />}
              <Ticks items={features.items.map(({ title }) => title)} />
              <div className="guarantee">
                <ShieldCheck className="i" aria-hidden="true" />
                <b>{guarantee.badge}</b>
              </div>
              <a className="btn btn--block" href="#inquiry">
                {pricing.button_label}
                <ArrowRight className="i i-arrow" aria-hidden="true" />
              </a>
            </div>
          </aside>
        </div>
      </div>
    </section>
  );
}

function Chapter(props: {
  id: string;
  title: string;
  intro?: string;
  className?: string;
  children: ReactNode;
}) {
  const { id, title, intro, className, children } = props;
  return (
    <section
      className={className ? `chapter ${className}` : "chapter"}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {intro && <p className="chapter__intro">{intro}</p>}
      {children}
    </section>
  );
}
