import { ArrowLeft, Search } from "lucide-react";
import { data } from "react-router";
import { pageMeta } from "../features/page-seo/meta.ts";
import { requestInfo } from "../platform/context.server.ts";
import { log } from "../platform/log.server.ts";
import { maskPath } from "../platform/personal-path.server.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import type { Route } from "./+types/not-found";
import { loadFrame } from "./frame.server.ts";
import { FallenLine } from "./not-found.fallen-line.tsx";

const SHOWN_PATH_CHARS = 60;

export async function loader({ request, context }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname;
  // DECISIONS 18; the browser's console hears of it from `enhance/`.
  log.info({ request: context.get(requestInfo).id, path: maskPath(path) }, "Nobody answers at this address");
  const { head, ...frame } = await loadFrame(context, "not-found", path);
  return data({ ...frame, head: { ...head, canonical: null }, path: asTyped(path) }, { status: 404 });
}

/** The address as people write it, cut to what a line holds. */
function asTyped(path: string): string {
  let text = path.replace(/^\/+/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    // A broken escape is shown as it is.
  }
  return text.length > SHOWN_PATH_CHARS ? `${text.slice(0, SHOWN_PATH_CHARS).toWellFormed()}…` : text;
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData?.head);

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { texts, settings, siteUrl, path } = loaderData;
  const { title, text, code, home_label, home_href, links_label, links } = texts.hero;
  return (
    <section className="hero hero--alone" data-missing>
      <div className="wrap">
        <div className="two two--middle">
          <div>
            <Breadcrumb
              siteName={settings.site_title}
              steps={[{ label: new URL(siteUrl).host, href: "/" }, { label: path }]}
            />
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
