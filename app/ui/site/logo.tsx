import { BUILT_IN_MARK } from "../../copy/business.ts";
import { ACCENT, MARKER } from "./brand-color.ts";
import { SiteImage } from "./image.tsx";
import { InitialsMark } from "./initials-mark.tsx";
import { siteInitials } from "./site-initials.ts";

const MARK_PX = 38;

/**
 * Decorative: the link around it has the accessible name.
 * @param props.text empty if the mark contains the name
 * @param props.needsPlate whether the mark may be unreadable on a dark background
 */
export function Logo(props: MarkProps & { text: string }) {
  const { text, ...mark } = props;
  return (
    <>
      <Mark {...mark} />
      {text && <LogoText text={text} />}
    </>
  );
}

type MarkProps = { siteTitle: string; image: string; needsPlate?: boolean; isOnDark?: boolean };

function Mark({ siteTitle, image, needsPlate, isOnDark }: MarkProps) {
  if (image !== BUILT_IN_MARK)
    return (
      <SiteImage
        className={needsPlate ? "logo__plate" : undefined}
        src={image}
        alt=""
        place={{ height: MARK_PX }}
        width="40"
        height="40"
      />
    );
  const initials = siteInitials(siteTitle);
  if (initials !== null) return <InitialsMark letters={initials} />;
  const [ground, line, bar] = isOnDark ? [MARKER, "#0a0f1e", ACCENT] : ["#0a0f1e", "#fff", MARKER];
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <rect width="40" height="40" rx="10" fill={ground} />
      <g fill="none" stroke={line} strokeWidth="4.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 30.6H31.5M9.6 30.2 18 22.4l4.6 2.2L30 13" />
      </g>
      <rect x="6" y="6.6" width="28" height="7.6" rx="2.4" fill={bar} />
    </svg>
  );
}

/** Longer names are smaller and take two lines. */
const LONG_CHARS = 16;

function LogoText({ text }: { text: string }) {
  const isLong = text.length > LONG_CHARS;
  return <span className={isLong ? "logo__text logo__text--long" : "logo__text"}>{text}</span>;
}
