import { href, Link } from "react-router";
import { counted } from "../../copy/counted.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import type { Route } from "./+types/tab";

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["shown"]>;
type Week = { begins: string; enquiries: number };

/** SVG units; the page scales the chart. */
const WIDTH = 360;
const BASE = 64;
const TOP = 16;
const STEP = WIDTH / 12;
const BAR = 20;

/** Renders what came in and what was won this month, beside the month before, and enquiries per week. */
export function ThisMonth({ months, weeks }: Pick<Loaded, "months" | "weeks">) {
  const { figures } = words.month;
  const total = weeks.reduce((sum, { enquiries }) => sum + enquiries, 0);
  return (
    <section className="card box" aria-labelledby="month">
      <div className="box__h">
        <h2 id="month">{words.month.title}</h2>
        <Link className="more" to={href("/admin-control-panel-seoprozone/enquiries/sources")}>
          {words.month.sources}
        </Link>
      </div>
      <dl className="month">
        {(["received", "won", "value"] as const).map((figure) => (
          <div key={figure}>
            <dt>{figures[figure]}</dt>
            <dd>
              <b className="num">{months.now[figure]}</b>{" "}
              <small className="subtle">{words.month.before(months.last, months.before[figure])}</small>
            </dd>
          </div>
        ))}
      </dl>
      {total ? <WeekChart weeks={weeks} total={total} /> : <p className="muted">{words.noEnquiries}</p>}
    </section>
  );
}

function WeekChart({ weeks, total }: { weeks: Week[]; total: number }) {
  const highest = Math.max(1, ...weeks.map(({ enquiries }) => enquiries));
  const last = weeks.length - 1;
  return (
    <figure className="chart">
      <svg className="wk" viewBox={`0 0 ${WIDTH} 80`} role="img" aria-label={summaryOf(weeks)}>
        <path className="gridline" d={`M0 ${BASE}H${WIDTH}`} />
        {weeks.map(({ begins, enquiries }, index) => {
          const x = index * STEP + (STEP - BAR) / 2;
          const height = ((BASE - TOP) * enquiries) / highest;
          const isNamed = index === last || enquiries === highest;
          return (
            <g key={begins} className={index === last ? "wk__now" : undefined}>
              <rect
                className="wk__bar"
                x={x}
                y={BASE - height}
                width={BAR}
                height={height}
                rx={Math.min(4, height / 2)}
              />
              {isNamed && (
                <text className="v" x={x + BAR / 2} y={BASE - height - 6} textAnchor="middle">
                  {enquiries}
                </text>
              )}
              {(last - index) % 4 === 0 && (
                <text x={x + BAR} y="77" textAnchor="end">
                  {begins}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details className="chart__table">
        <summary>
          {counted(total, "enquiry", "enquiries")} in {words.weeks}
          <span className="sr">: {words.asTable}</span>
        </summary>
        <table className="tbl">
          <caption className="sr">{words.perWeek}</caption>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col">Enquiries</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ begins, enquiries }, index) => (
              <tr key={begins}>
                <th scope="row">
                  {begins}
                  {index === last && `, ${words.thisWeek}`}
                </th>
                <td className="num">{enquiries}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function summaryOf(weeks: Week[]): string {
  const first = weeks[0];
  const now = weeks.at(-1);
  const most = weeks.reduce((best, week) => (week.enquiries > best.enquiries ? week : best));
  return `${words.perWeek}: ${first?.enquiries} in the week of ${first?.begins}, a peak of ${most.enquiries} in the week of ${most.begins}, ${now?.enquiries} ${words.thisWeek}.`;
}
