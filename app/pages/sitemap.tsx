import { ArrowRight, BriefcaseBusiness, House, Scale, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { data, href } from "react-router";
import { listPublishedTitles } from "../features/case-studies/queries.server.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData } from "../features/page-seo/structured-data.ts";
import { requestInfo, visitorDb } from "../platform/context.server.ts";
import { log } from "../platform/log.server.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import type { Route } from "./+types/sitemap";
import { loadFrame } from "./frame.server.ts";

type Link = { label: string; href: string };

export async function loader({ context }: Route.LoaderArgs) {
  const reading = listPublishedTitles(context.get(visitorDb)).catch((error: unknown) => {
    // SPEC 8: list fetch errors are logged only; the rest of the page is there all the same.
    log.error(
      { err: error, request: context.get(requestInfo).id },
      "The sitemap's case studies could not be read",
    );
    return null;
  });
  const frame = await loadFrame(context, "sitemap", "/sitemap");
  const found = await reading;
  const studies = (found ?? []).map(({ slug, title }) => ({
    label: title,
    href: href("/case-studies/:slug", { slug }),
  }));
  return data({ ...frame, studies }, { headers: found ? {} : { "Cache-Control": "no-store" } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, siteUrl, texts } = loaderData;
  const step = { label: texts.hero.title, path: "/sitemap" };
  return pageMeta(head, breadcrumbData(siteUrl, [step]));
}

export default function Sitemap({ loaderData }: Route.ComponentProps) {
  const { texts, settings, siteUrl, studies } = loaderData;
  const { hero, main_pages, services, case_studies, legal_pages, actions } = texts;
  const all = { label: case_studies.all_label, href: case_studies.all_href };
  return (
    <>
      <section className="hero hero--page hero--post">
        <div className="wrap">
          <Breadcrumb
            siteName={settings.site_title}
            steps={[{ label: new URL(siteUrl).host, href: "/" }, { label: hero.title }]}
          />
          <h1 className="h1">{hero.title}</h1>
          <p className="lead">{hero.subtitle}</p>
        </div>
      </section>
      <div className="wrap list--last">
        <div className="grid g4 groups">
          <Group icon={<House className="i" />} title={main_pages.title} links={main_pages.items} />
          <Group icon={<BriefcaseBusiness className="i" />} title={services.title} links={services.items} />
          <Group icon={<TrendingUp className="i" />} title={case_studies.title} first={all} links={studies} />
          <Group icon={<Scale className="i" />} title={legal_pages.title} links={legal_pages.items} />
        </div>
        <section className="groups__way">
          <h2 className="h3">{actions.title}</h2>
          <div className="btns">
            <a className="btn" href={actions.contact_href}>
              {actions.contact_label}
              <ArrowRight className="i i-arrow" aria-hidden="true" />
            </a>
            <a className="btn btn--line" href={actions.home_href}>
              {actions.home_label}
            </a>
          </div>
        </section>
      </div>
    </>
  );
}

/** @param props.first the link to the whole of what the group lists */
function Group(props: { icon: ReactNode; title: string; first?: Link; links: readonly Link[] }) {
  const { icon, title, first, links } = props;
  return (
    <section className="card group">
      <h2 className="h3">
        <span className="ic" aria-hidden="true">
          {icon}
        </span>
        {title}
      </h2>
      <ul className="links">
        {first && (
          <li>
            <a href={first.href}>
              <b>{first.label}</b>
            </a>
          </li>
        )}
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
