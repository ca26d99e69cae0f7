import { data } from "react-router";
import { HOME_CASE_STUDIES, HOME_TESTIMONIALS, SERVICE_OPTIONS } from "../copy/business.ts";
import { services, servicesOfIndustry } from "../copy/site/service-catalog.ts";
import { listLatestCaseStudies, listTestimonials } from "../features/case-studies/queries.server.ts";
import { Quotes } from "../features/case-studies/quote.tsx";
import { AuditForm } from "../features/enquiries/audit-form.tsx";
import { HeroForm } from "../features/enquiries/hero-form.tsx";
import { OutsideProof } from "../features/outside-proof/outside-proof.tsx";
import { organizationData, websiteData } from "../features/page-seo/business-data.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { replyHeaders } from "../features/public-forms/posted.server.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { log } from "../platform/log.server.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import type { Route } from "./+types/home";
import { businessFrom, loadBusinessTexts, loadFrame } from "./frame.server.ts";
import { Audit } from "./home.audit.tsx";
import { Hero } from "./home.hero.tsx";
import { Local } from "./home.local.tsx";
import { LatestCaseStudies, Stats } from "./home.proof.tsx";
import { Services } from "./home.services.tsx";
import { WhyChooseUs } from "./home.why.tsx";

export { receiveEnquiry as action } from "../features/enquiries/action.server.ts";

export type HomeTexts = Texts<"home">;

/** SPEC 2: "six-service grid". Link building is on the services page. */
const SEO_SERVICES = services.filter(({ nav_group }) => nav_group === "SEO Services");

/** Returns whether a case study's industry belongs to the local SEO service (SPEC 7). */
const isLocal = ({ industry }: { industry: string }) =>
  servicesOfIndustry(industry).some(({ slug }) => slug === "local-seo");

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(visitorDb);
  const latest = Promise.all([
    listLatestCaseStudies(db, HOME_CASE_STUDIES),
    listTestimonials(db, { limit: HOME_TESTIMONIALS }),
  ]).then(
    ([studies, quotes]) => ({ studies, quotes, isWhole: true }),
    (error: unknown) => {
      // SPEC 8: a fetch error is only logged, and nothing is shown (decision 0035.10).
      log.error(
        { err: error, request: context.get(requestInfo).id },
        "The latest case studies couldn't be read",
      );
      return { studies: [], quotes: [], isWhole: false };
    },
  );
  const [frame, other] = await Promise.all([
    loadFrame(context, "home", "/", latest),
    loadBusinessTexts(context),
  ]);
  const { isWhole, ...proof } = await latest;
  const business = businessFrom(frame, other);
  // These texts belong to other pages and are edited there.
  const cards = SEO_SERVICES.map(({ slug }) => ({ slug, ...other.services[slug] }));
  const { hours, cards: contact } = other.contact;
  const shared = { cards, report: other.services.sample_report, address: contact.address, hours };
  const headers = isWhole ? undefined : { "Cache-Control": "no-store" };
  return data({ ...frame, business, ...shared, ...proof }, { headers });
}

export const headers = replyHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, business } = loaderData;
  return pageMeta(head, organizationData(business), websiteData(business));
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, cards, report, address, hours, studies, quotes } = loaderData;
  const { hero, stats, case_studies, features, local, audit, cta } = texts;
  const cardTexts = { view_label: case_studies.card_link_label, client_label: case_studies.client_label };
  return (
    <>
      <Hero
        texts={hero}
        hasStudies={studies.length > 0}
        form={<HeroForm texts={hero} services={SERVICE_OPTIONS} reply={actionData} />}
        stats={<Stats texts={stats} />}
      />
      <OutsideProof texts={texts.proof} />
      <LatestCaseStudies texts={case_studies} cardTexts={cardTexts} studies={studies}>
        <Quotes title={case_studies.testimonials_title} quotes={quotes} look="large" />
      </LatestCaseStudies>
      <Services texts={texts.services} services={cards} />
      <WhyChooseUs texts={features} report={report} />
      <Audit texts={audit} form={<AuditForm texts={audit} reply={actionData} />} />
      <Local texts={local} address={address} hours={hours} study={studies.find(isLocal)} />
      <ClosingCall
        title={cta.title}
        text={cta.text}
        button_label={cta.primary_label}
        button_href={cta.primary_href}
        secondary_label={cta.secondary_label}
        secondary_href={cta.secondary_href}
      />
    </>
  );
}
