import { BUILT_IN_MARK } from "../../copy/business.ts";
import { ACCENT, MARKER } from "./brand-color.ts";
import { InitialsMark } from "./initials-mark.tsx";
import { Picture } from "./picture.tsx";
import { siteInitials } from "./site-initials.ts";

/** How high the owner's own mark is shown, in CSS pixels. */
const MARK_PX = 38;

/** The name of the brand, and its letters as drawn beside the mark, in tenths. */
const NAME = "SEO Pro Zone";
const LETTERS =
  "M611 300q-21 0-39-7t-31-19-16-34l48-9q1 15 11 23t26 7q12 0 19-3t9-7 3-9q0-9-8-14t-19-7l-17-3q-11-2-23-6t-20-9-15-16q-5-10-5-25 0-19 9-32t27-20 39-7 38 6 28 18 15 29l-47 10q-2-8-5-13t-9-9-17-3-16 3q-7 2-9 6t-3 9q0 9 9 13t25 7l17 3q14 3 27 9t21 18 9 30q0 20-11 33t-28 21-42 7ZM711 296v-190h137v41h-90v31h76v38h-76v40h92v40ZM954 300q-30 0-51-12t-33-34-12-53 12-52 33-34 51-12 51 12 33 34 12 52-12 53q-12 22-33 34t-51 12ZM954 259q14 0 25-7t15-20q6-13 6-31t-6-31-15-20q-11-7-25-7t-25 7-16 20-5 31 5 31 16 20 25 7ZM1112 296v-190h95q35 0 52 15t17 43-19 44q-18 14-56 14h-42v74ZM1159 186h45q12 0 18-6t7-16-7-16q-6-5-19-5h-44ZM1289 296v-142h45v32l-2-4q7-16 19-24t27-8q4 0 8 1t10 2l-4 39q-9-3-17-3t-14 3-13 8-10 15-3 26v55ZM1470 300q-22 0-39-10t-27-26-9-39 9-39q10-17 27-26t39-10 39 10q17 9 26 26t9 39-9 39-26 26-39 10ZM1470 266q12 0 19-11t8-30-8-31q-7-11-19-11t-20 11-7 31 7 30 20 11ZM1596 296v-29l98-120h-90v-41h150v29l-97 120h101v41ZM1835 300q-22 0-39-10t-27-26-9-39 9-39q10-17 27-26t39-10 39 10q17 9 26 26t10 39-10 39q-9 17-26 26t-39 10ZM1835 266q12 0 19-11t8-30-8-31q-7-11-19-11t-20 11-7 31 7 30 20 11ZM1927 296v-142h45v33l-1-6q7-15 18-23t29-8 27 8q11 8 15 21t5 31v86h-46v-83q0-14-4-21t-15-8q-13 0-20 12t-7 38v62ZM2158 300q-22 0-39-10t-28-26-10-40q0-22 10-39t27-26 40-9q12 0 24 4t23 12 16 26q7 16 7 42h-118v-24h76l-3 6q-1-12-5-20t-9-11-13-4-16 6q-6 6-8 15t-3 23q0 19 6 30t22 11q9 0 16-4t11-16l41 10q-5 16-15 25t-25 14-27 5Z";

const LETTERS_ID = "logo-letters";

/**
 * The mark and the name. Decoration: what contains it is named in words.
 * @param props.siteTitle the site's: without a picture, another one than the brand's is told by its initials
 * @param props.text the name, empty where the mark says it; another one than the brand's is set in the site's own type
 * @param props.image the mark; another one than the brand's stands beside the name in the site's own type
 * @param props.isRepeat a logo stands before this one on the page: the letters are drawn from there
 */
export function Logo(props: {
  siteTitle: string;
  text: string;
  image: string;
  isOnDark?: boolean;
  isRepeat?: boolean;
}) {
  const { siteTitle, text, image, isOnDark, isRepeat } = props;
  if (image !== BUILT_IN_MARK)
    return (
      <>
        <Picture src={image} alt="" place={{ height: MARK_PX }} width="40" height="40" />
        {text && <LogoText text={text} />}
      </>
    );
  const initials = siteInitials(siteTitle);
  if (initials !== null)
    return (
      <>
        <InitialsMark letters={initials} />
        {text && <LogoText text={text} />}
      </>
    );
  const [ground, line, bar, letters] = isOnDark
    ? [MARKER, "#0a0f1e", ACCENT, "#fff"]
    : ["#0a0f1e", "#fff", MARKER, "#0a0f1e"];
  const isDrawn = text === NAME;
  const width = isDrawn ? 223 : 40;
  return (
    <>
      <svg viewBox={`0 0 ${width} 40`} width={width} height="40" aria-hidden="true">
        <rect width="40" height="40" rx="10" fill={ground} />
        <g fill="none" stroke={line} strokeWidth="4.6" strokeLinecap="round" strokeLinejoin="round">
          <path d="M8.5 30.6H31.5M9.6 30.2 18 22.4l4.6 2.2L30 13" />
        </g>
        <rect x="6" y="6.6" width="28" height="7.6" rx="2.4" fill={bar} />
        {isDrawn && (
          <g className="logo__letters" fill={letters} transform="scale(.1)">
            {isRepeat ? <use href={`#${LETTERS_ID}`} /> : <path id={LETTERS_ID} d={LETTERS} />}
          </g>
        )}
      </svg>
      {!isDrawn && text && <LogoText text={text} />}
    </>
  );
}

/** A name of more letters than this is set smaller, in two lines. */
const LONG_CHARS = 16;

function LogoText({ text }: { text: string }) {
  const isLong = text.length > LONG_CHARS;
  return <span className={isLong ? "logo__text logo__text--long" : "logo__text"}>{text}</span>;
}
