import { data, type RouterContextProvider } from "react-router";
import { BUILT_IN_MARK } from "../copy/business.ts";
import { pagePath } from "../copy/site/page-path.ts";
import { type PageName, pages } from "../copy/site/pages.ts";
import { services } from "../copy/site/service-catalog.ts";
import { iconAddress } from "../features/drawn/icons.ts";
import { listMenuLinks } from "../features/landing-pages/queries.server.ts";
import { imagesIn } from "../features/media/images.server.ts";
import { addressFor, chosenImage } from "../features/media/own-image.ts";
import { canonicalOf } from "../features/page-seo/canonical.ts";
import { type CardSite, cardUrl, pageWords, recordWords } from "../features/page-seo/drawn-card.server.ts";
import type { Head } from "../features/page-seo/meta.ts";
import { readPageSeo } from "../features/page-seo/queries.server.ts";
import { withSiteWords } from "../features/page-seo/site-words.ts";
import type { Logo } from "../features/page-seo/structured-data.ts";
import { businessOf } from "../features/settings/contact-links.ts";
import { lastKnownSettings } from "../features/settings/last-known.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { listPeople, type Person } from "../features/team/people.ts";
import { brandOf, ownImage } from "../features/website-content/brand.ts";
import { readFacts } from "../features/website-content/facts.server.ts";
import { shownBuiltIns } from "../features/website-content/facts.ts";
import { loadTexts, type Texts } from "../features/website-content/texts.server.ts";
import { configContext, isAnsweringFault, visitorDb } from "../platform/http/context.server.ts";
import { readOpeningHours } from "../platform/time/opening-hours.ts";
import type { AbsenceWords } from "../ui/site/absence.tsx";

/**
 * Loads a page's texts, settings, images and the data for its head.
 * @param path canonical, without a query
 * @param records the records on the page, whose images are looked up too
 * @throws a database error, or the error that `records` rejects with
 */
export async function loadFrame<Name extends PageName>(
  context: Readonly<RouterContextProvider>,
  page: Name,
  path: string,
  records?: Promise<unknown>,
) {
  const { siteUrl } = context.get(configContext);
  const [{ texts, seo: own, settings, header }, shown] = await Promise.all([
    readPage(context, page),
    records,
  ]);
  const images = await imagesIn(context, [texts, header.brand, own.share_image, shown]);
  const brand = brandOf(header, images);
  const seo = withSiteWords(page, own, settings);
  const chosen = chosenImage(images, own.share_image ?? "", siteUrl);
  const canonical = canonicalOf(own.canonical_url, siteUrl + path);
  const site = { siteUrl, settings, hasOwnMark: brand.mark !== BUILT_IN_MARK };
  const head: Head = {
    title: seo.meta_title,
    description: seo.meta_description,
    keywords: seo.meta_keywords,
    isIndexable: seo.is_indexable,
    isFollowable: seo.is_followable,
    canonical,
    siteTitle: settings.site_title,
    drawn: cardUrl(site, path, pageWords(path, texts)),
    share: chosen?.share,
    // If the canonical URL is another page, search engines use that page's image.
    image: canonical === siteUrl + path ? chosen?.image : undefined,
    hidden: own.hidden.map((name) => siteUrl + pagePath(name)),
  };
  const homeLabel = header.navigation.breadcrumb_home;
  const { audit_label, audit_href } = header.services_menu;
  const ownLogo = ownImage(siteUrl, addressFor(images, brand.logo) ?? BUILT_IN_MARK);
  const logo: Logo = ownLogo
    ? { url: ownLogo }
    : { url: siteUrl + iconAddress("/icon-512.png", settings), width: 512, height: 512 };
  const audit = { label: audit_label, href: audit_href };
  return { texts, head, ...site, homeLabel, audit, logo, images };
}

type SearchFields = Record<"meta_title" | "meta_description" | "meta_keywords" | "canonical_url", string> &
  Record<"is_indexable" | "is_followable", boolean>;

/**
 * Returns the head of a record's page. The list page's own settings don't apply.
 * @param frame the list page's frame
 * @param record `kind` is its industry or category
 * @param defaults for empty fields
 */
export const recordHead = (
  { head, ...site }: CardSite & { head: Head },
  record: SearchFields & { section: string; path: string; title: string; kind: string },
  defaults: Pick<Head, "title" | "description" | "keywords">,
  share: Head["share"],
): Head => ({
  ...head,
  title: record.meta_title || defaults.title,
  description: record.meta_description || defaults.description,
  keywords: record.meta_keywords || defaults.keywords,
  isIndexable: record.is_indexable,
  isFollowable: record.is_followable,
  canonical: canonicalOf(record.canonical_url, site.siteUrl + record.path),
  share: share ?? null,
  drawn: cardUrl(site, record.path, recordWords(record.section, record)),
  image: undefined,
  type: "article",
});

/**
 * Returns a 503 for a record that can't be read right now. A 404 would remove it from search engines (decision
 * 0035.12).
 */
export const unreadable = (words: Pick<AbsenceWords, "title" | "back">) =>
  data({ ...words, text: "" } satisfies AbsenceWords, {
    status: 503,
    headers: { "Retry-After": "5", "Cache-Control": "no-store" },
  });

async function readPage<Name extends PageName>(context: Readonly<RouterContextProvider>, page: Name) {
  if (context.get(isAnsweringFault)) {
    const seo = { ...pages[page].seo, canonical_url: "", share_image: undefined, hidden: [] };
    const settings = lastKnownSettings();
    return { texts: shownBuiltIns(page, settings), seo, settings, header: shownBuiltIns("header") };
  }
  const db = context.get(visitorDb);
  const { facts, shell } = shellReads(context);
  const [texts, seo, { settings, texts: around }] = await Promise.all([
    loadTexts(db, [page], facts),
    readPageSeo(db, page),
    shell,
  ]);
  return { texts: texts[page], seo, settings, header: around.header };
}

type ShellReads = ReturnType<typeof startReads>;
const started = new WeakMap<object, ShellReads>();

/**
 * Returns settings, facts, and header and footer texts. The page's loader and the layout's loader share one read per
 * render.
 */
export function shellReads(context: Readonly<RouterContextProvider>): ShellReads {
  const reads = started.get(context) ?? startReads(context);
  started.set(context, reads);
  return reads;
}

function startReads(context: Readonly<RouterContextProvider>) {
  const db = context.get(visitorDb);
  const settings = readSettings(db);
  const facts = readFacts(db, settings);
  const texts = loadTexts(db, ["header", "footer"], facts);
  const read = Promise.all([settings, texts, listMenuLinks(db)]);
  return {
    facts,
    shell: read.then(([settings, texts, links]) => ({ settings, texts: withLinks(texts, links) })),
  };
}

function withLinks(
  { header, footer }: { header: Texts<"header">; footer: Texts<"footer"> },
  links: Awaited<ReturnType<typeof listMenuLinks>>,
) {
  const { navigation, services_menu } = header;
  const { quick_links } = footer;
  const longer = <Link>(own: readonly Link[], added: readonly Link[]) =>
    added.length ? [...own, ...added] : [...own];
  return {
    header: {
      ...header,
      navigation: { ...navigation, items: longer(navigation.items, links.header) },
      services_menu: {
        ...services_menu,
        seo_group_items: longer(services_menu.seo_group_items, links.services),
      },
    },
    footer: { ...footer, quick_links: { ...quick_links, items: longer(quick_links.items, links.footer) } },
  };
}

type BusinessTexts = { [Name in "home" | "services" | "contact"]: Texts<Name> };

/** Loads texts about the business from other pages, so that each text is edited in only one place. */
/** Returns the people on the Team page, leader first. */
export async function loadPeople(context: Readonly<RouterContextProvider>): Promise<Person[]> {
  if (context.get(isAnsweringFault)) return listPeople(shownBuiltIns("team", lastKnownSettings()));
  const { team } = await loadTexts(context.get(visitorDb), ["team"], shellReads(context).facts);
  return listPeople(team);
}

export async function loadBusinessTexts(context: Readonly<RouterContextProvider>): Promise<BusinessTexts> {
  if (!context.get(isAnsweringFault))
    return loadTexts(context.get(visitorDb), ["home", "services", "contact"], shellReads(context).facts);
  const builtIn = <Name extends keyof BusinessTexts>(name: Name) => shownBuiltIns(name, lastKnownSettings());
  return { home: builtIn("home"), services: builtIn("services"), contact: builtIn("contact") };
}

type BusinessFrame = Pick<
  Awaited<ReturnType<typeof loadFrame>>,
  "siteUrl" | "settings" | "hasOwnMark" | "logo"
>;

export function businessFrom(frame: BusinessFrame, { home, services: offered, contact }: BusinessTexts) {
  const { siteUrl, settings, logo } = frame;
  return {
    ...{ ...businessOf(settings), siteUrl, logo },
    image: cardUrl(frame, "/", pageWords("/", home)),
    description: settings.site_description,
    address: contact.cards.address,
    hours: contact.hours.items.map(readOpeningHours).filter((line) => line !== null),
    prices: services.map(({ slug }) => offered[slug].price).filter((price) => price !== undefined),
  };
}
