import type { services } from "../../copy/site/services.ts";
import { ACCENT } from "../../ui/site/brand-color.ts";
import { evenCurve, type Point } from "../../ui/site/curve.ts";
import { Fold } from "../../ui/site/fold.tsx";

/** Leads per month. The texts mention the first and last values. */
const LEADS = [84, 88, 86, 97, 104, 101, 118, 131, 148];
const [WIDTH, HEIGHT] = [320, 72];
const STEP = WIDTH / (LEADS.length - 1);
const [least, most] = [Math.min(...LEADS), Math.max(...LEADS)];
const line = LEADS.map((leads, i): Point => {
  return [i * STEP, Math.round(HEIGHT - ((leads - least) / (most - least)) * HEIGHT)];
});

export function SampleReport({ texts }: { texts: typeof services.sample_report }) {
  return (
    <figure className="sample folds">
      <figcaption id="sample">
        <span className="badge badge--zone">{texts.badge}</span>
        <b>{texts.title}</b>
        <small>{texts.subject}</small>
      </figcaption>
      <Fold titleId="sample" />
      <dl>
        {texts.figures.map(({ label, value, change }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{value}</b>
              <small>{change}</small>
            </dd>
          </div>
        ))}
      </dl>
      <svg viewBox={`-4 -6 ${WIDTH + 14} ${HEIGHT + 12}`} role="img" aria-label={texts.chart_label}>
        <path d={evenCurve(line)} fill="none" stroke={ACCENT} strokeWidth="4" strokeLinecap="round" />
        <circle cx={WIDTH} cy="0" r="6" fill={ACCENT} />
      </svg>
      <p>{texts.cause}</p>
      <b>{texts.steps_title}</b>
      <ol>
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </figure>
  );
}
