import type { Service } from "../../copy/site/service-catalog.ts";
import type { services } from "../../copy/site/services.ts";
import { ACCENT } from "../../ui/site/brand-color.ts";
import { evenCurve, type Point } from "../../ui/site/curve.ts";
import { Fold } from "../../ui/site/fold.tsx";

/** Values per month. Without any, there's no report: the service has no monthly plan. The chart's label names the first and last, and the last is the highest. */
export const SAMPLE_MONTHS: Partial<Record<Service["slug"], readonly number[]>> = {
  "local-seo": [84, 88, 86, 97, 104, 101, 118, 131, 148],
  "ecommerce-seo": [268, 259, 281, 296, 322, 334, 351, 377, 412],
  "national-seo": [51, 48, 55, 57, 64, 70, 69, 81, 92],
  "technical-seo": [7300, 7250, 7900, 8800, 9100, 9800, 10150, 10300, 10900],
  "gbp-optimization": [61, 66, 64, 73, 79, 84, 82, 90, 96],
};

const [WIDTH, HEIGHT] = [320, 72];

function lineOf(months: readonly number[]): Point[] {
  const [least, most] = [Math.min(...months), Math.max(...months)];
  const step = WIDTH / (months.length - 1);
  return months.map((value, i) => [
    i * step,
    Math.round(HEIGHT - ((value - least) / (most - least)) * HEIGHT),
  ]);
}

export function SampleReport(props: { service: Service["slug"]; texts: typeof services.sample_report }) {
  const { service, texts } = props;
  const months = SAMPLE_MONTHS[service];
  if (!months) return null;
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
        <path
          d={evenCurve(lineOf(months))}
          fill="none"
          stroke={ACCENT}
          strokeWidth="4"
          strokeLinecap="round"
        />
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
