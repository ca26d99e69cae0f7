// The layout of every public page: header, footer, settings and shared texts.
import { href, isRouteErrorResponse, Outlet, useLocation, useMatches } from "react-router";
import { messages } from "../copy/messages.ts";
import script from "../enhance/main.ts?worker&url";
import { type FoundImages, imagesIn } from "../features/media/images.server.ts";
import { imageAt, ownMark } from "../features/media/own-image.ts";
import { MANIFEST_ICON_PX, manifestAddress } from "../features/page-seo/manifest.server.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { stampForm } from "../features/public-forms/form-stamp.server.ts";
import type { FormContext } from "../features/public-forms/reply.ts";
import { choicesOf } from "../features/settings/choices.ts";
import { trackingOf } from "../features/settings/tracking.server.ts";
import type { Tracking } from "../features/settings/tracking.tsx";
import { brandOf } from "../features/website-content/brand.ts";
import {
  configContext,
  isAnsweringFault,
  isOwnerVisiting,
  previewBy,
  requestInfo,
} from "../platform/http/context.server.ts";
import { isPersonalPath } from "../platform/http/personal-path.server.ts";
import { log } from "../platform/log.server.ts";
import faces from "../styles/fonts.css?url";
import { Absence } from "../ui/site/absence.tsx";
import { BreadcrumbWords } from "../ui/site/breadcrumb.tsx";
import { type FindImage, Images } from "../ui/site/image-markup.ts";
import { Toast } from "../ui/site/toast.tsx";
import { TryAgain } from "../ui/site/try-again.tsx";
import type { Route } from "./+types/layout";
import { shellReads } from "./frame.server.ts";
import { BareFooter, BareHeader } from "./layout.bare.tsx";
import { ConsentBanner } from "./layout.consent.tsx";
import stylesheet from "./layout.css?url";
import { Footer } from "./layout.footer.tsx";
import { CtaBar, Header } from "./layout.header.tsx";
import { followLinks } from "./layout.links.server.ts";
import { OwnerBar, type OwnerBarWords } from "./layout.owner-bar.tsx";
import { followRedirects, type Gone } from "./layout.redirects.server.ts";
import { fallbackShell, rememberShell, type Shell } from "./layout.shell.ts";

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: faces },
  { rel: "stylesheet", href: stylesheet },
  { rel: "alternate", href: "/rss.xml", type: "application/rss+xml", title: "SEO News" },
];

export const middleware: Route.MiddlewareFunction[] = [followRedirects, followLinks];

type Around = Shell & { tracking: Tracking | null; bar: OwnerBarWords | null };

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<Around & Pick<FormContext, "formStamp"> & { manifest: string }> {
  const read = await loadShell(context);
  const shell = read ?? fallbackShell();
  const { settings, images } = shell;
  const mark = ownMark(images, brandOf(shell.texts.header, images).mark, MANIFEST_ICON_PX);
  const bar = context.get(previewBy) ?? (context.get(isOwnerVisiting) ? "visit" : null);
  // No tracking on personal paths, because third-party scripts could read the token in the URL.
  const isTracked = read && !bar && !isPersonalPath(new URL(request.url).pathname);
  return {
    ...shell,
    manifest: manifestAddress(settings, mark),
    tracking: isTracked ? trackingOf(settings, script) : null,
    bar,
    formStamp: stampForm(context.get(configContext).dataDir),
  };
}

async function loadShell(context: Route.LoaderArgs["context"]): Promise<Shell | null> {
  if (context.get(isAnsweringFault)) return null;
  try {
    const { texts, settings } = await shellReads(context).shell;
    const shell = { texts, settings, images: await imagesIn(context, texts.header.brand) };
    if (!context.get(previewBy)) rememberShell(shell);
    return shell;
  } catch (error) {
    // The page's own loader will hit this error too, and report it.
    log.error({ err: error, request: context.get(requestInfo).id }, "The header and footer couldn't be read");
    return null;
  }
}

/** Used only if no page is rendered, as for a 410. */
export const meta = ({ error }: Route.MetaArgs) => {
  const gone = goneOf(error);
  return gone ? [{ title: `${gone.words.title} | ${gone.settings.site_title}` }] : pageMeta(undefined);
};

const goneOf = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 410 ? (error.data as Gone) : null;

export default function Layout({ loaderData }: Route.ComponentProps) {
  const { formStamp, settings } = loaderData;
  const { booking_url: bookingUrl, budget_choices, timeline_choices } = settings;
  const choices = { budget: choicesOf(budget_choices), timeline: choicesOf(timeline_choices) };
  const ofForms: FormContext = { formStamp, bookingUrl, choices };
  return (
    <Frame {...loaderData}>
      <Outlet context={ofForms} />
    </Frame>
  );
}

const isNotTaken = (error: unknown) =>
  isRouteErrorResponse(error) && (error.status === 400 || error.status === 405);

/** Handles errors that pages don't handle themselves. Reveals no internals. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const gone = goneOf(error);
  if (gone) return <GonePage {...gone} />;
  const { again, home } = messages.outage;
  const isFault = !isNotTaken(error);
  const { title, text } = isFault ? messages.outage : messages.notAccepted;
  return (
    <Frame {...(loaderData ?? { ...fallbackShell(), tracking: null, bar: null })}>
      <section className="hero hero--alone">
        <div className="wrap">
          <h1 className="display">{title}</h1>
          <p className="lead">{text}</p>
          <div className="btns hero__btns">
            {isFault && <TryAgain className="btn btn--lg" label={again} />}
            <a className={isFault ? "btn btn--line btn--lg" : "btn btn--lg"} href="/">
              {home}
            </a>
          </div>
        </div>
      </section>
    </Frame>
  );
}

function GonePage({ words, ...shell }: Gone) {
  return (
    <Frame {...shell} tracking={null}>
      <Absence words={words} />
    </Frame>
  );
}

/** What a page's loader may tell the layout. `withoutMenus` has a link to the page's form, if it has one. */
type PageData = { isMissing?: true; withoutMenus?: { formLink: string | null } | null };

function Frame(props: Around & { children: React.ReactNode }) {
  const { texts, settings, tracking, bar, children } = props;
  const { pathname } = useLocation();
  const { isMissing, withoutMenus } = (useMatches().at(-1)?.loaderData ?? {}) as PageData;
  const { cta } = texts.header;
  const header = withoutMenus?.formLink
    ? { ...texts.header, cta: { ...cta, href: withoutMenus.formLink } }
    : texts.header;
  const hasConsent = Boolean(tracking?.banner);
  const find = useImages(props.images);
  const { breadcrumb_label, breadcrumb_home } = texts.header.navigation;
  const brand = brandOf(texts.header, props.images);
  const failure = messages.contact.failure;
  return (
    <Images value={find}>
      <a className="skip" href="#main">
        {texts.header.navigation.skip_link_label}
      </a>
      {bar && bar !== "editing" && (
        <OwnerBar
          says={bar}
          panel={href("/admin-control-panel-seoprozone/dashboard")}
          edit={`${href("/admin-control-panel-seoprozone/edit-page")}?path=${encodeURIComponent(isMissing ? "/404" : pathname)}`}
        />
      )}
      {tracking?.banner && <ConsentBanner texts={texts.footer.consent} script={tracking.banner} />}
      {withoutMenus ? (
        <BareHeader texts={header} settings={settings} />
      ) : (
        <Header texts={header} settings={settings} path={pathname} />
      )}
      {/* Here, because the page's first bytes hold what's at once in view. */}
      <CtaBar texts={header} settings={settings} path={pathname} />
      <main id="main" tabIndex={-1}>
        <BreadcrumbWords value={{ label: breadcrumb_label, home: breadcrumb_home, mark: brand.mark }}>
          {children}
        </BreadcrumbWords>
      </main>
      {withoutMenus ? (
        <BareFooter texts={texts.footer} hasConsent={hasConsent} />
      ) : (
        <Footer
          texts={texts.footer}
          settings={settings}
          logo={{
            image: brand.logoOnDark,
            needsPlate: brand.needsPlate,
            hasName: texts.header.brand.logo_text !== "",
          }}
          hasConsent={hasConsent}
        />
      )}
      {/* Scripts move toasts here. The template below is for errors that the server can't report. */}
      <section
        className="toasts"
        data-toasts
        aria-label={texts.header.navigation.notifications_label}
        aria-live="polite"
      />
      <template data-toast-pattern>
        <Toast tone="bad" {...failure} />
      </template>
      {tracking?.start ? <script>{tracking.start}</script> : <script type="module" async src={script} />}
    </Images>
  );
}

function useImages(own: FoundImages): FindImage {
  const all = [
    own,
    ...useMatches().flatMap(({ loaderData }) => (hasImages(loaderData) ? [loaderData.images] : [])),
  ];
  return (address) => {
    const found = all.map((images) => imageAt(images, address));
    return found.find(Boolean) ?? found[0];
  };
}

const hasImages = (data: unknown): data is { images: FoundImages } =>
  typeof data === "object" && data !== null && "images" in data;
