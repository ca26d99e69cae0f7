import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { home } from "../copy/site/home.ts";
import { caseStudiesPath } from "../features/case-studies/industry-filter.ts";
import { ACCENT } from "../ui/site/brand-color.ts";
import { HighlightedTitle } from "../ui/site/highlighted-title.tsx";
import { Ticks } from "../ui/site/ticks.tsx";
import { RankChart } from "./home.rank-chart.tsx";
import type { HomeTexts } from "./home.tsx";

/** Renders the top of the page. On phones, the stats come before the chart and the form. */
export function Hero({
  texts,
  hasStudies,
  form,
  stats,
}: {
  texts: HomeTexts["hero"];
  hasStudies: boolean;
  form: ReactNode;
  stats: ReactNode;
}) {
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero__grid">
          <div className="hero__words">
            <p className="xs subtle hero__badge">{texts.badge}</p>
            <h1 className="display">
              <HighlightedTitle text={texts.title} chosen={texts.marked_words} />
            </h1>
            <p className="lead">{texts.subtitle}</p>
            <div className="btns hero__btns">
              {/* On phones, the form isn't next to the text, so the button jumps to it. */}
              <a className="btn only-s" href="#hero-form">
                {texts.primary_label}
                <ArrowRight className="i i-arrow" aria-hidden="true" />
              </a>
              <a className="btn only-l" href={texts.primary_href}>
                {texts.primary_label}
                <ArrowRight className="i i-arrow" aria-hidden="true" />
              </a>
              {(hasStudies || texts.secondary_href !== caseStudiesPath()) && (
                <a className="btn btn--line" href={texts.secondary_href}>
                  {texts.secondary_label}
                </a>
              )}
            </div>
            <Ticks items={texts.points} className="ticks" />
          </div>
          {stats}
          <div className="hero__chart">
            <RankChart
              label={texts.chart_label}
              searches={texts.chart_searches}
              color={texts.chart_color === home.hero.chart_color ? ACCENT : texts.chart_color}
            />
            <p className="xs subtle hero__note">{texts.chart_note}</p>
          </div>
          {form}
        </div>
      </div>
    </section>
  );
}
