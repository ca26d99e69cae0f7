import { ArrowRight } from "lucide-react";
import { organizationData } from "../features/page-seo/business-data.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { aboutPageData, breadcrumbData } from "../features/page-seo/structured-data.ts";
import { Face } from "../features/team/face.tsx";
import type { Person } from "../features/team/people.ts";
import type { Texts } from "../features/website-content/texts.server.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { PageHero } from "../ui/site/page-hero.tsx";
import { Reasons } from "../ui/site/reasons.tsx";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import { SectionHead } from "../ui/site/section-head.tsx";
import { StatTiles } from "../ui/site/stat-tiles.tsx";
import { Ticks } from "../ui/site/ticks.tsx";
import type { Route } from "./+types/about";
import { businessFrom, loadBusinessTexts, loadFrame, loadPeople } from "./frame.server.ts";

type AboutTexts = Texts<"about">;

export async function loader({ context }: Route.LoaderArgs) {
  const reading = loadPeople(context);
  const reads = [
    loadFrame(context, "about", "/about", reading),
    loadBusinessTexts(context),
    reading,
  ] as const;
  const [frame, texts, people] = await Promise.all(reads);
  return { ...frame, business: businessFrom(frame, texts), people };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, texts, siteUrl, business } = loaderData;
  const step = { label: texts.hero.badge, path: "/about" };
  const { title: name } = texts.hero;
  const page = { siteUrl, siteName: business.name, path: step.path, name, description: head.description };
  return pageMeta(head, aboutPageData(page), organizationData(business), breadcrumbData(loaderData, [step]));
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { texts, people } = loaderData;
  const { hero, stats, reasons, cta } = texts;
  return (
    <>
      <PageHero texts={hero} className="">
        <StatTiles items={stats.items} />
      </PageHero>
      <section className="section section--white">
        <div className="wrap">
          <SectionHead title={reasons.title} intro={reasons.intro} />
          <Reasons items={reasons.items} columns={2} />
        </div>
      </section>
      <Beliefs texts={texts} />
      <TeamTeaser texts={texts.team} people={people} />
      <ClosingCall {...cta} className="section closing" />
    </>
  );
}

/** SPEC 2: mission, approach and "why choose us". */
function Beliefs({ texts }: { texts: AboutTexts }) {
  const { mission, approach, why_choose_us } = texts;
  return (
    <section className="section on-ink">
      <div className="wrap">
        <div className="mission">
          <h2 className="h3">{mission.title}</h2>
          <RichTextView html={mission.body} className="mission__body" />
        </div>
        <div className="two beliefs">
          {[approach, why_choose_us].map(({ title, body, points }) => (
            <div key={title}>
              <h2 className="h3">{title}</h2>
              <RichTextView html={body} className="prose muted" />
              <Ticks items={points} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

const FACE_PX = 72;
const MOST_FACES = 9;

function TeamTeaser({ texts, people }: { texts: AboutTexts["team"]; people: Person[] }) {
  return (
    <section className="section teaser">
      <div className="wrap">
        <div className="teaser__in">
          <div>
            <h2 className="h2">{texts.title}</h2>
            <p className="lead">{texts.text}</p>
            <ul className="faces">
              {people.slice(0, MOST_FACES).map(({ id, name, image }) => (
                <li key={id}>
                  <Face name={name} image={image} size={FACE_PX} />
                  {!image && <span className="sr">{name}</span>}
                </li>
              ))}
            </ul>
          </div>
          <a className="btn btn--line btn--lg" href={texts.button_href}>
            {texts.button_label}
            <ArrowRight className="i i-arrow" aria-hidden="true" />
          </a>
        </div>
      </div>
    </section>
  );
}
