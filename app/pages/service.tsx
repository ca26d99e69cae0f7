import { data, type RouterContextProvider } from "react-router";
import { SERVICE_ALL_CASE_STUDIES, SERVICE_CASE_STUDIES, SERVICE_TESTIMONIALS } from "../copy/business.ts";
import { findService, type Service, withOwnService } from "../copy/site/service-catalog.ts";
import { caseStudiesPath } from "../features/case-studies/industry-filter.ts";
import { listRelated, listTestimonials } from "../features/case-studies/queries.server.ts";
import { Quotes } from "../features/case-studies/quote.tsx";
import { HeroForm } from "../features/enquiries/hero-form.tsx";
import { ServiceForm } from "../features/enquiries/service-form.tsx";
import { listRelatedLinks } from "../features/landing-pages/queries.server.ts";
import { RelatedPages } from "../features/landing-pages/related-pages.tsx";
import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData, serviceData } from "../features/page-seo/structured-data.ts";
import { replyHeaders } from "../features/public-forms/posted.server.ts";
import { redirectTarget } from "../features/redirects/paths.ts";
import { permanentRedirect } from "../features/redirects/queries.server.ts";
import { Example } from "../features/services/example.tsx";
import { Inquiry } from "../features/services/inquiry.tsx";
import { layoutOf } from "../features/services/layouts.ts";
import { SHOW_ALL, showAllPath } from "../features/services/show-all.ts";
import { lastKnownSettings } from "../features/settings/last-known.ts";
import { shownBuiltIns } from "../features/website-content/facts.ts";
import { loadTexts, type Texts } from "../features/website-content/texts.server.ts";
import { isAnsweringFault, requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { log } from "../platform/log.server.ts";
import { cleanHtml } from "../platform/text/html.server.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import type { Route } from "./+types/service";
import { loadFrame } from "./frame.server.ts";
import { RelatedCaseStudies } from "./service.case-studies.tsx";
import { Hero } from "./service.hero.tsx";
import { LongCopy } from "./service.long-copy.tsx";

export { receiveEnquiry as action } from "../features/enquiries/action.server.ts";

/**
 * All seven service pages have the same sections, except that Digital PR has no price (SPEC 2) and consulting also has
 * plans (SPEC 9).
 */
export type ServiceTexts = Omit<Texts<"services/local-seo">, "hero" | "pricing"> & {
  hero: Texts<"services/digital-pr">["hero"] & { price?: string; price_note?: string };
  sample_report?: Texts<"services/ecommerce-seo">["sample_report"];
  pricing: Pick<Texts<"services/digital-pr">["pricing"], "title" | "intro" | "note" | "button_label"> & {
    price?: string;
    period?: string;
    display?: string;
    includes?: string[];
    plans?: { name: string; price: string; text: string; features: string[] }[];
  };
};

export type SharedTexts = Texts<"services">;

export async function loader({ pattern, request, context }: Route.LoaderArgs) {
  const service = findService(pattern.slice("services/".length))!;
  const url = new URL(request.url);
  const shown = url.searchParams.get(SHOW_ALL.key);
  const isShowingAll = shown === SHOW_ALL.value;
  if (shown && !isShowingAll) {
    url.searchParams.delete(SHOW_ALL.key);
    throw permanentRedirect(redirectTarget(url.pathname + url.search, url.pathname));
  }
  const reading = readRelated(context, service, isShowingAll);
  const [frame, shared, related] = await Promise.all([
    loadFrame(context, `services/${service.slug}`, `/services/${service.slug}`, reading),
    readShared(context),
    reading,
  ]);
  const texts = withCleanAnswers(frame.texts);
  const page = { ...frame, texts, shared, slug: service.slug, related };
  return data(page, { headers: related ? {} : { "Cache-Control": "no-store" } });
}

/** Returns the texts with sanitized FAQ answers, because HTML in stored lists may be unsanitized. */
function withCleanAnswers(texts: ServiceTexts): ServiceTexts {
  const { title, items } = texts.faq;
  const clean = items.map(({ question, answer }) => ({ question, answer: cleanHtml(answer).html }));
  return { ...texts, faq: { title, items: clean } };
}

async function readShared(context: Readonly<RouterContextProvider>): Promise<SharedTexts> {
  if (context.get(isAnsweringFault)) return shownBuiltIns("services", lastKnownSettings());
  return (await loadTexts(context.get(visitorDb), ["services"])).services;
}

/** SPEC 8: a fetch error is only logged; the block is hidden, as if nothing matched (decision 0035.10). */
async function readRelated(
  context: Readonly<RouterContextProvider>,
  service: Service,
  isShowingAll: boolean,
) {
  if (context.get(isAnsweringFault)) return null;
  const limit = isShowingAll ? SERVICE_ALL_CASE_STUDIES : SERVICE_CASE_STUDIES;
  const db = context.get(visitorDb);
  const industries = service.related_industries;
  try {
    const [related, quotes, pages] = await Promise.all([
      listRelated(db, industries, limit),
      listTestimonials(db, { industries, limit: SERVICE_TESTIMONIALS }),
      listRelatedLinks(db, service.slug),
    ]);
    return { ...related, quotes, pages };
  } catch (error) {
    const request = context.get(requestInfo).id;
    log.error({ err: error, request }, "The related case studies couldn't be read");
    return null;
  }
}

/**
 * Returns the URL of Show All: this page with more matches or, if it already shows as many as it can, the full list of
 * case studies.
 */
const moreOf = (slug: string, shown: number) =>
  shown > SERVICE_CASE_STUDIES ? caseStudiesPath() : `${showAllPath(slug)}#case-studies`;

export const headers = replyHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(loaderData.head, ...dataOf(loaderData)) : pageMeta(undefined);
}

function dataOf(loaderData: NonNullable<Route.MetaArgs["loaderData"]>) {
  const { texts, shared, settings, siteUrl, slug } = loaderData;
  const { name } = findService(slug)!;
  const { hero, pricing } = texts;
  const path = `/services/${slug}`;
  // The overview shows one price and this page three. `serviceData` checks that they match.
  const large = pricing.price && pricing.price + (pricing.period ?? "");
  const prices = [shared[slug].price, hero.price, pricing.display, large].filter(Boolean);
  return [
    serviceData({ siteUrl, siteName: settings.site_title, path, name, description: hero.subtitle, prices }),
    breadcrumbData(loaderData, [
      { label: shared.hero.badge, path: "/services" },
      { label: name, path },
    ]),
  ];
}

export default function ServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, shared, settings, slug, related } = loaderData;
  const { hero, case_studies, inquiry, cta } = texts;
  const service = findService(slug)!;
  const forms = shared.shared_forms;
  const options = withOwnService(forms.service_options, service);
  const own = service.inquiry_option;
  const layout = layoutOf(slug);
  const studies = related && related.total > 0 && (
    <RelatedCaseStudies
      texts={case_studies}
      clientLabel={shared.shared_page.client_label}
      cards={related.cards}
      showAll={related.total > related.cards.length ? moreOf(slug, related.cards.length) : undefined}
    >
      <Quotes title={shared.shared_page.testimonials_title} quotes={related.quotes} look="folded" />
    </RelatedCaseStudies>
  );
  return (
    <>
      <Hero
        service={service}
        texts={texts}
        shared={shared.shared_page}
        trail={[{ label: shared.hero.badge, href: "/services" }]}
        form={
          <HeroForm
            texts={{ ...forms, ...hero, form_note: forms.hero_form_note }}
            services={options}
            service={own}
            reply={actionData}
          />
        }
      >
        {layout.example === "hero" && <Example service={slug} texts={texts.example} />}
      </Hero>
      {layout.isProofFirst && studies}
      <LongCopy
        service={service}
        texts={texts}
        shared={shared.shared_page}
        report={{ ...shared.sample_report, ...texts.sample_report }}
        siteName={settings.site_title}
        layout={layout}
      />
      {!layout.isProofFirst && studies}
      {related && related.pages.length > 0 && (
        <RelatedPages title={service.name} links={related.pages} texts={shared.shared_page} />
      )}
      <Inquiry
        texts={inquiry}
        points={texts.hero.highlights}
        fold={actionData?.form === "service" ? "open" : "closed"}
        form={
          <ServiceForm texts={{ ...forms, ...inquiry }} services={options} service={own} reply={actionData} />
        }
      />
      {/* A list without case studies proves nothing. */}
      <ClosingCall {...(studies ? cta : withoutCaseStudies(cta))} />
    </>
  );
}

function withoutCaseStudies(cta: ServiceTexts["cta"]): ServiceTexts["cta"] {
  const to = "secondary_href" in cta ? cta.secondary_href : undefined;
  return to?.startsWith(caseStudiesPath()) ? { ...cta, secondary_label: "" } : cta;
}
