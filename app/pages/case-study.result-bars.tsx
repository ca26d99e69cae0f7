import { type ResultBars, resultBars } from "../features/case-studies/result-bars.ts";
import type { DetailTexts } from "./case-study.tsx";

/** The longest bar, in percent of the drawing's width; its text is to the right. */
const LONGEST = 62;
const BAR_PX = 18;
const PAIR_PX = 2 * BAR_PX + 6;

/**
 * The results with a start and an end value, as bars. Absent if no result has both; nothing is drawn that the record
 * doesn't say.
 */
export function ResultChart({
  texts,
  results,
}: {
  texts: DetailTexts;
  results: Record<string, string | number>;
}) {
  const pairs = resultBars(results);
  if (pairs.length === 0) return null;
  return (
    <figure className="card bars">
      <figcaption className="h4">{texts.chart_title}</figcaption>
      {pairs.map((pair) => (
        <div className="bars__pair" key={pair.label}>
          {/* The drawing's accessible name begins with it. */}
          <p className="small" aria-hidden="true">
            {pair.label}
          </p>
          <Pair {...pair} texts={texts} />
        </div>
      ))}
      <p className="xs subtle">{texts.chart_note}</p>
    </figure>
  );
}

function Pair({ label, before, after, texts }: ResultBars & { texts: DetailTexts }) {
  const longest = Math.max(before.length, after.length);
  const rows = [
    { words: `${texts.chart_before_label} ${before.text}`.trim(), length: before.length, kind: "before" },
    { words: `${texts.chart_after_label} ${after.text}`.trim(), length: after.length, kind: "after" },
  ];
  return (
    <svg height={PAIR_PX} role="img" aria-label={`${label}: ${rows.map(({ words }) => words).join(", ")}`}>
      {rows.map(({ words, length, kind }, i) => {
        const width = `${Math.round((length / longest) * LONGEST * 100) / 100}%`;
        const y = i * (PAIR_PX - BAR_PX);
        return (
          <g key={kind} className={`bars__${kind}`}>
            <rect y={y} width={width} height={BAR_PX} rx={4} />
            <text x={width} y={y + BAR_PX / 2} dx={10} dominantBaseline="central">
              {words}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
