import { Fragment } from "react";
import { evenCurve, type Point } from "../ui/site/curve.ts";

/** Example positions in search results, one per month. */
const OURS = [26.4, 25.2, 22.8, 18, 10, 5.8, 3.3, 1.9, 1.4];
const OTHERS = [
  { positions: [16, 17.6, 14, 12, 7.7, 5.2, 4.1, 3, 2.7], isDark: true },
  { positions: [21, 22, 19.2, 20, 13.6, 10, 8.3, 6.4, 5.5], isDark: false },
  { positions: [29.6, 28, 29.2, 24.4, 21.2, 19.2, 14, 10.4, 9.2], isDark: false },
];

const [WIDTH, HEIGHT, LEFT, RIGHT] = [720, 270, 34, 530];
/** Ends the grid at the form's edge. */
const GRID_END = 796;
/** y coordinates of positions */
const MARKS = { 1: 14, 3: 60, 10: 150, 20: 200, 30: 250 };

/** Returns the y coordinate of a position. Top positions get more room. */
function depth(position: number): number {
  const [from, to] =
    position < 3 ? ([1, 3] as const) : position < 10 ? ([3, 10] as const) : ([10, 30] as const);
  return Math.round(MARKS[from] + ((position - from) / (to - from)) * (MARKS[to] - MARKS[from]));
}

function points(positions: number[]): Point[] {
  const step = (RIGHT - LEFT) / (positions.length - 1);
  return positions.map((position, i) => [LEFT + i * step, depth(position)]);
}

/**
 * Renders lines that climb toward a highlighted band for positions 1 to 3. On phones, the part with the lines fills
 * the screen, and only our line has a name.
 * @param props.label alt text
 * @param props.searches names of the lines, ours first
 * @param props.color our line's color
 */
export function RankChart(props: { label: string; searches: readonly string[]; color: string }) {
  const { label, color } = props;
  const [ourName, ...otherNames] = props.searches;
  const ours = points(OURS);
  const end = ours.at(-1)!;
  const below = Object.values(MARKS).filter((y) => y > MARKS[3]);
  return (
    <figure className="rank">
      <div className="rank__band" />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <path d={below.map((y) => `M${LEFT} ${y}H${GRID_END}`).join("")} stroke="#dde1e8" />
        {Object.entries(MARKS).map(([position, y]) => (
          <text key={position} y={y + 4} fill={below.includes(y) ? "#5d6780" : "#0a0f1e"}>
            {position}
          </text>
        ))}
        <g fill="#465069">
          {OTHERS.map(({ positions, isDark }, i) => {
            const line = points(positions);
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
                <text className="rank__other" x={x + 14} y={y + 4}>
                  {otherNames[i]}
                </text>
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
        <text className="rank__own" x={end[0] + 18} y={end[1] + 4} fill="#0a0f1e">
          {ourName}
        </text>
      </svg>
    </figure>
  );
}
