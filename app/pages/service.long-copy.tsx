import { ArrowRight, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Service } from "../copy/site/service-catalog.ts";
import { Example } from "../features/services/example.tsx";
import type { Chapter as ChapterName, Layout } from "../features/services/layouts.ts";
import { Comparison, Faq, Pricing, Problem, Steps } from "../features/services/parts.tsx";
import { Price } from "../features/services/price.tsx";
import { SampleReport } from "../features/services/sample-report.tsx";
import { Fold } from "../ui/site/fold.tsx";
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
  layout: Layout;
}) {
  const { service, texts, shared, report, siteName, layout } = props;
  const { problem, features, process, deliverables, pricing, guarantee, comparison, faq } = texts;
  const guaranteeLabel = service.guarantee ? shared.guarantee_label : shared.commitment_label;
  const labels: Record<ChapterName, string> = {
    problem: shared.contents_problem,
    features: shared.contents_features,
    process: shared.contents_process,
    deliverables: shared.contents_deliverables,
    pricing: shared.contents_pricing,
    guarantee: service.guarantee ? shared.contents_guarantee : guaranteeLabel,
    comparison: shared.contents_comparison,
    faq: shared.contents_faq,
  };
  const bodies: Record<ChapterName, ReactNode> = {
    problem: (
      <>
        <RichTextView html={problem.body} />
        <Problem points={problem.points} />
      </>
    ),
    features: <Reasons items={features.items} columns={layout.isProofFirst ? undefined : 2} />,
    process: <Steps steps={process.steps} />,
    deliverables: (
      <>
        <Ticks items={deliverables.items} className="feats feats--2" />
        <SampleReport service={service.slug} texts={report} />
      </>
    ),
    pricing: <Pricing texts={pricing} />,
    guarantee: (
      <>
        <p>{guarantee.text}</p>
        <Ticks items={guarantee.conditions} />
      </>
    ),
    comparison: <Comparison {...comparison} ownNames={[service.name, siteName]} />,
    faq: <Faq items={faq.items} />,
  };
  return (
    <section className="section">
      <div className="wrap">
        <div className="cols cols--toc">
          <nav className="toc sticky" aria-labelledby="contents-title">
            <h2 id="contents-title">{shared.contents_title}</h2>
            {layout.chapters.map((id) => (
              <a key={id} href={`#${id}`}>
                {labels[id]}
              </a>
            ))}
          </nav>
          <div className="chapters">
            {layout.chapters.map((id) => (
              <Chapter key={id} id={id} texts={texts[id]}>
                {bodies[id]}
                {id === layout.example && <Example service={service.slug} texts={texts.example} />}
              </Chapter>
            ))}
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

/** Chapters that start closed on phones. Of the features, the titles stay visible. */
const FOLDED: readonly ChapterName[] = ["features", "process", "deliverables", "comparison"];

function Chapter(props: { id: ChapterName; texts: { title: string; intro?: string }; children: ReactNode }) {
  const { id, texts, children } = props;
  const titleId = `${id}-title`;
  const isFolded = FOLDED.includes(id);
  const classes = ["chapter", isFolded && "folds", id === "guarantee" && "pledge"].filter(Boolean);
  return (
    <section className={classes.join(" ")} id={id} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.title}</h2>
      {isFolded && <Fold titleId={titleId} />}
      {texts.intro && <p className="chapter__intro">{texts.intro}</p>}
      {children}
    </section>
  );
}
