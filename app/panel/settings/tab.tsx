import { useEffect } from "react";
import { useLocation } from "react-router";
import { z } from "zod";
import { messages } from "../../copy/messages.ts";
import { login } from "../../copy/panel/login.ts";
import { testMail } from "../../copy/panel/mail.ts";
import { mailCard } from "../../copy/panel/mail-settings.ts";
import { peopleCard } from "../../copy/panel/people.ts";
import { settingsTab as tabWords } from "../../copy/panel/settings.ts";
import { endAllPreviewLinks } from "../../features/changes/links.server.ts";
import { builtInSettings } from "../../features/settings/defaults.ts";
import { listStoredSettings } from "../../features/settings/queries.server.ts";
import { listTimeZones } from "../../features/settings/time-zones.ts";
import { describeTracking } from "../../features/settings/tracking-notes.server.ts";
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
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { pageQuery } from "../../platform/http/list-query.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { isAnnounced } from "../../platform/http/public-site.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { afterSave, loadOrToast, readForm, save, saveForm } from "../saving/save.server.ts";
import { readSessions } from "../saving/sessions.server.ts";
import type { Route } from "./+types/tab";
import { BrandCard } from "./brand.tsx";
import { openCards, removeSetting, saveCard } from "./cards.server.ts";
import {
  AdvancedCard,
  BusinessCard,
  EnquiriesCard,
  SocialCard,
  TrackingCard,
  WebhooksCard,
} from "./cards.tsx";
import { readEmail, saveEmail, sendTest } from "./email.server.ts";
import { EmailCard } from "./email.tsx";
import { readSecurityLog } from "./log.server.ts";
import { SecurityLogCard } from "./log.tsx";
import { readLogo } from "./logo.server.ts";
import { LogoCard } from "./logo.tsx";
import { changePerson, invitePerson, readPeople } from "./people.server.ts";
import { PeopleCard } from "./people.tsx";
import { Subjects } from "./subjects.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Settings | Control panel" }];

const words = messages.settings;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const page = pageQuery.parse(url.searchParams.get("page"));
  const [settings, sessions, log, email, people] = await Promise.all([
    loadOrToast(() => readCards(db, url.searchParams.get("draft") === "1"), words.fetchFailed),
    loadOrToast(() => readSessions(db, request), words.fetchFailed),
    loadOrToast(() => readSecurityLog(db, request, page), words.fetchFailed),
    loadOrToast(() => readEmail(context), words.fetchFailed),
    loadOrToast(() => readPeople(db, context.get(signedInAs)!), words.fetchFailed),
  ]);
  const config = context.get(configContext);
  const { cards, logo, stored = {} } = settings.value ?? {};
  return {
    cards,
    logo,
    siteTitle: stored.site_title?.trim() || builtInSettings().site_title,
    trackingNotes: {
      live: describeTracking(stored).live,
      notes: describeTracking({ ...cards?.tracking.record }).notes,
    },
    sessions: sessions.value ?? [],
    isPasswordFixed: config.adminPassword !== undefined,
    hasOwnPassword: context.get(signedInAs)!.person !== null,
    email: email.value,
    people: people.value,
    timeZones: listTimeZones(),
    isAnnounced: isAnnounced(config),
    log: log.value,
    fault: settings.fault ?? sessions.fault ?? log.fault ?? email.fault ?? people.fault,
  };
}

async function readCards(db: Database, isDraft: boolean) {
  const [cards, logo, stored] = await Promise.all([
    openCards(db, isDraft),
    readLogo(db),
    listStoredSettings(db),
  ]);
  return { cards, logo, stored };
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
    case "invite":
      return invitePerson(args, form);
    default:
      return changePerson(args, form);
  }
}

export const clientAction = submitKeepingInputBy(
  {
    password: PASSWORD_WORDS.failed,
    "save-email": mailCard.toasts.failed,
    "test-mail": testMail.toasts.failed,
    "end-session": SESSION_WORDS.failed,
    invite: peopleCard.toasts.inviteFailed,
    save: words.saveFailed(),
    remove: words.saveFailed(),
  },
  peopleCard.toasts.failed,
);

export default function Settings({ loaderData }: Route.ComponentProps) {
  const {
    cards,
    logo,
    siteTitle,
    trackingNotes,
    sessions,
    log,
    isPasswordFixed,
    hasOwnPassword,
    email,
    people,
    timeZones,
    isAnnounced,
    fault,
  } = loaderData;
  useToast(fault);
  useFocusAtAddress();
  return (
    <>
      <TabHead title={tabWords.title} about={tabWords.about} />
      {cards ? (
        <Subjects
          of={{
            business: (
              <>
                <BusinessCard card={cards.general} mail={email?.setup} timeZones={timeZones} />
                <SocialCard card={cards.social} />
              </>
            ),
            brand: (
              <>
                <BrandCard card={cards.brand} />
                {logo && <LogoCard texts={logo} siteTitle={siteTitle} />}
              </>
            ),
            email: email && <EmailCard email={email} />,
            analytics: (
              <TrackingCard card={cards.tracking} trackingNotes={trackingNotes} isAnnounced={isAnnounced} />
            ),
            enquiries: (
              <>
                <EnquiriesCard card={cards.enquiries} />
                <WebhooksCard />
              </>
            ),
            security: (
              <>
                <PasswordCard
                  {...(hasOwnPassword ? tabWords.sitePassword : tabWords.password)}
                  isFixed={isPasswordFixed}
                />
                <PeopleCard people={people} />
                <SessionsCard
                  sessions={sessions}
                  about="Browsers that are logged in. If you don't recognize one, end its session and change the password."
                />
                <SecurityLogCard log={log} />
              </>
            ),
            advanced: <AdvancedCard card={cards.advanced} />,
          }}
        />
      ) : (
        <Unavailable what="settings" />
      )}
    </>
  );
}

/** Focuses the card or setting named in the URL's fragment. */
function useFocusAtAddress() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same fragment may be requested again
  useEffect(() => {
    const name = CSS.escape(decodeURIComponent(hash.slice(1)));
    if (!name) return;
    const find = (selector: string) => document.querySelector<HTMLElement>(`#panel ${selector}`);
    // A card comes first, because the Email card has a field named "password", too.
    const found = find(`#${name}`) ?? find(`[name="${name}"]`);
    if (!found) return;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: found.matches(".card") ? "start" : "center" });
  }, [hash, key]);
}
