import { data, Form, href, Link, redirect, redirectDocument, useNavigation } from "react-router";
import { invitationPage as words } from "../../copy/panel/people.ts";
import { recordEvent } from "../../features/audit-log/record.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { originOf } from "../../features/sign-in/actor.server.ts";
import { endShortcuts } from "../../features/sign-in/factors.server.ts";
import { acceptInvitation, findInvitation } from "../../features/sign-in/invitations.server.ts";
import { completeSignIn } from "../../features/sign-in/login.server.ts";
import { noticeCookie } from "../../features/sign-in/notice.server.ts";
import { hashPassword } from "../../features/sign-in/password-hash.server.ts";
import { newPassword, PASSWORD_CHARS_MIN } from "../../features/sign-in/password-rules.ts";
import { endSessionsOf } from "../../features/sign-in/session.server.ts";
import { themeOf } from "../../features/sign-in/theme.server.ts";
import { homeOf } from "../../features/staff/route-rights.ts";
import { ownName } from "../../features/staff/rules.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { SubmitButton } from "../../ui/panel/form-parts.tsx";
import { PasswordField } from "../../ui/panel/password-field.tsx";
import panelCss from "../shell/panel.css?url";
import type { Route } from "./+types/invitation";

export const handle = { hydrate: true };
export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: panelCss }];
export const meta: Route.MetaFunction = () => [
  { title: "Invitation | Control panel" },
  { name: "robots", content: "noindex, nofollow" },
];

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const [invited, { site_title, brand_color, marker_color }] = await Promise.all([
    findInvitation(db, params.token),
    readSettings(db),
  ]);
  const settings = { site_title, brand_color, marker_color };
  const theme = themeOf(request);
  if (!invited) return data({ theme, settings, invited: null }, { status: 404 });
  return data({ theme, settings, invited: { name: invited.name, email: invited.email } });
}

/** Sets the password. New people are signed in right away; others must sign in with the new password. */
export async function action(args: Route.ActionArgs) {
  const { params, request, context } = args;
  const db = context.get(ownerDb);
  const form = Object.fromEntries(await readPostedForm(request));
  const input = ownName.extend({ password: newPassword }).safeParse(form);
  if (!(await findInvitation(db, params.token))) return data(null, { status: 404 });
  if (!input.success) {
    const errors = Object.fromEntries(input.error.issues.map(({ path, message }) => [path[0], message]));
    return data({ errors, name: String(form.name ?? "") }, { status: 400 });
  }
  const { name, password } = input.data;
  const accepted = await acceptInvitation(db, params.token, {
    name,
    hash: () => hashPassword(password),
  });
  if (!accepted) return data(null, { status: 404 });
  const { id: person, email, role, isKnown } = accepted;
  await recordEvent(db, "person.accepted", {}, { ...originOf(args), session: null, person });
  if (isKnown) {
    await endSessionsOf(db, person);
    await endShortcuts(db, person);
    throw redirect(href("/admin-control-panel-seoprozone"));
  }
  const headers = await completeSignIn(args, { who: { person, name, email, role }, knownBrowser: null });
  headers.append("Set-Cookie", await noticeCookie(request, "logged-in"));
  throw redirectDocument(homeOf(role), { headers });
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== "idle";
  const { invited, settings } = loaderData;
  const errorOf = (field: string) => {
    const error = actionData?.errors[field];
    return error ? [error] : undefined;
  };
  return (
    <main className="login__f login__alone">
      {invited ? (
        <Form method="post" className="form" data-form="invitation">
          <div>
            <h1>{words.title}</h1>
            <p className="muted">
              {settings.site_title}. {words.about(invited.email)}
            </p>
          </div>
          {/* For password managers. */}
          <input type="hidden" name="email" autoComplete="username" value={invited.email} />
          <TextField
            field={{
              id: "name",
              name: "name",
              initialValue: actionData?.name ?? invited.name,
              errors: errorOf("name"),
            }}
            label={words.name}
            hint={words.nameHint}
            autoComplete="name"
            required
          />
          <PasswordField
            field={{ id: "password", name: "password", errors: errorOf("password") }}
            label={words.password}
            hint={words.passwordHint(PASSWORD_CHARS_MIN)}
            autoComplete="new-password"
            minLength={PASSWORD_CHARS_MIN}
            required
          />
          <SubmitButton isBusy={isBusy} className="btn btn--block">
            {words.submit}
          </SubmitButton>
        </Form>
      ) : (
        <div className="form">
          <div>
            <h1>{words.dead.title}</h1>
            <p className="muted">{words.dead.about}</p>
          </div>
          <Link
            className="btn btn--line btn--block"
            to={href("/admin-control-panel-seoprozone")}
            reloadDocument
          >
            {words.dead.logIn}
          </Link>
        </div>
      )}
    </main>
  );
}
