import type { Service } from "../../copy/site/service-catalog.ts";
import type { localSeo } from "../../copy/site/services/local-seo.ts";

/** Index of the item that stands out: the visitor's own, or the one to fix. */
const MARKED: Partial<Record<Service["slug"], number>> = {
  "local-seo": 0,
  "national-seo": 2,
  "gbp-optimization": 4,
  "technical-seo": 4,
};

/** Renders an illustration made of words, in a look of its own for every service. */
export function Example(props: { service: Service["slug"]; texts: (typeof localSeo)["example"] }) {
  const { service, texts } = props;
  const isTree = service === "technical-seo";
  return (
    <figure className={`ex ex--${service}`}>
      <div className="ex__box">
        {service === "local-seo" && <Streets />}
        {service === "ecommerce-seo" && <Boot />}
        <p className="ex__head">{texts.head}</p>
        <ol className="ex__items">
          {texts.items.map(({ title, text }, i) => (
            <li
              key={title}
              className={i === MARKED[service] ? "ex__mark" : undefined}
              style={isTree ? { marginLeft: `${depthOf(title)}rem` } : undefined}
            >
              <b>{title}</b> <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
      <figcaption>{texts.caption}</figcaption>
    </figure>
  );
}

/** Returns how many folders a path is below the start page, at most four. */
const depthOf = (path: string) => Math.min(path.split("/").filter(Boolean).length, 4);

function Streets() {
  return (
    <svg viewBox="0 0 480 96" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path
        d="M0 30 480 8M0 76 480 54M70 0l20 96M180 0l20 96M300 0l20 96M410 0l20 96"
        stroke="#fff"
        strokeWidth="9"
      />
      <path d="M109 46a9 9 0 1 1 .1 0M371 66a9 9 0 1 1 .1 0" fill="#7f889d" />
      <path d="M240 78c-8-12-20-20-20-36a20 20 0 1 1 40 0c0 16-12 24-20 36z" fill="var(--accent)" />
      <circle cx="240" cy="42" r="8" fill="var(--zone)" />
    </svg>
  );
}

function Boot() {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true">
      <path d="M26 18h28v26l18 8q12 4 12 16H26z" fill="var(--accent)" />
      <path d="M20 68h66v10H20z" fill="var(--text)" />
    </svg>
  );
}
