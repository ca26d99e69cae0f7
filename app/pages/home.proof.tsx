import type { ReactNode } from "react";
import { type CardTexts, CaseStudyCard } from "../features/case-studies/card.tsx";
import type { CaseStudyCardRow } from "../features/case-studies/queries.server.ts";
import { SectionHead, ViewAll } from "../ui/site/section-head.tsx";
import type { HomeTexts } from "./home.tsx";

export function Stats({ texts }: { texts: HomeTexts["stats"] }) {
  return (
    <figure className="stats__wrap" aria-label={texts.title}>
      <dl className="stats">
        {texts.items.map(({ value, label, note }) => {
          const [, figure, unit] = /^([\d.,\s]*)(.*)$/s.exec(value) ?? [];
          return (
            <div className="stat" key={label}>
              <dt>{label}</dt>
              <dd>
                {figure}
                {unit && <sup>{unit}</sup>}
              </dd>
              {note && <dd className="xs subtle">{note}</dd>}
            </div>
          );
        })}
      </dl>
    </figure>
  );
}

/** SPEC 2: up to six of the latest case studies. Renders nothing without any. */
export function LatestCaseStudies(props: {
  texts: HomeTexts["case_studies"];
  cardTexts: CardTexts;
  studies: CaseStudyCardRow[];
  children: ReactNode;
}) {
  const { texts, cardTexts, studies, children } = props;
  if (studies.length === 0) return null;
  return (
    <section className="section section--white">
      <div className="wrap">
        <SectionHead title={texts.title} intro={texts.intro} />
        <div className={studies.length > 3 ? "grid g3 rail studies" : "grid g3 rail"}>
          {studies.map((study) => (
            <CaseStudyCard key={study.slug} study={study} texts={cardTexts} />
          ))}
        </div>
        <ViewAll href={texts.view_all_href} label={texts.view_all_label} />
      </div>
      {children}
    </section>
  );
}
