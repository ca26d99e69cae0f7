import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { CaseStudyCard } from "../features/case-studies/card.tsx";
import type { CaseStudyCardRow } from "../features/case-studies/queries.server.ts";
import type { ServiceTexts } from "./service.tsx";

/** @param props.showAll link to more case studies; absent if all related ones are shown */
export function RelatedCaseStudies(props: {
  texts: ServiceTexts["case_studies"];
  clientLabel: string;
  cards: CaseStudyCardRow[];
  showAll?: string;
  children: ReactNode;
}) {
  const { texts, clientLabel, cards, showAll, children } = props;
  const cardTexts = { view_label: texts.card_link_label, client_label: clientLabel };
  return (
    <section className="section section--white" id="case-studies" aria-labelledby="case-studies-title">
      <div className="wrap">
        <div className="head head--split">
          <div className="head__words">
            <h2 className="h2" id="case-studies-title">
              {texts.title}
            </h2>
            <p className="lead">{texts.intro}</p>
          </div>
          {showAll && (
            <p className="lg-end">
              <a className="btn btn--line" href={showAll} aria-describedby="case-studies-title">
                {texts.show_all_label}
                <ArrowRight className="i i-arrow" aria-hidden="true" />
              </a>
            </p>
          )}
        </div>
        <div className={gridOf(cards.length)}>
          {cards.map((study) => (
            <CaseStudyCard key={study.slug} study={study} texts={cardTexts} />
          ))}
        </div>
      </div>
      {children}
    </section>
  );
}

/**
 * Returns the grid's class. On small screens, a set of exactly three cards scrolls sideways; any other number stacks.
 */
function gridOf(cards: number): string {
  if (cards < 3) return `grid g${cards}`;
  return cards === 3 ? "grid g3 rail" : "grid g3";
}
