import { UserRound } from "lucide-react";
import { data, Link } from "react-router";
import { z } from "zod";
import { factorCard } from "../../copy/panel/factor.ts";
import { login } from "../../copy/panel/login.ts";
import { roles, account as words } from "../../copy/panel/people.ts";
import { settingPath } from "../../features/settings/subjects.ts";
import {
  PASSWORD_WORDS,
  PasswordCard,
  SESSION_WORDS,
  SessionsCard,
} from "../../features/sign-in/access-cards.tsx";
import { recordOf } from "../../features/sign-in/actor.server.ts";
import { changeOwnPassword, checkCurrentPassword } from "../../features/sign-in/login.server.ts";
import { passwordChange } from "../../features/sign-in/password-rules.ts";
import { endOtherSession } from "../../features/sign-in/session.server.ts";
import { ownName } from "../../features/staff/rules.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { rename } from "../../features/staff/writes.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, systemDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { TextField } from "../../ui/panel/field.tsx";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, readForm, save, saveForm } from "../saving/save.server.ts";
import { readSessions } from "../saving/sessions.server.ts";
import type { Route } from "./+types/tab";
import { changeFactor, readFactor } from "./factor.server.ts";
import { FactorCard } from "./factor-card.tsx";

export const meta: Route.MetaFunction = () => [{ title: `${words.title} | Control panel` }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const who = context.get(signedInAs)!;
  const db = context.get(systemDb);
  const [sessions, factor] = await Promise.all([
    loadOrToast(() => readSessions(db, request, who), words.toasts.fetchFailed),
    loadOrToast(() => readFactor(db, context.get(configContext), who), words.toasts.factorFailed),
  ]);
  const fault = sessions.fault ?? factor.fault;
  return data({ who, sessions: sessions.value ?? [], factor: factor.value, fault });
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(systemDb);
  const who = context.get(signedInAs)!;
  const { person } = who;
  const form = await readPostedForm(request);
  const intent = form.get("intent");
  if (intent === "end-session") {
    const id = parseOr400(z.string().min(1), form.get("session"));
    return save(async () => {
      const ended = await endOtherSession(db, request, id, who);
      if (ended) await recordOf(args, "session.ended", ended);
    }, SESSION_WORDS);
  }
  const changed = await changeFactor(args, form, who);
  if (changed) return changed;
  // The single-password owner has no name and changes the password in Settings.
  if (person === null) throw data(null, { status: 400 });
  if (intent === "name")
    return saveForm(
      readForm(form, ownName),
      async ({ name }) => {
        await rename(db, person, name);
        return undefined;
      },
      { done: words.toasts.renamed, failed: words.toasts.renameFailed },
    );
  if (intent === "password")
    return saveForm(
      readForm(form, passwordChange),
      async (input) => {
        const tried = await checkCurrentPassword(args, input.current_password);
        if (tried.outcome === "throttled")
          throw new Refused({ "": `${login.tooMany}. ${login.tryAgain(tried.seconds)}` });
        if (tried.outcome === "wrong")
          throw new Refused({ current_password: "That isn't your current password." });
        await changeOwnPassword(args, person, input.new_password);
        return "All your other browsers were logged out.";
      },
      PASSWORD_WORDS,
    );
  throw data(null, { status: 400 });
}

export const clientAction = submitKeepingInputBy(
  {
    password: PASSWORD_WORDS.failed,
    "end-session": SESSION_WORDS.failed,
    name: words.toasts.renameFailed,
  },
  factorCard.toasts.failed,
);

export default function Account({ loaderData }: Route.ComponentProps) {
  const { who, sessions, factor, fault } = loaderData;
  useToast(fault);
  return (
    <>
      <TabHead title={words.title} about={words.about} />
      <div className="setts">
        <CardSection
          id="profile"
          title={words.profile.title}
          about={words.profile.about(roles[who.role].name)}
          icon={UserRound}
        >
          {who.person === null ? (
            <div className="sett__b sett__words">
              <p>{words.ownerPassword}</p>
              <p>
                <Link to={settingPath("password")}>{words.settings}</Link>
              </p>
            </div>
          ) : (
            <NameForm key={who.name} name={who.name} email={who.email} />
          )}
        </CardSection>
        {who.person !== null && <PasswordCard about={words.password.about} />}
        <FactorCard factor={factor} />
        <SessionsCard sessions={sessions} about={words.sessions} />
      </div>
    </>
  );
}

function NameForm({ name, email }: { name: string; email: string }) {
  const { fetcher, form, formProps, field } = useSaveForm({
    schema: ownName,
    values: { name },
    failed: words.toasts.renameFailed,
    stored: `name ${email}`,
    onSaved: () => {},
  });
  return (
    <fetcher.Form {...formProps} className="sett__b" data-form="name">
      <input type="hidden" name="intent" value="name" />
      <FormProblem errors={form.errors} />
      <div className="fgrid fgrid--2">
        <TextField
          field={field("name")}
          label={words.profile.name}
          hint={words.profile.email(email)}
          autoComplete="name"
        />
      </div>
      <div className="btns">
        <SubmitButton isBusy={fetcher.state !== "idle"}>Save</SubmitButton>
      </div>
    </fetcher.Form>
  );
}
