import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { fill } from "../../copy/site/fill.ts";
import { groupLinks, neighborsOf, type RelatedLink } from "./related-links.ts";

/** A service page shows this many links before a list of all. */
const SHOWN = 12;
const ID = "related-pages";

type Texts = { all_locations: string; all_pages: string };
type Link = { label: string; href: string };

const labelOfAll = ({ all_locations, all_pages }: Texts, links: readonly RelatedLink[]) =>
  fill(links.every(({ area }) => area) ? all_locations : all_pages, { count: links.length });

/** Renders links to a service's landing pages. With many, a list of all of them opens without scripts. */
export function RelatedPages(props: { title: string; links: readonly RelatedLink[]; texts: Texts }) {
  const { title, links, texts } = props;
  return (
    <Related titleClass="h3" title={title} links={links.slice(0, SHOWN)}>
      {links.length > SHOWN && (
        <details className="faq lp__all">
          <summary>
            {labelOfAll(texts, links)}
            <Plus className="i" aria-hidden="true" />
          </summary>
          <div className="lp__groups">
            {groupLinks(links).map(({ name, links }) => (
              <div key={name}>
                {name && <h3 className="h4">{name}</h3>}
                <ul className="links">
                  {links.map(({ label, href }) => (
                    <li key={href}>
                      <a href={href}>{label}</a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </details>
      )}
    </Related>
  );
}

/**
 * Renders a landing page's links to its neighbors and to its service's list; nothing if there are none.
 * @param props.links of all its service's landing pages
 * @param props.path the page's own
 * @param props.service path of the service's page
 */
export function Neighbors(props: {
  title: string;
  links: readonly RelatedLink[];
  path: string;
  service: string;
  texts: Texts;
}) {
  const { title, links, path, service, texts } = props;
  const near = neighborsOf(links, path);
  if (!near.length) return null;
  return (
    <Related
      titleClass="h2"
      title={title}
      links={[...near, { label: labelOfAll(texts, links), href: `${service}#${ID}` }]}
    />
  );
}

function Related(props: {
  title: string;
  titleClass: "h2" | "h3";
  links: readonly Link[];
  children?: ReactNode;
}) {
  const { title, titleClass, links, children } = props;
  return (
    <nav className="section section--white" aria-labelledby={ID}>
      <div className="wrap">
        <h2 className={titleClass} id={ID}>
          {title}
        </h2>
        <ul className="pills lp__related">
          {links.map(({ label, href }) => (
            <li key={href}>
              <a className="pill" href={href}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </nav>
  );
}
