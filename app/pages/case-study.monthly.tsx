import { type Monthly, placed } from "../features/drawn/monthly.ts";
import { unmarkedWords } from "../platform/text/edit-mark.ts";
import { monthName } from "../platform/time/dates.ts";
import { curve, type Point } from "../ui/site/curve.ts";
import type { DetailTexts } from "./case-study.tsx";

const WIDTH = 1000;
const HEIGHT = 240;

const written = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });

const Month = ({ month }: { month: string }) => <time dateTime={month}>{monthName(month)}</time>;

/** Draws the numbers per month that the owner pasted, from 0, with all of them in a table. */
export function MonthlyChart({ texts, monthly }: { texts: DetailTexts; monthly: Monthly }) {
  const { label, points } = monthly;
  const title = label || texts.monthly_title;
  const [first, last] = [points[0]!, points.at(-1)!];
  const drawn = placed(points).map(({ x, y }): Point => [x * WIDTH, (1 - y) * HEIGHT]);
  const d = curve(drawn);
  const ends = [first, last].map(({ month, value }) => `${monthName(month)}: ${written(value)}`);
  return (
    <figure className="card monthly">
      <figcaption className="h4">{title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${unmarkedWords(title)}. ${ends.join(". ")}`}
      >
        <path className="monthly__under" d={`${d}V${HEIGHT}H0Z`} />
        <path className="monthly__line" d={d} />
      </svg>
      <p className="monthly__ends" aria-hidden="true">
        {[first, last].map(({ month, value }) => (
          <span key={month}>
            <b>{written(value)}</b> <Month month={month} />
          </span>
        ))}
      </p>
      <details className="monthly__all">
        <summary>{texts.monthly_table_label}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.month_label}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ month, value }) => (
              <tr key={month}>
                <th scope="row">
                  <Month month={month} />
                </th>
                <td className="num">{written(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
