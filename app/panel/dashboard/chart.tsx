import { counted } from "../../copy/counted.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import type { Shares } from "../../features/enquiries/figures.server.ts";
import { assistantOf } from "../../features/enquiries/sources.ts";
import { ListEmpty } from "../../ui/panel/list-parts.tsx";
import { axisTicks } from "./axis.ts";

/** SVG units; the page scales the chart. */
const WIDTH = 720;
const LEFT = 40;
const TOP = 36;
const BASE = 264;
const BAR = 38;

type Week = { begins: string; enquiries: number };

export function Enquiries({ weeks, total, sources }: { weeks: Week[]; total: number; sources: Shares }) {
  if (!total)
    return (
      <div className="agrid">
        <ListEmpty {...words.noEnquiries} />
      </div>
    );
  return (
    <div className="agrid agrid--21">
      <section className="card box" aria-labelledby="per-week">
        <div className="box__h">
          <h2 id="per-week">{words.perWeek}</h2>
          <span className="subtle xs">
            {counted(total, "enquiry", "enquiries")} in {words.weeks}
          </span>
        </div>
        <WeekChart weeks={weeks} />
      </section>
      <ShareCard
        id="from"
        title={words.from}
        shares={sources}
        nameOf={(name) => assistantOf(name) ?? (name || words.direct)}
      />
    </div>
  );
}

function WeekChart({ weeks }: { weeks: Week[] }) {
  const highest = Math.max(1, ...weeks.map(({ enquiries }) => enquiries));
  const yOf = (value: number) => BASE - ((BASE - TOP) * value) / highest;
  const step = (WIDTH - LEFT - BAR - 15) / Math.max(1, weeks.length - 1);
  const last = weeks.length - 1;
  return (
    <figure className="chart">
      <svg className="wk" viewBox={`0 0 ${WIDTH} 310`} role="img" aria-label={summaryOf(weeks)}>
        {axisTicks(highest).map((tick) => (
          <g key={tick}>
            <path className="gridline" d={`M${LEFT - 10} ${yOf(tick)}H${WIDTH}`} />
            <text x="0" y={yOf(tick) + 4}>
              {tick}
            </text>
          </g>
        ))}
        {weeks.map(({ begins, enquiries }, index) => {
          const x = LEFT + index * step;
          const height = BASE - yOf(enquiries);
          const isNow = index === last;
          return (
            <g key={begins} className={isNow ? "wk__now" : undefined}>
              <rect
                className="wk__bar"
                x={x}
                y={BASE - height}
                width={BAR}
                height={height}
                rx={Math.min(6, height / 2)}
              />
              {isNow && (
                <>
                  <rect
                    className="wk__mark"
                    x={x - 6}
                    y={BASE - height - 6}
                    width={BAR + 12}
                    height={height + 8}
                    rx="9"
                  />
                  <text className="v" x={x + BAR / 2} y={BASE - height - 14} textAnchor="middle">
                    {enquiries}
                  </text>
                </>
              )}
              {/* Small screens only have room for every fourth label. */}
              <text
                className={(last - index) % 4 ? "alt" : undefined}
                x={x + BAR / 2}
                y="294"
                textAnchor="middle"
              >
                {begins}
              </text>
            </g>
          );
        })}
      </svg>
      <details className="chart__table">
        <summary>{words.asTable}</summary>
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

/**
 * Renders enquiries per source or page.
 * @param props.shares `title` is set for a record's page
 */
export function ShareCard({
  id,
  title,
  shares,
  nameOf,
}: {
  id: string;
  title: string;
  shares: { named: (Shares["named"][number] & { title?: string | null })[]; others: number };
  nameOf: (name: string) => string;
}) {
  const rows = shares.named.map((share) => ({ ...share, name: nameOf(share.name) }));
  if (shares.others) rows.push({ name: words.others, enquiries: shares.others });
  const highest = Math.max(1, ...rows.map(({ enquiries }) => enquiries));
  return (
    <section className="card box" aria-labelledby={id}>
      <div className="box__h">
        <h2 id={id}>{title}</h2>
        <span className="subtle xs">{words.weeks}</span>
      </div>
      <ul className="srcs">
        {rows.map(({ name, title, enquiries }) => (
          <li key={name}>
            <span>
              {title ?? name}
              {title && <small className="mono">{name}</small>}
            </span>
            <b className="num">{enquiries.toLocaleString("en-US")}</b>
            <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none">
              <rect width={(100 * enquiries) / highest} height="4" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}
