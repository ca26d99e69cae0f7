import { ACCENT } from "../ui/site/brand-color.ts";
import { SectionHead } from "../ui/site/section-head.tsx";

/** The line's shape fits only this number of steps. */
const CLIMB_STEPS = 4;

/** SPEC 2: "four-step process", drawn as a line that climbs to the top positions. */
export function Process(props: {
  title: string;
  intro: string;
  steps: readonly { title: string; text: string }[];
}) {
  const { title, intro, steps } = props;
  const climbs = steps.length === CLIMB_STEPS;
  return (
    <section className="section process">
      <div className="wrap">
        <SectionHead title={title} intro={intro} />
        <div className={climbs ? "steps__box" : undefined}>
          {climbs && (
            <>
              <i className="steps__band" aria-hidden="true" />
              <svg
                className="steps__line"
                viewBox="0 0 1200 160"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path
                  d="M-40 150C-20 146.7 0 142.8 20 140C120 126 220 116 320 104C420 92 520 80 620 68C720 56 820 39.1 920 32C1026.7 24.5 1133.3 21.3 1240 16"
                  fill="none"
                  stroke={ACCENT}
                  strokeWidth="4"
                  vectorEffect="non-scaling-stroke"
                />
              </svg>
            </>
          )}
          <ol className={climbs ? "steps steps--climb" : "steps"}>
            {steps.map((step, i) => (
              <li key={step.title}>
                <span className="n" aria-hidden="true">
                  {i + 1}
                </span>
                <h3 className="h3">{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
