import { createContext, useContext } from "react";
import { BUILT_IN_MARK } from "../../copy/business.ts";
import { SiteImage } from "./image.tsx";

type Step = { label: string; href?: string };

/** Accessible name, label of the first step, and the site's square image. */
export const BreadcrumbWords = createContext({ label: "Breadcrumb", home: "Home", mark: BUILT_IN_MARK });

/** @param props.steps from below the home page to this page */
export function Breadcrumb({ steps }: { steps: Step[] }) {
  const { label, home } = useContext(BreadcrumbWords);
  return (
    <nav className="crumb" aria-label={label}>
      <ol>
        {[{ label: home, href: "/" }, ...steps].map(({ label, href }) => (
          <li key={href ?? "here"} aria-current={href ? undefined : "page"}>
            {href ? <a href={href}>{label}</a> : label}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Renders the site's square image for a byline. */
export function SiteMark({ size }: { size: number }) {
  const { mark } = useContext(BreadcrumbWords);
  return (
    <SiteImage
      src={mark}
      alt=""
      place={{ side: size, isBare: true }}
      width={size}
      height={size}
      loading="lazy"
    />
  );
}
