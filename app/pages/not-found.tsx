import { ArrowLeft, Search } from "lucide-react";
import { data } from "react-router";
import { pageMeta } from "../features/page-seo/meta.ts";
import { pathAsTyped } from "../features/redirects/missing-page.server.ts";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import type { Route } from "./+types/not-found";
import { loadFrame } from "./frame.server.ts";
import { FallenLine } from "./not-found.fallen-line.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname;
  const { head, ...frame } = await loadFrame(context, "not-found", path);
  return data({ ...frame, head: { ...head, canonical: null }, path: pathAsTyped(path) }, { status: 404 });
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData?.head);

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { texts, settings, path } = loaderData;
  const { title, text, code, home_label, home_href, links_label, links } = texts.hero;
  return (
    <section className="hero hero--alone" data-missing>
      <div className="wrap">
        <div className="two two--middle">
          <div>
            <Breadcrumb siteName={settings.site_title} steps={[{ label: path }]} />
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
