// The HTML shell of every page, and the last-resort error page.
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from "react-router";
import { messages } from "./copy/messages.ts";
import { type Brand, iconAddress } from "./features/drawn/icons.ts";
import { rootStyle } from "./features/drawn/palette.ts";
import type { FoundImages } from "./features/media/images.server.ts";
import { ownMark } from "./features/media/own-image.ts";
import { BUILT_IN_LOOK, lookClass, lookFont, lookTokens } from "./features/settings/looks.ts";
import { hasTracking, TrackingBody, TrackingHead } from "./features/settings/tracking.tsx";
import { APPLY_SYSTEM_THEME, type Theme } from "./features/sign-in/theme.ts";
import { brandOf } from "./features/website-content/brand.ts";
import type { Texts } from "./features/website-content/built-in.ts";
import { EARLY_FONT, PRELOAD_IN_TIME } from "./platform/early-font.ts";
import figtree from "./styles/figtree-basic.woff2?url";
import newsreader from "./styles/newsreader-basic.woff2?url";
import schibsted from "./styles/schibsted-grotesk-basic.woff2?url";

/** A route's `handle`. `hydrate` loads React in the browser; only the panel sets it. */
type Handle = { hydrate?: boolean };

export function Layout({ children }: { children: React.ReactNode }) {
  const matches = useMatches();
  const isHydrated = matches.some((match) => (match.handle as Handle | undefined)?.hydrate);
  // The panel's loaders return the chosen theme, so that the first paint uses it.
  const { theme } = (matches.find((match) => isThemed(match.loaderData))?.loaderData ?? {}) as {
    theme?: Theme | null;
  };
  const colored = matches.map(({ loaderData }) => loaderData).find(hasColors);
  const framed = matches.map(({ loaderData }) => loaderData).find(isFramed);
  // The panel looks the same whatever the site's look is.
  const look = (framed && colored?.settings.look) ?? BUILT_IN_LOOK;
  const style = colored && { ...rootStyle(colored.settings, isHydrated), ...lookTokens(look) };
  // The panel never runs tracking.
  const tracking = !isHydrated && matches.map(({ loaderData }) => loaderData).find(hasTracking)?.tracking;
  const mark = framed && ownMark(framed.images, brandOf(framed.texts.header, framed.images).mark, ICON_PX);
  const brand = colored?.settings;
  return (
    // Without a chosen theme, a script sets `data-theme`.
    <html
      lang="en"
      className={lookClass(look)}
      data-theme={theme ?? undefined}
      style={style}
      suppressHydrationWarning={isHydrated}
    >
      <head>
        <meta charSet="utf-8" />
        {isHydrated && !theme && <script>{APPLY_SYSTEM_THEME}</script>}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!mark && <link rel="icon" href={iconOf("/favicon.svg", brand)} type="image/svg+xml" />}
        <Meta />
        <Icons mark={mark} brand={brand} />
        {framed && framed.bar !== "editing" && (
          <>
            <noscript id={EARLY_FONT}>
              <link rel="preload" href={FONTS[lookFont(look)]} as="font" crossOrigin="" />
            </noscript>
            <script>{PRELOAD_IN_TIME}</script>
          </>
        )}
        <Links />
        {framed && <link rel="manifest" href={framed.manifest} />}
        {tracking && <TrackingHead head={tracking.head} />}
      </head>
      <body>
        {tracking && <TrackingBody body={tracking.body} />}
        {children}
        {isHydrated && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

function Icons({ mark, brand }: { mark: string | undefined; brand: Brand | undefined }) {
  if (mark)
    return (
      <>
        <link rel="icon" href={mark} />
        <link rel="apple-touch-icon" href={mark} />
      </>
    );
  return (
    <>
      <link rel="icon" href={iconOf("/favicon.ico", brand)} sizes="32x32" />
      <link rel="apple-touch-icon" href={iconOf("/apple-touch-icon.png", brand)} />
    </>
  );
}

/** Returns the versioned icon URL, or the plain one if the page couldn't load the brand. */
const iconOf = (address: string, brand: Brand | undefined) => (brand ? iconAddress(address, brand) : address);

const FONTS = { schibsted, newsreader, figtree };

/** Size on a phone's home screen. */
const ICON_PX = 180;

type Framed = { texts: { header: Texts<"header"> }; images: FoundImages; manifest: string; bar?: unknown };

/** The public layout's data includes the header's texts. */
const isFramed = (data: unknown): data is Framed =>
  typeof data === "object" &&
  data !== null &&
  "manifest" in data &&
  "texts" in data &&
  typeof data.texts === "object" &&
  data.texts !== null &&
  "header" in data.texts;

/** Public pages load all settings; the panel and its sign-in page load only the brand's. */
const hasColors = (data: unknown): data is { settings: Brand & { look?: string } } =>
  typeof data === "object" &&
  data !== null &&
  "settings" in data &&
  typeof data.settings === "object" &&
  data.settings !== null &&
  "marker_color" in data.settings;

const isThemed = (data: unknown) => typeof data === "object" && data !== null && "theme" in data;

export default function App() {
  return <Outlet />;
}

/** Renders errors that no layout could handle. Reveals no internals and needs no style sheet. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { home } = messages.outage;
  const isNotTaken = isRouteErrorResponse(error) && error.status === 405;
  const { title, text } = isNotTaken ? messages.notAccepted : messages.outage;
  return (
    <main style={{ maxWidth: "36rem", margin: "15vh auto", padding: "0 1.5rem", fontFamily: "sans-serif" }}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href="/">{home}</a>
      </p>
    </main>
  );
}
