import { counted } from "../../copy/counted.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { ListEmpty } from "../../ui/panel/list-parts.tsx";
import type { Route } from "./+types/tab";
import { ShareCard, WeekChart } from "./chart.tsx";

/** How many enquiries came in each week, and from where. */
export function Enquiries({ weeks, total, sources }: Route.ComponentProps["loaderData"]["enquiries"]) {
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
      <ShareCard id="from" title={words.from} shares={sources} nameOf={(name) => name || words.direct} />
    </div>
  );
}
