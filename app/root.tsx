// The html shell of every page, and the last error page.
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import type { Route } from "./+types/root";

/** What a route's `handle` may say: `hydrate` brings React to the browser, which only the panel does. */
export type Handle = { hydrate?: boolean };

export function Layout({ children }: { children: React.ReactNode }) {
  const isHydrated = useMatches().some((match) => (match.handle as Handle | undefined)?.hydrate);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
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

export default function App() {
  return <Outlet />;
}

/** The page for a fault that no page of its own handled; it tells nothing of the inside. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <main className="wrap section">
      <h1 className="h1">{status === 404 ? "Oops! Page not found" : "Something went wrong on our side"}</h1>
      <p className="lead">{status === 404 ? "There is nothing at this address." : "Please try again in a minute."}</p>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </main>
  );
}
