import { keyResults } from "../features/case-studies/key-results.ts";
import { isoDay, longDate } from "../platform/time/dates.ts";
import type { DetailTexts } from "./case-study.tsx";

/** The longest values that fit at the large and medium font sizes. All values on a card have the same size. */
const LARGE_VALUE_CHARS = 8;
const MIDDLE_VALUE_CHARS = 17;

/** Renders the Key Results card (SPEC 2), or nothing if there are none. */
export function KeyResults(props: {
  texts: DetailTexts;
  results: Record<string, string | number>;
  source: string;
}) {
  const { texts, results, source } = props;
  const entries = keyResults(results);
  if (entries.length === 0) return null;
  const longest = Math.max(...entries.map(({ value }) => value.length));
  const size =
    longest <= LARGE_VALUE_CHARS ? "" : longest <= MIDDLE_VALUE_CHARS ? " kr--middle" : " kr--small";
  return (
    <section className={`card kr${size}`}>
      <h2 className="h4">{texts.results_title}</h2>
      {entries.map(({ label, value }) => (
        <div className="kv" key={label}>
          <b>{value}</b>
          <span>{label}</span>
        </div>
      ))}
      {source && (
        <p className="kr__source">
          {texts.source_label}: {source}
        </p>
      )}
    </section>
  );
}

export function CallToAction({ texts }: { texts: DetailTexts }) {
  return (
    <section className="card on-ink study__call">
      <h2 className="h3">{texts.cta_title}</h2>
      <p className="small muted">{texts.cta_text}</p>
      <a className="btn btn--zone btn--block" href={texts.cta_href}>
        {texts.cta_button}
      </a>
    </section>
  );
}

/** Renders the publication date, and the last change if it was on another day. Both match the structured data. */
export function Dates(props: {
  texts: DetailTexts;
  study: { created_at: Date; updated_at: Date };
  timeZone: string;
}) {
  const { texts, study, timeZone } = props;
  const published = isoDay(study.created_at, timeZone);
  const updated = isoDay(study.updated_at, timeZone);
  return (
    <p className="small subtle study__dates">
      {texts.published_label} <time dateTime={published}>{longDate(study.created_at, timeZone)}</time>
      {updated > published && (
        <>
          {" · "}
          {texts.updated_label} <time dateTime={updated}>{longDate(study.updated_at, timeZone)}</time>
        </>
      )}
    </p>
  );
}
