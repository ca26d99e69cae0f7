import type { ReactNode } from "react";
import { Ticks } from "../ui/site/ticks.tsx";
import type { HomeTexts } from "./home.tsx";

const GOOD_SCORE = 80;

export function Audit({ texts, form }: { texts: HomeTexts["audit"]; form: ReactNode }) {
  return (
    <section className="section on-ink">
      <div className="wrap">
        <div className="audit">
          <div>
            <h2 className="h2">{texts.title}</h2>
            <p className="lead audit__lead">{texts.intro}</p>
            <Ticks items={texts.bullets} className="feats audit__feats" />
            <SampleScore texts={texts} />
          </div>
          {form}
        </div>
      </div>
    </section>
  );
}

/** Renders a sample report, hidden from screen readers because its numbers are made up. */
function SampleScore({ texts }: { texts: HomeTexts["audit"] }) {
  return (
    <div className="score" aria-hidden="true">
      <div className="score__t">
        <span>{texts.sample_title}</span>
        <b className="num">
          {texts.sample_score}
          <small>/100</small>
        </b>
      </div>
      {texts.sample_items.map(({ label, score }) => (
        <div className="score__r" key={label}>
          <span>{label}</span>
          <u>
            <i className={score >= GOOD_SCORE ? "ok" : undefined} style={{ width: `${score}%` }} />
          </u>
          <b className="num">{score}</b>
        </div>
      ))}
    </div>
  );
}
