// `…/confirm` asks for recent proof of identity (decision 0008). The panel's dialog posts here too. The page
// isn't behind the gate in `panel/shell/gate.server.ts`, and it works without JavaScript. Like that gate, it takes nothing
// from public pages, whose scripts could otherwise guess the password in the owner's session.
import { data, Form, href, Link, redirect, useNavigation } from "react-router";
import { confirmIdentity as words } from "../../copy/panel/factor.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { findFactors } from "../../features/sign-in/factors.server.ts";
import {
  formKeyOf,
  isFromPanelPage,
  isPanelPost,
  notFromPanel,
  pageKeyOf,
} from "../../features/sign-in/panel-page.server.ts";
import { sendPageKey } from "../../features/sign-in/panel-page.ts";
import { prove, readProof } from "../../features/sign-in/proof.server.ts";
import { findSignedIn } from "../../features/sign-in/session.server.ts";
import { themeOf } from "../../features/sign-in/theme.server.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { systemDb } from "../../platform/http/context.server.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { SubmitButton } from "../../ui/panel/form-parts.tsx";
import { TRIES_LEFT } from "../../ui/panel/login-again.tsx";
import { PasskeyButton } from "../../ui/panel/passkey-button.tsx";
import { PasswordField } from "../../ui/panel/password-field.tsx";
import panelCss from "../shell/panel.css?url";
import type { Route } from "./+types/confirm";

export const handle = { hydrate: true };
export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: panelCss }];
export const meta: Route.MetaFunction = () => [
  { title: `${words.title} | Control panel` },
  { name: "robots", content: "noindex, nofollow" },
];

if (typeof document !== "undefined") sendPageKey();

export async function loader(args: Route.LoaderArgs) {
  const { request, context, url } = args;
  const db = context.get(systemDb);
  if (!(await isFromPanelPage(request, db))) throw notFromPanel();
  const who = await findSignedIn(db, request);
  if (!who) throw redirect(href("/admin-control-panel-seoprozone"));
  const [factors, { isProven }, { site_title, brand_color, marker_color }, pageKey, formKey] =
    await Promise.all([
      findFactors(db, who.person),
      readProof(args),
      readSettings(db),
      pageKeyOf(db),
      formKeyOf(db),
    ]);
  const settings = { site_title, brand_color, marker_color };
  const to = pathOf(url.searchParams.get("to"));
  return { theme: themeOf(request), settings, who, factors, isProven, to, pageKey, formKey };
}

/** @returns where to continue: always a path in the panel */
function pathOf(to: string | null): string {
  const panel = href("/admin-control-panel-seoprozone");
  const url = URL.parse(to ?? "", "http://localhost");
  return url?.pathname.startsWith(`${panel}/`) ? url.pathname + url.search : panel;
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const form = await readPostedForm(request);
  const db = context.get(systemDb);
  const key = form.get("key");
  if (!(await isPanelPost(request, db, typeof key === "string" ? key : null))) throw notFromPanel();
  const who = await findSignedIn(db, request);
  if (!who) throw redirect(href("/admin-control-panel-seoprozone"));
  context.set(signedInAs, who);
  const tried = await prove(args, String(form.get("proof") ?? ""));
  // Without an error, the page shows a confirmation.
  if (tried.outcome === "right") return null;
  if (tried.outcome === "throttled") {
    const headers = { "Retry-After": String(tried.seconds) };
    return data({ error: words.wait(tried.seconds) }, { status: 429, headers });
  }
  const { triesLeft } = tried;
  const headers = triesLeft === undefined ? undefined : { [TRIES_LEFT]: String(triesLeft) };
  return data({ error: words.wrong(triesLeft) }, { status: 401, headers });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== "idle";
  const { who, factors, isProven, to, pageKey, formKey } = loaderData;
  const back = (
    <Link className="more login__back" to={href("/admin-control-panel-seoprozone")} reloadDocument>
      {words.cancel}
    </Link>
  );
  return (
    <main className="login__f login__alone" data-page-key={pageKey}>
      {isProven ? (
        <div className="form">
          <h1>{words.done}</h1>
          <a className="btn btn--block" href={to}>
            {words.continue}
          </a>
          {back}
        </div>
      ) : (
        <Form method="post" className="form" data-form="confirm" noValidate>
          <div>
            <h1>{words.title}</h1>
            <p className="muted">{words.about(who.email || who.name)}</p>
          </div>
          {/* For password managers. */}
          <input type="hidden" autoComplete="username" value={who.email} />
          <input type="hidden" name="key" value={formKey} />
          <PasswordField
            field={{ id: "proof", name: "proof", errors: actionData?.error ? [actionData.error] : undefined }}
            label={words.proof(factors.hasApp)}
            autoComplete="current-password"
            autoFocus
            required
          />
          <SubmitButton isBusy={isBusy} className="btn btn--block">
            {words.submit}
          </SubmitButton>
          {factors.hasPasskey && <PasskeyButton email={who.email} onSignedIn={() => location.reload()} />}
          {back}
        </Form>
      )}
    </main>
  );
}
