import { useEffect } from "react";
import { data, href, useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { messages } from "../../copy/messages.ts";
import { login } from "../../copy/panel/login.ts";
import { testMail } from "../../copy/panel/mail.ts";
import { mailCard } from "../../copy/panel/mail-settings.ts";
import { settingsTab as tabWords } from "../../copy/panel/settings.ts";
import { refusals } from "../../copy/refusals.ts";
import { endAllPreviewLinks } from "../../features/changes/links.server.ts";
import { type Subject, subjectAt, subjectOf, subjectPath } from "../../features/settings/subjects.ts";
import {
  PASSWORD_WORDS,
  PasswordCard,
  SESSION_WORDS,
  SessionsCard,
} from "../../features/sign-in/access-cards.tsx";
import { recordOf } from "../../features/sign-in/actor.server.ts";
import { changePassword, checkCurrentPassword } from "../../features/sign-in/login.server.ts";
import { passwordChange } from "../../features/sign-in/password-rules.ts";
import { requireProof } from "../../features/sign-in/proof.server.ts";
import { endOtherSession } from "../../features/sign-in/session.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { answerPeople } from "../saving/people.server.ts";
import { afterSave, loadOrToast, readForm, save, saveForm } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { BrandForm } from "./brand.tsx";
import { removeSetting, saveCard } from "./cards.server.ts";
import { AdvancedPage, BusinessPage, EnquiriesPage } from "./cards.tsx";
import { saveEmail, sendTest } from "./email.server.ts";
import { EmailPage } from "./email.tsx";
import { SecurityLogCard } from "./log.tsx";
import { LogoCard } from "./logo.tsx";
import { type Page, readPage } from "./pages.server.ts";
import { Subjects } from "./subjects.tsx";

export const meta: Route.MetaFunction = ({ params }) => {
  const subject = subjectAt(params.subject);
  return [{ title: `${subject ? `${tabWords.subjects[subject]} | ` : ""}${tabWords.title} | Control panel` }];
};

const words = messages.settings;

export async function loader({ request, context, url, params }: Route.LoaderArgs) {
  const subject = subjectAt(params.subject);
  if (!subject) throw data(refusals.nothing, { status: 404 });
  const { value: page, fault } = await loadOrToast(
    () => readPage(subject, { request, context, url }),
    words.fetchFailed,
  );
  return { subject, page, fault: page && "fault" in page ? page.fault : fault };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  await requireProof(args);
  const form = await readPostedForm(request);
  switch (form.get("intent")) {
    case "save":
      return saveCard(args, form);
    case "remove":
      return removeSetting(args, form);
    case "password": {
      const config = context.get(configContext);
      return saveForm(
        readForm(form, passwordChange),
        async (input) => {
          // If the variable is set, the next start would restore the password from it and lock the owner out.
          if (config.adminPassword !== undefined)
            throw new Refused({ "": "The password is set by ADMIN_PASSWORD. Change it on the server." });
          const attempt = await checkCurrentPassword(args, input.current_password);
          if (attempt.outcome === "throttled")
            throw new Refused({ "": `${login.tooMany}. ${login.tryAgain(attempt.seconds)}` });
          if (attempt.outcome === "wrong")
            throw new Refused({ current_password: "That isn't your current password." });
          await changePassword(args, input.new_password);
          const links = await afterSave(() => endAllPreviewLinks(db));
          return `All other browsers were logged out.${links ? " Preview links no longer work." : ""}`;
        },
        PASSWORD_WORDS,
      );
    }
    case "save-email":
      return saveEmail(args, form);
    case "test-mail":
      return sendTest(context, form);
    case "end-session": {
      const id = parseOr400(z.string().min(1), form.get("session"));
      return save(async () => {
        const ended = await endOtherSession(db, request, id);
        if (ended) await recordOf(args, "session.ended", ended);
      }, SESSION_WORDS);
    }
    // For tabs opened before People had a page of its own.
    default:
      return answerPeople(args, form);
  }
}

export const clientAction = submitKeepingInputBy(
  {
    password: PASSWORD_WORDS.failed,
    "save-email": mailCard.toasts.failed,
    "test-mail": testMail.toasts.failed,
    "end-session": SESSION_WORDS.failed,
  },
  words.saveFailed(),
);

export default function Settings({ loaderData: { subject, page, fault } }: Route.ComponentProps) {
  useToast(fault);
  useFocusAtAddress(subject);
  return (
    <>
      <TabHead title={tabWords.title} about={tabWords.about} />
      <div className="setcols">
        <Subjects current={subject} />
        {page ? <SubjectPage key={subject} page={page} /> : <Unavailable what="settings" />}
      </div>
    </>
  );
}

function SubjectPage({ page }: { page: Page }) {
  switch (page.subject) {
    case "business":
      return <BusinessPage {...page} />;
    case "brand":
      return (
        <div className="setts">
          <LogoCard texts={page.logo} siteTitle={page.siteTitle} />
          <BrandForm card={page.card} />
        </div>
      );
    case "email":
      return <EmailPage {...page} />;
    case "enquiries":
      return <EnquiriesPage {...page} />;
    case "security":
      return (
        <div className="setts">
          <PasswordCard
            {...(page.hasOwnPassword ? tabWords.sitePassword : tabWords.password)}
            isFixed={page.isPasswordFixed}
          />
          <SessionsCard
            sessions={page.sessions}
            about="Browsers that are logged in. If you don't recognize one, end its session and change the password."
          />
          <SecurityLogCard log={page.log} />
        </div>
      );
    case "advanced":
      return <AdvancedPage {...page} />;
  }
}

/** Opens the page with the card or field that the URL's fragment names, and focuses it. */
function useFocusAtAddress(subject: Subject) {
  const { hash, search, key } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same fragment may be requested again
  useEffect(() => {
    const name = decodeURIComponent(hash.slice(1));
    if (!name) return;
    if (name === "people")
      return void navigate(href("/admin-control-panel-seoprozone/people"), { replace: true });
    const other = subjectOf(name);
    if (other && other !== subject)
      return void navigate({ pathname: subjectPath(other), search, hash }, { replace: true });
    const find = (selector: string) => document.querySelector<HTMLElement>(`#panel ${selector}`);
    const escaped = CSS.escape(name);
    const found = find(`#${escaped}`) ?? find(`[name="${escaped}"]`);
    if (!found) return;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: found.matches(".card") ? "start" : "center" });
  }, [hash, key]);
}
