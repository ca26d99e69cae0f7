import { ArrowRight } from "lucide-react";
import { MARKER } from "./brand-color.ts";
import { DRAWINGS_PATH } from "./named-icon.tsx";

/**
 * Renders a page's last section, with a rising line.
 * @param props.className `section closing` after a section with the same background
 * @param props.isPlain omits background and line
 * @param props.titleClass sets the size of the title
 */
export function ClosingCall({
  className = "section",
  isPlain,
  titleClass = isPlain ? "h2" : "h1",
  ...texts
}: {
  className?: string;
  isPlain?: boolean;
  titleClass?: "h1" | "h2";
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
            {texts.title && <h2 className={titleClass}>{texts.title}</h2>}
            {texts.text && <p>{texts.text}</p>}
            <div className="btns">
              {texts.button_label && (
                <a className={isPlain ? "btn btn--lg" : "btn btn--ink btn--lg"} href={texts.button_href}>
                  {texts.button_label}
                  <ArrowRight className="i i-arrow" aria-hidden="true" />
                </a>
              )}
              {texts.secondary_label && (
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

/** Loaded from the drawings file, because it's at the end of the page. */
function Climb() {
  return (
    <svg viewBox="0 0 640 360" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <use href={`${DRAWINGS_PATH}#climb`} />
    </svg>
  );
}

export function ClimbDrawing() {
  return (
    <g id="climb">
      <path
        d="M40 360C66.7 350 93.3 330 120 330C146.7 330 173.3 340 200 340C226.7 340 253.3 305.3 280 300C306.7 294.7 333.3 295.3 360 290C386.7 284.7 413.3 256.9 440 250C466.7 243.1 493.3 243.2 520 236C546.7 228.8 573.3 197.2 600 190C626.7 182.8 653.3 180.7 680 176M40 350C66.7 352 93.3 356 120 356C146.7 356 173.3 330 200 330C226.7 330 253.3 336 280 336C306.7 336 333.3 314.8 360 310C386.7 305.2 413.3 305.3 440 300C466.7 294.7 493.3 264.4 520 262C546.7 259.6 573.3 260.3 600 258C626.7 255.7 653.3 239.3 680 230M40 340C66.7 333.3 93.3 324.4 120 320C146.7 315.6 173.3 310 200 310C226.7 310 253.3 320 280 320C306.7 320 333.3 280 360 280C386.7 280 413.3 286 440 286C466.7 286 493.3 249.3 520 240C546.7 230.7 573.3 224.4 600 220C626.7 215.6 653.3 213.3 680 210"
        fill="none"
        stroke="var(--color-zone-600,#b9cc1f)"
        strokeWidth="3"
      />
      <path
        d="M40 370C63.3 364 86.7 357.6 110 352C133.3 346.4 156.7 338.9 180 336C203.3 333.1 226.7 333.6 250 330C273.3 326.4 296.7 290.9 320 276C343.3 261.1 366.7 255.7 390 238C413.3 220.3 436.7 169 460 150C483.3 131 506.7 122.3 530 108C553.3 93.7 576.7 78.7 600 64"
        fill="none"
        stroke="#0a0f1e"
        strokeWidth="9"
        strokeLinecap="round"
      />
      <circle cx="600" cy="64" r="17" fill="#0a0f1e" />
      <circle cx="600" cy="64" r="6" fill={MARKER} />
    </g>
  );
}
