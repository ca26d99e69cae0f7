import { type ResultBars, resultBars } from "../features/case-studies/result-bars.ts";
import type { DetailTexts } from "./case-study.tsx";

/** Length of the longest bar, as a percentage of the drawing's width. Leaves room for the value to its right. */
const LONGEST = 62;
/** Width of a character on a narrow phone, as a percentage of the drawing's width. */
const CHARACTER = 3;
const SHORTEST = 15;
const BAR_PX = 18;
const PAIR_PX = 2 * BAR_PX + 6;

/** Draws bars for results with a start and an end value. Renders nothing if there are none. */
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
          {/* Hidden from screen readers, because the drawing's accessible name starts with this label. */}
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
  // Long values need more room.
  const share = Math.min(
    LONGEST,
    ...rows.map(({ words, length }) => ((96 - words.length * CHARACTER) * longest) / length),
  );
  return (
    <svg height={PAIR_PX} role="img" aria-label={`${label}: ${rows.map(({ words }) => words).join(", ")}`}>
      {rows.map(({ words, length, kind }, i) => {
        const width = `${Math.round((length / longest) * Math.max(share, SHORTEST) * 100) / 100}%`;
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
