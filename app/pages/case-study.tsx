import { data, href } from "react-router";
import { RELATED_CASE_STUDIES } from "../copy/business.ts";
import { messages } from "../copy/messages.ts";
import { fill } from "../copy/site/fill.ts";
import { noCaseStudy } from "../features/case-studies/absence.ts";
import { CaseStudyCard } from "../features/case-studies/card.tsx";
import { caseStudiesPath } from "../features/case-studies/industry-filter.ts";
import { findPublishedCaseStudy, listMoreCaseStudies } from "../features/case-studies/queries.server.ts";
import { Quote } from "../features/case-studies/quote.tsx";
import { resultBars } from "../features/case-studies/result-bars.ts";
import { caseStudySearchDefaults } from "../features/case-studies/search-defaults.ts";
import { imageOf } from "../features/drawn/image.ts";
import { monthlyOf } from "../features/drawn/monthly.ts";
import { resolveRecordImages } from "../features/media/own-image.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData, caseStudyData } from "../features/page-seo/structured-data.ts";
import { builtInTexts, type Texts } from "../features/website-content/built-in.ts";
import type { Database } from "../platform/database/database.server.ts";
import { requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { log } from "../platform/log.server.ts";
import { partOf, unmarkedWords } from "../platform/text/edit-mark.ts";
import { cleanHtml } from "../platform/text/html.server.ts";
import { absenceOf, RecordAbsence } from "../ui/site/absence.tsx";
import { BackLink } from "../ui/site/back-link.tsx";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import { FRAME_RATIO, FrameImage } from "../ui/site/frame.tsx";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import { SectionHead } from "../ui/site/section-head.tsx";
import type { Route } from "./+types/case-study";
import { MonthlyChart } from "./case-study.monthly.tsx";
import { CallToAction, Dates, KeyResults } from "./case-study.parts.tsx";
import { ResultChart } from "./case-study.result-bars.tsx";
import { loadFrame, recordHead, unreadable } from "./frame.server.ts";

export type DetailTexts = Texts<"case-studies">["detail"];

export async function loader({ params, context }: Route.LoaderArgs) {
  const path = href("/case-studies/:slug", params);
  const reading = readCaseStudy(context.get(visitorDb), params.slug);
  const [frame, found] = await Promise.all([
    loadFrame(context, "case-studies", path, reading),
    reading,
  ]).catch((error: unknown) => {
    log.error({ err: error, request: context.get(requestInfo).id }, "A case study couldn't be read");
    const { back } = noCaseStudy(builtInTexts("case-studies").detail);
    throw unreadable({ title: messages.caseStudy.readFailed, back });
  });
  const { detail, hero } = frame.texts;
  if (!found) throw data(noCaseStudy(detail), { status: 404 });

  const { study, more } = found;
  const resolved = resolveRecordImages(frame.images, study, frame.siteUrl);
  const record = { ...study, section: "case-studies", path, kind: study.industry };
  const head = recordHead(frame, record, caseStudySearchDefaults(study, detail), resolved.share);
  const challenge = cleanHtml(study.challenge).html;
  const solution = cleanHtml(study.solution).html;
  return {
    ...frame,
    head,
    crumb: hero.badge,
    study: { ...study, ownImage: resolved.image, challenge, solution },
    more,
  };
}

async function readCaseStudy(db: Database, slug: string) {
  const study = await findPublishedCaseStudy(db, slug);
  if (!study) return null;
  return { study, more: await listMoreCaseStudies(db, study, RELATED_CASE_STUDIES) };
}

/** A thrown response's headers win, because they include Retry-After. */
export const headers = ({ errorHeaders, loaderHeaders }: Route.HeadersArgs) => errorHeaders ?? loaderHeaders;

function dataOf(loaderData: NonNullable<Route.MetaArgs["loaderData"]>) {
  const { head, siteUrl, crumb, study, logo } = loaderData;
  const path = href("/case-studies/:slug", { slug: study.slug });
  const { siteTitle: siteName, description } = head;
  return [
    caseStudyData({ ...study, dates: study, description, siteUrl, siteName, logo, path, drawn: head.drawn }),
    breadcrumbData(loaderData, [
      { label: crumb, path: caseStudiesPath() },
      { label: study.client, path },
    ]),
  ];
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) return pageMeta(loaderData.head, ...dataOf(loaderData));
  const title = absenceOf(error)?.title;
  return title ? [{ title }, { name: "robots", content: "noindex, follow" }] : pageMeta(undefined);
}

export default function CaseStudy({ loaderData }: Route.ComponentProps) {
  const { texts, settings, crumb, study, more } = loaderData;
  const { detail, list } = texts;
  const facts = [
    [detail.client_label, study.client],
    [detail.industry_label, study.industry],
    [detail.duration_label, study.duration],
  ] as const;
  const monthly = monthlyOf(unmarkedWords(study.monthly));
  const evidence = monthly ? (
    <MonthlyChart texts={detail} monthly={{ ...monthly, label: partOf(study.monthly, monthly.label) }} />
  ) : (
    <ResultChart texts={detail} results={study.results} />
  );
  // A generated cover would only repeat the numbers.
  const isEvidenceFirst = study.image === "" && (monthly || resultBars(study.results).length > 0);
  return (
    <>
      <section className="hero hero--page hero--study">
        <div className="wrap">
          <BackLink href={caseStudiesPath()} label={detail.back_label} />
          <Breadcrumb steps={[{ label: crumb, href: caseStudiesPath() }, { label: study.client }]} />
          <h1 className="h1">{study.title}</h1>
          <dl className="facts">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {study.result && (
              <div>
                <dt>{detail.result_label}</dt>
                <dd className="facts__up">{study.result}</dd>
              </div>
            )}
          </dl>
          {isEvidenceFirst ? evidence : <FrameImage image={imageOf(study, FRAME_RATIO, settings)} />}
        </div>
      </section>
      <section className="section section--study">
        <div className="wrap">
          <div className="cols cols--side">
            <article className="prose study">
              {study.challenge && (
                <>
                  <h2>{detail.challenge_title}</h2>
                  <RichTextView html={study.challenge} />
                </>
              )}
              {study.solution && (
                <>
                  <h2>{detail.solution_title}</h2>
                  <RichTextView html={study.solution} />
                </>
              )}
              {!isEvidenceFirst && evidence}
              {monthly && <ResultChart texts={detail} results={study.results} />}
              {study.testimonial && (
                <>
                  <h2>{detail.testimonial_title}</h2>
                  <Quote {...study} />
                </>
              )}
              <Dates texts={detail} study={study} timeZone={settings.time_zone} />
            </article>
            <aside className="sticky stack study__side">
              <KeyResults texts={detail} results={study.results} source={study.source} />
              <CallToAction texts={detail} />
            </aside>
          </div>
        </div>
      </section>
      {more.cards.length > 0 && (
        <section className="section">
          <div className="wrap">
            <SectionHead
              title={
                more.isSameIndustry
                  ? fill(detail.more_industry_title, { industry: study.industry })
                  : detail.more_title
              }
            />
            <div className="grid g3 rail">
              {more.cards.map((card) => (
                <CaseStudyCard key={card.slug} study={card} texts={list} />
              ))}
            </div>
          </div>
        </section>
      )}
    </>
  );
}

/** SPEC 2: "Case Study Not Found" with a back link. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RecordAbsence error={error} />;
}
