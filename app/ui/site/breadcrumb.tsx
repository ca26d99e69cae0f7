import { createContext, type ReactNode, useContext } from "react";
import { BUILT_IN_MARK } from "../../copy/business.ts";
import { MARKER } from "./brand-color.ts";
import { InitialsMark } from "./initials-mark.tsx";
import { Picture } from "./picture.tsx";
import { siteInitials } from "./site-initials.ts";

type Step = { label: string; href?: string };

/** Accessible name, label of the first step, and the site's square image. */
export const BreadcrumbWords = createContext({ label: "Breadcrumb", home: "Home", mark: BUILT_IN_MARK });

/**
 * Renders the breadcrumb like a search result: mark, site name and path.
 * @param props.steps from below the home page to this page
 */
export function Breadcrumb({ siteName, steps }: { siteName: string; steps: Step[] }) {
  const { label, home } = useContext(BreadcrumbWords);
  return (
    <nav className="crumb" aria-label={label}>
      <Mark siteName={siteName} />
      <div>
        <div className="crumb__site">{siteName}</div>
        <ol>
          {[{ label: home, href: "/" }, ...steps].map(({ label, href }) => (
            <li key={href ?? "here"} aria-current={href ? undefined : "page"}>
              {href ? <a href={href}>{label}</a> : label}
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}

/** Replaces the breadcrumb on the home page. */
export function ResultMark({ siteName, children }: { siteName: string; children: ReactNode }) {
  return (
    <div className="crumb">
      <Mark siteName={siteName} />
      <div>
        <div className="crumb__site">{siteName}</div>
        <p>{children}</p>
      </div>
    </div>
  );
}

/** Renders the site's square image for a byline. */
export function SiteMark({ size }: { size: number }) {
  const { mark } = useContext(BreadcrumbWords);
  return (
    <Picture
      src={mark}
      alt=""
      place={{ side: size, isBare: true }}
      width={size}
      height={size}
      loading="lazy"
    />
  );
}

function Mark({ siteName }: { siteName: string }) {
  const { mark } = useContext(BreadcrumbWords);
  const initials = siteInitials(siteName);
  if (mark !== BUILT_IN_MARK)
    return (
      <Picture
        className="crumb__icon crumb__icon--own"
        src={mark}
        alt=""
        place={{ side: 36, isBare: true }}
        width={36}
        height={36}
      />
    );
  if (initials !== null) return <InitialsMark letters={initials} className="crumb__icon" />;
  return (
    <svg className="crumb__icon" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="10" fill="#0a0f1e" />
      <g fill="none" stroke="#fff" strokeWidth="4.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 30.6H31.5M9.6 30.2 18 22.4l4.6 2.2L30 13" />
      </g>
      <rect x="6" y="6.6" width="28" height="7.6" rx="2.4" fill={MARKER} />
    </svg>
  );
}
