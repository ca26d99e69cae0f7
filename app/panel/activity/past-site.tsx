import { History } from "lucide-react";
import { history } from "../../copy/panel/history.ts";
import { PAST } from "./past-path.ts";

const words = history.past;

/**
 * Renders the form that opens the site as it was, in a new tab.
 * @param props.now the site's current local time; `earliest` is the time at which history starts
 * @param props.day the day that the list shows, if any
 */
export function PastSite(props: { now: string; earliest: string; zone: string; day: string | null }) {
  const { now, earliest, zone, day } = props;
  const last = day && `${day}T23:59`;
  return (
    <form className="card past" method="get" action={PAST} target="_blank" rel="noopener">
      <div>
        <label htmlFor="past-at">
          <b>{words.title}</b>
        </label>
        <p className="subtle xs" id="past-about">
          {words.about(zone)}
        </p>
      </div>
      <div className="btns">
        <input
          className="input past__at"
          id="past-at"
          type="datetime-local"
          name="at"
          aria-describedby="past-about"
          min={earliest}
          max={now}
          defaultValue={last && last < now ? last : now}
          key={last}
          required
        />
        <button type="submit" className="btn btn--line">
          <History className="i" aria-hidden />
          {words.show}
          <span className="sr"> ({words.hint})</span>
        </button>
      </div>
    </form>
  );
}
