import { ArrowRight } from "lucide-react";

type Action = { label: string; href: string };

/** The last thing on a page: one promise on the zone, its line climbing out of the crowd, and where to go next. */
export function ClosingCall(props: { title: string; text: string; primary: Action; secondary?: Action }) {
  const { title, text, primary, secondary } = props;
  return (
    <section className="section">
      <div className="wrap">
        <div className="cta">
          <Climb />
          <div className="cta__in">
            <h2 className="h1">{title}</h2>
            <p>{text}</p>
            <div className="btns">
              <a className="btn btn--ink btn--lg" href={primary.href}>
                {primary.label}
                <ArrowRight className="i i-arrow" aria-hidden="true" />
              </a>
              {secondary && (
                <a className="btn btn--line btn--lg" href={secondary.href}>
                  {secondary.label}
                </a>
              )}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The last thing on a page, so the page does not wait for it. */
function Climb() {
  return (
    <svg viewBox="0 0 640 360" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <use href="/climb.svg#climb" />
    </svg>
  );
}
