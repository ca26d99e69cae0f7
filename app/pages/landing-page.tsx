// Serves every path that no other route matches: landing pages and the 404 page.
import { data, type RouterContextProvider } from "react-router";
import { SERVICE_CASE_STUDIES, SERVICE_TESTIMONIALS } from "../copy/business.ts";
import { messages } from "../copy/messages.ts";
import { landingAt } from "../copy/site/landing-path.ts";
import { findService } from "../copy/site/service-catalog.ts";
import {
  listChosenCaseStudies,
  listLatestCaseStudies,
  listRelated,
  listTestimonials,
} from "../features/case-studies/queries.server.ts";
import { receiveEnquiry } from "../features/enquiries/action.server.ts";
import { sectionWith, withoutPrompts } from "../features/landing-pages/models.ts";
import { findPublishedLandingPage, listRelatedLinks } from "../features/landing-pages/queries.server.ts";
import { Neighbors } from "../features/landing-pages/related-pages.tsx";
import { landingSearchDefaults } from "../features/landing-pages/search-defaults.ts";
import {
  formLinkOf,
  mapHtml,
  type Section,
  type SectionOf,
  type SectionType,
  withFormLinks,
} from "../features/landing-pages/sections.ts";
import { shownSections } from "../features/landing-pages/shown-sections.ts";
import { resolveRecordImages } from "../features/media/own-image.ts";
import { filledProof, type ProofTexts } from "../features/outside-proof/filled.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { faqData, webPageData } from "../features/page-seo/page-data.ts";
import { breadcrumbData, serviceData } from "../features/page-seo/structured-data.ts";
import { replyHeaders } from "../features/public-forms/posted.server.ts";
import type { ShownForm } from "../features/public-forms/reply.ts";
import { pathAsTyped } from "../features/redirects/missing-page.server.ts";
import { isFormerSlug } from "../features/redirects/slug-history.server.ts";
import { findPerson, listPeople, type Person } from "../features/team/people.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import {
  isAnsweringFault,
  isFormGone,
  type PreviewBy,
  previewBy,
  requestInfo,
  visitorDb,
} from "../platform/http/context.server.ts";
import { log } from "../platform/log.server.ts";
import { layOutSection } from "../platform/text/article.ts";
import { cleanHtml } from "../platform/text/html.server.ts";
import { textOf } from "../platform/text/plain-text.ts";
import { RecordAbsence } from "../ui/site/absence.tsx";
import type { Route } from "./+types/landing-page";
import { loadBusinessTexts, loadFrame, recordHead, shellReads, unreadable } from "./frame.server.ts";
import { Sections } from "./landing-page.sections.tsx";
import { NotFound } from "./not-found.tsx";

type Context = Readonly<RouterContextProvider>;
/** These sections show what's stored elsewhere, and disappear if there's nothing. */
const FROM_ELSEWHERE: readonly SectionType[] = ["case_studies", "testimonials", "people", "proof"];
/** Previews that only the owner sees. */
const BY_OWNER: readonly (PreviewBy | null)[] = ["owner", "changes", "editing"];
const PEOPLE_FIRST = 3;
/** One entry per section; null unless the section shows something that's stored elsewhere. */
export type Proof = readonly (FromElsewhere | null)[];
type FromElsewhere = {
  cards?: Awaited<ReturnType<typeof listLatestCaseStudies>>;
  quotes?: Awaited<ReturnType<typeof listTestimonials>>;
  people?: Person[];
  outside?: ProofTexts;
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname;
  const slug = landingAt(path);
  if (context.get(isAnsweringFault)) return loadPage(context, path, fallback(messages.outage.title));
  if (context.get(isFormGone)) return loadPage(context, path, fallback(messages.landingPage.changed));
  const found = slug ? await findPublishedLandingPage(context.get(visitorDb), slug) : null;
  if (!found) return loadMissing(context, path);
  try {
    return await loadPage(context, path, found);
  } catch (error) {
    log.error({ err: error, request: context.get(requestInfo).id }, "A landing page couldn't be read");
    throw unreadable({
      title: messages.landingPage.readFailed,
      back: { label: messages.outage.home, href: "/" },
    });
  }
}

async function loadMissing(context: Context, path: string) {
  const { head, ...frame } = await loadFrame(context, "not-found", path);
  const page = { ...frame, isMissing: true as const, head: { ...head, canonical: null } };
  return data({ ...page, path: pathAsTyped(path) }, { status: 404 });
}

type Page = Pick<
  NonNullable<Awaited<ReturnType<typeof findPublishedLandingPage>>>,
  "title" | "service" | "area" | "sections" | "in_related" | "without_menus" | keyof typeof UNSEARCHED
>;
/** Values of the SEO fields for a page that must not be indexed. */
const UNSEARCHED = {
  ...{ meta_title: "", meta_description: "", meta_keywords: "", canonical_url: "", share_image: "" },
  ...{ is_indexable: false, is_followable: true },
};

async function loadPage(context: Context, path: string, page: Page) {
  const service = findService(page.service);
  const isOwners = BY_OWNER.includes(context.get(previewBy));
  const written = isOwners ? page.sections : withoutPrompts(page.sections);
  const shown = withFormLinks(shownSections(written));
  const all = mapHtml(shown, (html) => layOutSection(cleanHtml(html).html));
  const business = loadBusinessTexts(context);
  const reading = context.get(isAnsweringFault) ? null : readProof(context, page.service, all, business);
  // A campaign's page has no other ways out.
  const hasRelated = service !== undefined && page.in_related && !page.without_menus;
  const [frame, other, proof, related] = await Promise.all([
    loadFrame(context, "services", path, Promise.all([all, reading])),
    business,
    reading,
    hasRelated ? listRelatedLinks(context.get(visitorDb), service.slug) : [],
  ]);
  const filled = all
    .map((section, i) => ({ section, proof: proof?.[i] ?? null }))
    .filter(({ section, proof }) => proof || !FROM_ELSEWHERE.includes(section.type));
  const sections = filled.map(({ section }) => section);
  const { title, area, share_image } = page;
  const { share } = resolveRecordImages(frame.images, { share_image, image: "" }, frame.siteUrl);
  const record = { ...page, section: "", path, kind: service?.name ?? "" };
  const defaults = landingSearchDefaults({ ...page, sections }, frame.head.siteTitle);
  const { type: _, ...head } = recordHead(frame, record, defaults, share);
  const { card_link_label: view_label, client_label } = other.home.case_studies;
  return data({
    ...{ ...frame, head, path, title, area, sections, service: page.service },
    ...{ related, proof: filled.map(({ proof }) => proof) },
    asksForPhotos: isOwners,
    withoutMenus: page.without_menus ? { formLink: formLinkOf(shown) } : null,
    forms: { hero: other.home.hero, contact: other.contact.form, card: { view_label, client_label } },
    hasVideo: sections.some(({ type }) => type === "video"),
  });
}

/** Returns a stand-in for a page that can't be shown, so that visitors still get the reply to its form. */
function fallback(title: string): Page {
  const bare = { title, intro: "", points: [], button_label: "" };
  return {
    ...{ ...UNSEARCHED, title, service: "", area: "", in_related: false, without_menus: false },
    sections: [
      sectionWith("hero", { title, subtitle: "", buttons: [], form: "quick" }),
      sectionWith("form", bare),
      sectionWith("form", { ...bare, form: "contact" }),
    ],
  };
}

function readProof(
  context: Context,
  service: string,
  sections: readonly Section[],
  business: ReturnType<typeof loadBusinessTexts>,
) {
  const db = context.get(visitorDb);
  const related = findService(service)?.related_industries;
  const industriesOf = ({ from, industry }: { from: string; industry: string }) =>
    from === "industry" ? [industry] : from === "service" ? related : undefined;
  return Promise.all(
    sections.map(async (section): Promise<FromElsewhere | null> => {
      switch (section.type) {
        case "case_studies": {
          const cards = await readCards(db, section, industriesOf(section));
          return cards.length ? { cards } : null;
        }
        case "testimonials": {
          const industries = industriesOf(section);
          const quotes = await listTestimonials(db, { industries, limit: SERVICE_TESTIMONIALS });
          return quotes.length ? { quotes } : null;
        }
        case "people": {
          const { team } = await loadTexts(db, ["team"], shellReads(context).facts);
          const all = listPeople(team);
          const people =
            section.from === "first"
              ? all.slice(0, PEOPLE_FIRST)
              : section.names.flatMap((name) => findPerson(all, name) ?? []);
          return people.length ? { people } : null;
        }
        case "proof": {
          const outside = filledProof((await business).home.proof);
          return outside && { outside };
        }
        default:
          return null;
      }
    }),
  );
}

async function readCards(
  db: Database,
  { from, slugs }: SectionOf<"case_studies">,
  industries: readonly string[] | undefined,
) {
  if (from === "chosen") return listChosenCaseStudies(db, slugs);
  if (!industries) return listLatestCaseStudies(db, SERVICE_CASE_STUDIES);
  return (await listRelated(db, industries, SERVICE_CASE_STUDIES)).cards;
}

/** Accepts an enquiry on a landing page, even on one that was removed since. Posts to other paths get a 405. */
export async function action(args: Route.ActionArgs) {
  const slug = landingAt(new URL(args.request.url).pathname);
  const { context } = args;
  if (!slug) throw data(null, { status: 405 });
  const db = context.get(visitorDb);
  // If the database can't be read, the form comes back with what was typed.
  const page = context.get(isAnsweringFault)
    ? undefined
    : await findPublishedLandingPage(db, slug).catch(() => undefined);
  if (page === null && !(await isFormerSlug(db, "landing-page", slug).catch(() => true)))
    throw data(null, { status: 405 });
  const reply = await receiveEnquiry(args);
  const isShown = page === undefined || formsOf(page?.sections ?? []).includes(reply.data.form);
  context.set(isFormGone, !isShown);
  return reply;
}

const formsOf = (sections: readonly Section[]): ShownForm[] =>
  sections.flatMap((one) => {
    if (one.is_hidden) return [];
    if (one.type === "hero") return one.form === "quick" ? ["hero"] : [];
    return one.type === "form" ? [one.form] : [];
  });

export const headers = ({ errorHeaders, ...args }: Route.HeadersArgs) =>
  errorHeaders ?? replyHeaders({ errorHeaders, ...args });

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData || "isMissing" in loaderData) return pageMeta(loaderData?.head);
  const { head, siteUrl, settings, path, title, area, texts } = loaderData;
  const service = findService(loaderData.service);
  const of = { siteUrl, siteName: settings.site_title, path, name: title, description: head.description };
  const questions = loaderData.sections.flatMap((one) => (one.type === "faq" ? one.items : []));
  const answered = questions.map(({ question, answer }) => ({ question, answer: textOf(answer) }));
  return pageMeta(
    head,
    webPageData(of),
    breadcrumbData(loaderData, [...trailOf(path, texts.hero.badge), { label: title, path }]),
    ...(service ? [serviceData({ ...of, prices: [], serviceType: service.name, areaServed: area })] : []),
    ...(answered.length ? [faqData(answered)] : []),
  );
}

/** Returns the breadcrumbs before a landing page's own; none for a page that belongs to no service. */
function trailOf(path: string, services: string) {
  const [, above, slug = ""] = path.split("/");
  const service = above === "services" ? findService(slug) : undefined;
  if (!service) return [];
  return [
    { label: services, path: "/services" },
    { label: service.name, path: `/services/${slug}` },
  ];
}

export default function LandingPage({ loaderData, actionData }: Route.ComponentProps) {
  if ("isMissing" in loaderData) return <NotFound loaderData={loaderData} />;
  const { path, texts, related } = loaderData;
  const service = findService(loaderData.service);
  return (
    <>
      <Sections {...loaderData} trail={trailOf(path, texts.hero.badge)} reply={actionData} />
      {service && (
        <Neighbors
          title={service.name}
          links={related}
          path={path}
          service={`/services/${service.slug}`}
          texts={texts.shared_page}
        />
      )}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RecordAbsence error={error} />;
}
