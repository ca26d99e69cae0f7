import { History } from "lucide-react";
import { history } from "../../copy/panel/history.ts";
import { PAST } from "./past-path.ts";

const words = history.past;

/**
 * @param props.now the current date and time in the site's time zone
 * @param props.begins `earliest` in words
 * @param props.day the day selected in the list, if any
 */
export function PastSite(props: {
  now: string;
  earliest: string;
  begins: string;
  zone: string;
  day: string | null;
}) {
  const { now, earliest, begins, zone, day } = props;
  const last = day && `${day}T23:59`;
  return (
    <form className="card past" method="get" action={PAST} target="_blank" rel="noopener">
      <div>
        <label htmlFor="past-at">
          <b>{words.title}</b>
        </label>
        <p className="subtle xs" id="past-about">
          {words.about(zone, begins)}
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
          onInvalid={({ currentTarget: input }) =>
            input.setCustomValidity(input.validity.rangeUnderflow ? words.before(begins) : "")
          }
          onInput={({ currentTarget }) => currentTarget.setCustomValidity("")}
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
