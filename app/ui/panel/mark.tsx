import { InitialsMark } from "../site/initials-mark.tsx";
import { siteInitials } from "../site/site-initials.ts";

type Logo = { light: string; dark: string; needsPlate: boolean };

const classesOf = (variant: string | false) => (variant ? `logo-own logo-own--${variant}` : "logo-own");

/**
 * Renders the owner's logo, or else initials or the built-in mark.
 * @param props.size height in CSS pixels
 */
export function Mark({ siteTitle, logo, size }: { siteTitle: string; logo?: Logo | null; size: number }) {
  if (logo) {
    const isOne = logo.light === logo.dark;
    return (
      <>
        <img
          className={classesOf(isOne ? logo.needsPlate && "plate" : "light")}
          src={logo.light}
          alt=""
          height={size}
        />
        {!isOne && <img className={classesOf("dark")} src={logo.dark} alt="" height={size} />}
      </>
    );
  }
  const initials = siteInitials(siteTitle);
  if (initials !== null) return <InitialsMark letters={initials} className="mark" size={size} />;
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect className="mark__ground" width="40" height="40" rx="10" />
      <path className="mark__line" d="M8.5 30.6H31.5" strokeWidth="4.6" strokeLinecap="round" />
      <path
        className="mark__line"
        d="M9.6 30.2 18 22.4l4.6 2.2L30 13"
        fill="none"
        strokeWidth="4.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect className="mark__bar" x="6" y="6.6" width="28" height="7.6" rx="2.4" />
    </svg>
  );
}
