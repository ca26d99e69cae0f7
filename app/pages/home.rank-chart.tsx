import { Fragment } from "react";
import { evenCurve, type Point } from "../ui/site/curve.ts";

/** Example positions in search results, one per month. */
const OURS = [26.4, 25.2, 22.8, 18, 10, 5.8, 3.3, 1.9, 1.4];
const OTHERS = [
  { positions: [16, 17.6, 14, 12, 7.7, 5.2, 4.1, 3, 2.7], isDark: true },
  { positions: [21, 22, 19.2, 20, 13.6, 10, 8.3, 6.4, 5.5], isDark: false },
  { positions: [29.6, 28, 29.2, 24.4, 21.2, 19.2, 14, 10.4, 9.2], isDark: false },
];

type Frame = { width: number; height: number; left: number; right: number; marks: Record<number, number> };

/** Two layouts, because a scaled-down chart would be unreadable on phones. */
const LARGE: Frame = {
  width: 720,
  height: 270,
  left: 34,
  right: 530,
  marks: { 1: 14, 3: 60, 10: 150, 20: 200, 30: 250 },
};
const SMALL: Frame = {
  width: 335,
  height: 210,
  left: 34,
  right: 322,
  marks: { 1: 14, 3: 44, 10: 98, 20: 148, 30: 196 },
};

/** Returns the y coordinate of a position. Top positions get more room. */
function depth({ marks }: Frame, position: number): number {
  const [from = 1, to = 30] =
    position < 3 ? [1, 3] : position < 10 ? [3, 10] : position < 20 ? [10, 20] : [20, 30];
  const top = marks[from] ?? 0;
  return Math.round(top + ((position - from) / (to - from)) * ((marks[to] ?? 0) - top));
}

function points(frame: Frame, positions: number[]): Point[] {
  const step = (frame.right - frame.left) / (positions.length - 1);
  return positions.map((position, i) => [frame.left + i * step, depth(frame, position)]);
}

/**
 * Renders lines that climb toward a highlighted band for positions 1 to 3.
 * @param props.label alt text
 * @param props.searches names of the lines, ours first
 * @param props.color our line's color
 */
export function RankChart(props: { label: string; searches: readonly string[]; color: string }) {
  return (
    <>
      <Drawing {...props} frame={LARGE} className="rank only-l" isNamed />
      <Drawing {...props} frame={SMALL} className="rank only-s" />
    </>
  );
}

/** @param props.isNamed whether there's room for all names; otherwise, only our line has one, before its end */
function Drawing(props: {
  frame: Frame;
  label: string;
  searches: readonly string[];
  color: string;
  className: string;
  isNamed?: boolean;
}) {
  const { frame, label, color, className, isNamed } = props;
  const [ourName, ...otherNames] = props.searches;
  const { width, height, left, marks } = frame;
  const ours = points(frame, OURS);
  const end = ours.at(-1)!;
  const below = Object.values(marks).filter((y) => y > marks[3]!);
  return (
    <figure className={className}>
      <div className="rank__band" style={{ height: `${(((marks[3]! + 12) / height) * 100).toFixed(2)}%` }} />
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <path d={below.map((y) => `M${left} ${y}H${width}`).join("")} stroke="#dde1e8" />
        {Object.entries(marks).map(([position, y]) => (
          <text key={position} y={y + 4} fill={below.includes(y) ? "#5d6780" : "#0a0f1e"}>
            {position}
          </text>
        ))}
        <g fill="#465069">
          {OTHERS.map(({ positions, isDark }, i) => {
            const line = points(frame, positions);
            const [x, y] = line.at(-1)!;
            return (
              <Fragment key={positions[0]}>
                <path
                  d={evenCurve(line)}
                  fill="none"
                  stroke={isDark ? "#465069" : "#7f889d"}
                  strokeWidth="2"
                />
                <circle cx={x} cy={y} r="4" />
                {isNamed && (
                  <text x={x + 14} y={y + 4}>
                    {otherNames[i]}
                  </text>
                )}
              </Fragment>
            );
          })}
        </g>
        <path
          className="draw"
          pathLength="1"
          d={evenCurve(ours)}
          fill="none"
          stroke={color}
          strokeWidth="5"
          strokeLinecap="round"
        />
        <circle cx={end[0]} cy={end[1]} r="9" fill={color} stroke="#fff" strokeWidth="3" />
        <text
          x={end[0] + (isNamed ? 18 : -72)}
          y={end[1] + 4}
          textAnchor={isNamed ? undefined : "end"}
          fill="#0a0f1e"
          style={{ fontWeight: 700 }}
        >
          {ourName}
        </text>
      </svg>
    </figure>
  );
}
