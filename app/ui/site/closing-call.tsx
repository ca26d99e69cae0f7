import { ArrowRight } from "lucide-react";

/**
 * Renders the last section of a page: a promise on the highlighted background, a climbing line, and links.
 * @param props.className `section closing` if the section before has the same background
 * @param props.isPlain without background and line, on pages that are read or that end with another box
 */
export function ClosingCall({
  className = "section",
  isPlain,
  ...texts
}: {
  className?: string;
  isPlain?: boolean;
  title: string;
  text: string;
  button_label: string;
  button_href: string;
  secondary_label?: string;
  secondary_href?: string;
}) {
  return (
    <section className={className}>
      <div className="wrap">
        <div className={isPlain ? "finish" : "cta"}>
          {!isPlain && <Climb />}
          <div className="cta__in">
            <h2 className={isPlain ? "h2" : "h1"}>{texts.title}</h2>
            <p>{texts.text}</p>
            <div className="btns">
              <a className={isPlain ? "btn btn--lg" : "btn btn--ink btn--lg"} href={texts.button_href}>
                {texts.button_label}
                <ArrowRight className="i i-arrow" aria-hidden="true" />
              </a>
              {texts.secondary_label !== undefined && (
                <a className="btn btn--line btn--lg" href={texts.secondary_href}>
                  {texts.secondary_label}
                </a>
              )}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The last thing on a page, so the page doesn't wait for it. */
function Climb() {
  return (
    <svg viewBox="0 0 640 360" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <use href="/climb.svg#climb" />
    </svg>
  );
}
