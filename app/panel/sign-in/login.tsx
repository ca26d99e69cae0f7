import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { data, Form, href, Link, redirect, redirectDocument, useNavigation } from "react-router";
import { messages } from "../../copy/messages.ts";
import { demo } from "../../copy/panel/demo.ts";
import { factorLogin as factor, sentenceOf } from "../../copy/panel/factor.ts";
import { login as words } from "../../copy/panel/login.ts";
import { personLogin as person } from "../../copy/panel/people.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { checkOwner, checkPerson, findThrottledLogin, logOut } from "../../features/sign-in/login.server.ts";
import { consumeNotice, noticeCookie } from "../../features/sign-in/notice.server.ts";
import { isFromPanelPage } from "../../features/sign-in/panel-page.server.ts";
import { findPasskeyProblem, hasPasskeys } from "../../features/sign-in/passkeys.server.ts";
import { findSignedIn } from "../../features/sign-in/session.server.ts";
import { continueSignIn, finishSignIn } from "../../features/sign-in/sign-in.server.ts";
import { themeOf } from "../../features/sign-in/theme.server.ts";
import { hasPeople } from "../../features/staff/queries.server.ts";
import type { SignedIn } from "../../features/staff/rights.ts";
import { homeOf } from "../../features/staff/route-rights.ts";
import { readPanelLogo } from "../../features/website-content/logo.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { timeOfDay } from "../../platform/time/dates.ts";
import { nextDemoReset } from "../../platform/time/demo-reset.ts";
import upright from "../../styles/schibsted-grotesk-latin.woff2?url";
import { DemoLine } from "../../ui/panel/demo-line.tsx";
import { SubmitButton } from "../../ui/panel/form-parts.tsx";
import { TRIES_LEFT } from "../../ui/panel/login-again.tsx";
import { Mark } from "../../ui/panel/mark.tsx";
import { PasskeyButton } from "../../ui/panel/passkey-button.tsx";
import { PasswordField } from "../../ui/panel/password-field.tsx";
import { Toaster, type ToastMessage, useToast } from "../../ui/panel/toaster.tsx";
import { ACCENT, MARKER } from "../../ui/site/brand-color.ts";
import panelCss from "../shell/panel.css?url";
import type { Route } from "./+types/login";
import { FactorStep, openPanel } from "./factor-step.tsx";
import { PersonLogin } from "./person-login.tsx";

export const handle = { hydrate: true };
export const links: Route.LinksFunction = () => [
  { rel: "preload", href: upright, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: panelCss },
];
export const meta: Route.MetaFunction = () => [
  { title: "Log in | Control panel" },
  { name: "robots", content: "noindex, nofollow" },
];
/** Forwards the action's headers, such as `Retry-After` for a throttled sign-in. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const who = await findSignedIn(db, request);
  if (who) throw redirectDocument(homeOf(who.role));
  const config = context.get(configContext);
  const [
    { notice, headers },
    { site_title, brand_color, marker_color, time_zone },
    logo,
    isForPeople,
    hasKeys,
  ] = await Promise.all([
    consumeNotice(request),
    readSettings(db),
    readPanelLogo(db, config.mediaBaseUrl),
    hasPeople(db),
    !findPasskeyProblem(config) && hasPasskeys(db),
  ]);
  const settings = { site_title, brand_color, marker_color };
  return data(
    // Without people and passkeys, the page is exactly as in SPEC 6.
    {
      ...{ theme: themeOf(request), notice, logo, settings },
      ...(isForPeople && { isForPeople }),
      ...(hasKeys && { hasKeys }),
      ...(config.demo && {
        demo: {
          until: timeOfDay(nextDemoReset(new Date()), time_zone),
          password: config.adminPassword,
        },
      }),
    },
    { headers },
  );
}

/** Signs in, or signs out if the form says so (SPEC 4, 6; CONTRACT "Limits"). */
export async function action(args: Route.ActionArgs) {
  const turnedAway = findThrottledLogin(args);
  const { isLogout, isFactor, code, isTrusted, password, email } = await readLogin(args.request);
  if (isLogout) {
    const headers = await logOut(args);
    headers.append("Set-Cookie", await noticeCookie(args.request, "logged-out"));
    throw redirect(href("/admin-control-panel-seoprozone"), { headers });
  }
  if (isFactor && !turnedAway) return finishLogin(args, code, isTrusted);

  // Otherwise, a script on a public page could guess passwords in the owner's browser.
  const signedIn = await findSignedIn(args.context.get(ownerDb), args.request);
  if (signedIn && !(await isFromPanelPage(args.request, args.context.get(ownerDb))))
    throw redirectDocument(homeOf(signedIn.role));
  const check = () => (email === null ? checkOwner(args, password) : checkPerson(args, email, password));
  const attempt = turnedAway ?? (await check());
  if (attempt.outcome === "right") {
    const { factors, headers } = await continueSignIn(args, attempt);
    if (factors) return data({ factors, toast: null, error: undefined }, { headers });
    throw await enter(args, attempt.who, headers);
  }
  const typed = email === null ? undefined : { email };
  if (attempt.outcome === "throttled") {
    const { seconds } = attempt;
    const toast: ToastMessage = { tone: "bad", title: words.tooMany, text: words.tryAgain(seconds) };
    const headers = { "Retry-After": String(seconds) };
    return data({ toast, error: words.wait(seconds), ...typed }, { status: 429, headers });
  }
  const toast: ToastMessage = {
    tone: "bad",
    ...(typed ? person.toast : messages.login.wrongPassword),
  };
  const { triesLeft } = attempt;
  const headers = triesLeft === undefined ? undefined : { [TRIES_LEFT]: String(triesLeft) };
  const error = typed ? person.wrong(triesLeft) : words.wrong(triesLeft);
  return data({ toast, error, ...typed }, { status: 401, headers });
}

/** Loads a full page, because only full pages contain the key for panel requests. */
async function enter({ request }: Route.ActionArgs, { role }: SignedIn, headers: Headers) {
  headers.append("Set-Cookie", await noticeCookie(request, "logged-in"));
  return redirectDocument(homeOf(role), { headers });
}

/** Finishes the second step. If it has expired, the sign-in starts over with the password. */
async function finishLogin(args: Route.ActionArgs, code: string, isTrusted: boolean) {
  const attempt = await finishSignIn(args, code, isTrusted);
  switch (attempt.outcome) {
    case "right":
      throw await enter(args, attempt.who, attempt.headers);
    case "expired": {
      const toast: ToastMessage = { tone: "bad", ...factor.expiredToast };
      return data({ toast, error: factor.expired }, { status: 409 });
    }
    case "throttled": {
      const { seconds } = attempt;
      const toast: ToastMessage = { tone: "bad", title: factor.tooMany, text: factor.tryAgain(seconds) };
      const headers = { "Retry-After": String(seconds) };
      return data({ factors: attempt.factors, toast, error: factor.wait(seconds) }, { status: 429, headers });
    }
    case "wrong": {
      const { reason, triesLeft } = attempt;
      const toast: ToastMessage = { tone: "bad", ...factor.toast };
      const headers = triesLeft === undefined ? undefined : { [TRIES_LEFT]: String(triesLeft) };
      const error = sentenceOf(reason, triesLeft);
      return data({ factors: attempt.factors, toast, error }, { status: 401, headers });
    }
  }
}

/** Returns only these fields, so the rest of the form isn't kept in memory while the password check waits. */
async function readLogin(request: Request) {
  const form = await readPostedForm(request);
  const intent = form.get("intent");
  return {
    isLogout: intent === "logout",
    isFactor: intent === "factor",
    code: String(form.get("code") ?? ""),
    isTrusted: form.get("trust") === "on",
    password: String(form.get("password") ?? ""),
    /** null for the single-password owner */
    email: intent === "person-login" ? String(form.get("email") ?? "") : null,
  };
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== "idle";
  const input = useRef<HTMLInputElement>(null);
  const refusal = actionData?.toast;
  const isPerson = actionData !== undefined && "email" in actionData;
  const factors = actionData && "factors" in actionData ? actionData.factors : undefined;
  useToast(loaderData.notice);
  useToast(refusal);
  useEffect(() => {
    if (refusal && !isPerson) input.current?.select();
  }, [refusal, isPerson]);
  return (
    <main className="login">
      <div className="login__art on-ink">
        <RankArt />
        <p className="login__logo">
          <Mark siteTitle={loaderData.settings.site_title} logo={loaderData.logo} size={40} />
          <span className={loaderData.logo?.hasName ? "sr" : undefined}>
            {loaderData.settings.site_title}
          </span>
        </p>
      </div>
      {factors ? (
        <div className="login__f">
          <FactorStep isBusy={isBusy} factors={factors} error={actionData?.error} />
        </div>
      ) : (
        <div className="login__f">
          <Form method="post" className="form" data-form="admin-login" noValidate>
            <div>
              <h1>Control panel</h1>
              <p className="muted">Enter the admin password to continue.</p>
            </div>
            {loaderData.demo && (
              <DemoLine>
                <span>{demo.login(loaderData.demo.until)}</span>
                <span>
                  {demo.password} <code>{loaderData.demo.password}</code>
                </span>
              </DemoLine>
            )}
            <PasswordField
              ref={input}
              field={{
                id: "password",
                name: "password",
                errors: actionData?.error && !isPerson ? [actionData.error] : undefined,
              }}
              label="Password"
              autoComplete={loaderData.hasKeys ? "current-password webauthn" : "current-password"}
              required
            />
            <SubmitButton isBusy={isBusy} className="btn btn--block">
              Login to Admin Panel
            </SubmitButton>
            {loaderData.hasKeys && <PasskeyButton isOffered onSignedIn={openPanel} />}
            <details className="login__lost">
              <summary>{words.forgotten.title}</summary>
              <p>{words.forgotten.ask}</p>
              <p>{words.forgotten.reset}</p>
            </details>
            {!loaderData.isForPeople && <BackToSite />}
          </Form>
          {loaderData.isForPeople && (
            <PersonLogin
              isBusy={isBusy}
              typed={isPerson ? actionData.email : undefined}
              error={isPerson ? actionData.error : undefined}
            >
              <BackToSite />
            </PersonLogin>
          )}
        </div>
      )}
      <Toaster notice={loaderData.notice ?? refusal} />
    </main>
  );
}

function BackToSite() {
  return (
    <Link className="more login__back" to="/" reloadDocument>
      <ArrowLeft className="i" aria-hidden />
      Back to the site
    </Link>
  );
}

/** One line rises into the highlighted band; the competitors' lines stay below. */
function RankArt() {
  return (
    <svg className="login__bg" viewBox="0 0 700 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect y="190" width="700" height="96" fill={MARKER} />
      <path d="M0 380H700M0 480H700M0 580H700M0 680H700" stroke="#1b2438" strokeWidth="2" />
      <g fill="none" stroke="#465069" strokeWidth="3">
        <path d="M-20 700C15 693 51 680 86 680C121 680 157 690 192 690C227 690 263 640 298 640C333 640 369 650 404 650C439 650 475 606 510 600C545 594 581 595 616 590C651 585 687 570 722 560" />
        <path d="M-20 620C15 627 51 640 86 640C121 640 157 600 192 600C227 600 263 610 298 610C333 610 369 560 404 560C439 560 475 570 510 570C545 570 581 530 616 520C651 511 687 507 722 500" />
        <path d="M-20 760C15 747 51 720 86 720C121 720 157 730 192 730C227 730 263 705 298 690C333 675 369 653 404 640C439 628 475 625 510 610C545 595 581 541 616 520C651 499 687 487 722 470" />
      </g>
      <path
        d="M-20 780C11 773 41 769 72 760C103 751 133 738 164 720C195 702 225 672 256 640C287 608 317 566 348 520C379 474 409 400 440 360C471 320 501 276 532 262C563 248 593 245 624 236"
        fill="none"
        stroke="var(--color-blue-400)"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <circle cx="624" cy="236" r="15" fill={ACCENT} />
      <circle cx="624" cy="236" r="5" fill="#fff" />
    </svg>
  );
}
