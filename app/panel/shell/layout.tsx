import { type ReactNode, useEffect, useState } from "react";
import { data, href, isRouteErrorResponse, Link, Outlet, useLocation } from "react-router";
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import { messages } from "../../copy/messages.ts";
import { demo } from "../../copy/panel/demo.ts";
import { confirmIdentity } from "../../copy/panel/factor.ts";
import { refusals } from "../../copy/refusals.ts";
import { countPendingDrafts } from "../../features/changes/drafts.server.ts";
import { countNewEnquiries } from "../../features/enquiries/queries.owner.server.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { readMailTrouble } from "../../features/mail/trouble.owner.server.ts";
import { describeTrouble, mailSetupOf } from "../../features/mail/words.server.ts";
import { readRefusedInvitations } from "../../features/newsletter/queries.owner.server.ts";
import type { Settings } from "../../features/settings/defaults.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { findFactors } from "../../features/sign-in/factors.server.ts";
import { consumeNotice } from "../../features/sign-in/notice.server.ts";
import { frameKeyOf, pageKeyOf } from "../../features/sign-in/panel-page.server.ts";
import { sendPageKey } from "../../features/sign-in/panel-page.ts";
import { themeOf } from "../../features/sign-in/theme.server.ts";
import type { Theme } from "../../features/sign-in/theme.ts";
import { hasRight, OWNER, type Role } from "../../features/staff/rights.ts";
import { ROUTE_RIGHTS } from "../../features/staff/route-rights.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { listSwitchedOff } from "../../features/webhooks/endpoints.server.ts";
import { readPanelLogo } from "../../features/website-content/logo.server.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, ownerDb, systemDb } from "../../platform/http/context.server.ts";
import { seal } from "../../platform/http/seal.server.ts";
import { PRODUCT_VERSION } from "../../platform/product.server.ts";
import { timeOfDay } from "../../platform/time/dates.ts";
import { nextDemoReset } from "../../platform/time/demo-reset.ts";
import upright from "../../styles/schibsted-grotesk-latin.woff2?url";
import { DemoLine } from "../../ui/panel/demo-line.tsx";
import { ImageLibrary } from "../../ui/panel/image-library.ts";
import { LoginAgain } from "../../ui/panel/login-again.tsx";
import { Toaster, useToast } from "../../ui/panel/toaster.tsx";
import { UnsavedGuard } from "../../ui/panel/unsaved-guard.ts";
import { ChartArt } from "../../ui/site/flat-line.tsx";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/layout";
import { useFocusAfterWaiting } from "./focus-after-waiting.ts";
import { gate } from "./gate.server.ts";
import { PanelHeader } from "./header.tsx";
import { Loading, useIsLoading } from "./loading.tsx";
import { MailLines } from "./mail.tsx";
import panelCss from "./panel.css?url";
import { PanelSearch } from "./search.tsx";
import { isNoAnswer, keepLastData, usePreloadedTabs, useShown } from "./shown.ts";
import { PanelTabs, useCurrentTab } from "./tabs.tsx";

export const handle = { hydrate: true };
export const links: Route.LinksFunction = () => [
  { rel: "preload", href: upright, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: panelCss },
];

export const middleware = gate;
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepLastData];

if (typeof document !== "undefined") sendPageKey();

/** Runs on every navigation, so every navigation goes through `requireLogin`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { notice, headers } = await consumeNotice(request);
  const db = context.get(ownerDb);
  const system = context.get(systemDb);
  const who = context.get(signedInAs)!;
  const { role } = who;
  const may = { enquiries: hasRight(role, "enquiries"), changes: hasRight(role, ROUTE_RIGHTS.changes) };
  // If this fails, the frame renders without the data. The tab's own loader reports the error.
  const { value } = await loadOrToast(async () => {
    const settings = await readSettings(db);
    const config = context.get(configContext);
    const [fresh, mail, waiting, logo] = await Promise.all([
      may.enquiries ? countNewEnquiries(db) : 0,
      may.enquiries && !config.demo ? readMail(db, config, settings, role) : null,
      may.changes ? countPendingDrafts(db) : 0,
      readPanelLogo(db, config.mediaBaseUrl),
    ]);
    const { site_title, brand_color, marker_color, time_zone } = settings;
    const demoUntil = config.demo ? timeOfDay(nextDemoReset(new Date()), time_zone) : null;
    return { fresh, mail, waiting, logo, demoUntil, settings: { site_title, brand_color, marker_color } };
  }, "Failed to count enquiries");
  const frame = value ?? {
    ...{ fresh: 0, mail: null, waiting: 0, logo: null },
    ...{ demoUntil: null, settings: undefined },
  };
  // If the database is down, these calls fail too.
  const [pageKey, frameKey, factors = { hasApp: false, hasPasskey: false }] = await Promise.all([
    pageKeyOf(system),
    frameKeyOf(system),
    findFactors(system, who.person),
  ]).catch(() => []);
  const shown = {
    theme: themeOf(request),
    who,
    factors,
    notice,
    ...frame,
    pageKey,
    frameKey,
    version: PRODUCT_VERSION,
  };
  return data(shown, { headers });
}

async function readMail(db: Database, config: Config, settings: Settings, role: Role) {
  const [{ latest, ...trouble }, invitations, mailConfig, webhooksOff] = await Promise.all([
    readMailTrouble(db),
    readRefusedInvitations(db),
    readMailConfig(db, config),
    hasRight(role, ROUTE_RIGHTS.webhooks) ? listSwitchedOff(db) : [],
  ]);
  const setup = mailSetupOf(mailConfig, settings);
  const problem = latest && describeTrouble(latest, setup);
  const { count, email } = invitations;
  return {
    ...{ ...trouble, webhooksOff },
    invitations: { count, sealed: email && (await seal(db, email)) },
    latest: problem && { ...problem, enquiry: latest.enquiry_id },
    ...{ needsAddress: setup.to.length === 0, needsServer: setup.server === null },
    isPasswordLost: setup.isPasswordLost,
    isSample: setup.isSample,
  };
}

export default function PanelLayout({ loaderData }: Route.ComponentProps) {
  useToast(loaderData.notice);
  useShown();
  useFocusAfterWaiting();
  return (
    <>
      {/* First, because tabs show toasts on mount. Outside the panel, because screen readers skip live regions in
          busy elements. */}
      <Toaster notice={loaderData.notice} />
      <PanelFrame {...loaderData}>
        <ImageLibrary value={href("/admin-control-panel-seoprozone/media")}>
          <Outlet />
        </ImageLibrary>
      </PanelFrame>
      <UnsavedGuard />
      <LoginAgain
        email={loaderData.who.email}
        factors={loaderData.factors}
        wrong={messages.login.wrongPassword}
      />
    </>
  );
}

function PanelFrame({
  theme,
  who = OWNER,
  fresh = 0,
  mail,
  waiting = 0,
  settings,
  logo,
  demoUntil,
  pageKey,
  version,
  children,
}: Partial<Route.ComponentProps["loaderData"]> & { theme: Theme | null; children: ReactNode }) {
  const tab = useCurrentTab();
  const isLoading = useIsLoading();
  // Tells tests and assistive tools when buttons work.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const isPreloaded = usePreloadedTabs();
  return (
    <div
      className="adm"
      data-ready={isReady || undefined}
      data-preloaded={isPreloaded || undefined}
      data-page-key={pageKey}
    >
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PanelHeader
        who={who}
        theme={theme}
        waiting={waiting}
        siteTitle={settings?.site_title ?? BUILT_IN_SITE_TITLE}
        logo={logo}
      >
        <PanelSearch role={who.role} />
      </PanelHeader>
      <Loading />
      <div className="ashell">
        <PanelTabs role={who.role} fresh={fresh} waiting={waiting} />
        <main className="amain" id="main" tabIndex={-1}>
          {demoUntil && <DemoLine>{demo.line(demoUntil)}</DemoLine>}
          {mail && <MailLines mail={mail} role={who.role} />}
          <div
            role="tabpanel"
            id="panel"
            aria-labelledby={tab ? `tab-${tab}` : undefined}
            aria-busy={isLoading || undefined}
          >
            {children}
          </div>
          {version && <p className="aversion">Version {version}</p>}
        </main>
      </div>
    </div>
  );
}

/** Renders errors, 404s and expired sessions in the panel's frame. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const here = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 0;
  const isUnanswered = isNoAnswer(error);
  const isToConfirm = isRouteErrorResponse(error) && error.data === refusals.confirm;
  const { title, text } = isToConfirm ? confirmIdentity.page : wordsOf(status, isUnanswered);
  const panel = href("/admin-control-panel-seoprozone");
  const canTryAgain = status !== 401 && status !== 404;
  return (
    <PanelFrame
      theme={loaderData?.theme ?? null}
      settings={loaderData?.settings}
      logo={loaderData?.logo}
      demoUntil={loaderData?.demoUntil}
    >
      <div className="state">
        <FallingLine />
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="btns">
          {canTryAgain && (
            <Link className="btn" to={here} reloadDocument={!isUnanswered}>
              Try again
            </Link>
          )}
          <Link
            className={canTryAgain ? "btn btn--line" : "btn"}
            to={isToConfirm ? `${panel}/confirm` : panel}
            target={isToConfirm ? "_blank" : undefined}
            reloadDocument
          >
            {isToConfirm ? confirmIdentity.page.open : status === 401 ? "Log in" : "Go to the dashboard"}
          </Link>
        </div>
      </div>
    </PanelFrame>
  );
}

function wordsOf(status: number, isUnanswered: boolean): { title: string; text: string } {
  if (status === 401)
    return { title: "You're logged out", text: "Your session has ended. Nothing was changed." };
  if (status === 404) return { title: "Page not found", text: "There's no such page in the control panel." };
  if (status === 403) return { title: "This page is out of date", text: refusals.notFromPanel };
  if (isUnanswered && !navigator.onLine)
    return { title: "You're offline", text: "Try again once you're connected." };
  if (isUnanswered)
    return { title: "The site didn't respond", text: "We couldn't reach it. Try again in a minute." };
  return {
    title: "Something went wrong",
    text: "There was an error on the server. Try again in a minute.",
  };
}

const FallingLine = () => (
  <ChartArt>
    <path d="M4 10c18 0 30-2 40 0s16 30 24 66" stroke="var(--down)" strokeWidth="4" />
  </ChartArt>
);
