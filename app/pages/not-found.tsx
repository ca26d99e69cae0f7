import { ArrowLeft, Search } from "lucide-react";
import type { Texts } from "../features/website-content/built-in.ts";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import { FallenLine } from "./not-found.fallen-line.tsx";

export function NotFound(props: { loaderData: { texts: Texts<"not-found">; path: string } }) {
  const { texts, path } = props.loaderData;
  const { title, text, code, home_label, home_href, links_label, links } = texts.hero;
  return (
    <section className="hero hero--alone" data-missing>
      <div className="wrap">
        <div className="two two--middle">
          <div>
            <Breadcrumb steps={[{ label: path }]} />
            <h1 className="display">{title}</h1>
            <p className="lead">{text}</p>
            <div className="btns hero__btns">
              <a className="btn btn--lg" href={home_href}>
                <ArrowLeft className="i" aria-hidden="true" />
                {home_label}
              </a>
            </div>
          </div>
          <FallenLine code={code} />
        </div>
        <nav className="missing__links" aria-labelledby="missing-links">
          <h2 className="h4" id="missing-links">
            {links_label}
          </h2>
          <ul className="pills">
            {links.map(({ label, href }) => (
              <li key={href}>
                <a className="pill" href={href}>
                  <Search className="i i-sm" aria-hidden="true" />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  );
}
