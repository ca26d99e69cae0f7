import { useEffect } from "react";
import { data, useLocation } from "react-router";
import { z } from "zod";
import { messages } from "../../copy/messages.ts";
import { changes } from "../../copy/panel/changes.ts";
import { retention } from "../../copy/panel/enquiries-tab.ts";
import { login } from "../../copy/panel/login.ts";
import { testMail } from "../../copy/panel/mail.ts";
import { mailCard } from "../../copy/panel/mail-settings.ts";
import { recordOf } from "../../features/admin-session/actor.server.ts";
import { changePassword, checkPresentPassword } from "../../features/admin-session/login.server.ts";
import { passwordChange } from "../../features/admin-session/rules.ts";
import { endOtherSession, listSessions } from "../../features/admin-session/session.server.ts";
import { endAllPreviewLinks } from "../../features/changes/links.server.ts";
import { countOldEnquiries } from "../../features/enquiries/retention.server.ts";
import { sendMailsAwaitingRecipient } from "../../features/mail/schedule.server.ts";
import {
  deleteSetting,
  listStoredSettings,
  readSettings,
  type Stamps,
  type Stored,
  saveSettings,
} from "../../features/settings/queries.server.ts";
import { settingKey, settings } from "../../features/settings/rules.ts";
import { listTimeZones } from "../../features/settings/time-zones.ts";
import { describeCode, describeTracking } from "../../features/settings/tracking-notes.server.ts";
import { watchedChanges } from "../../features/settings/watched.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { pageQuery } from "../../platform/http/list-query.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { isAnnounced } from "../../platform/http/public-site.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { isDraftSave } from "../saving/drafts.server.ts";
import { describeOtherPlaces } from "../saving/other-places.server.ts";
import { afterSave, loadOrToast, readForm, save, saveForm, withUndo } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { PasswordCard, SessionsCard } from "./access.tsx";
import { BrandCard } from "./brand.tsx";
import { GeneralCard, SocialCard, TrackingCard } from "./cards.tsx";
import { type OpenedSettings, openSettings, saveSettingsAsDraft, wantedOf } from "./drafts.server.ts";
import { readEmail, saveEmail, sendTest } from "./email.server.ts";
import { EmailCard } from "./email.tsx";
import { readSecurityLog } from "./log.server.ts";
import { SecurityLogCard } from "./log.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Settings | Control panel" }];

const words = messages.settings;
const PASSWORD_WORDS = { done: "Password changed", failed: "Failed to change the password" };
const SESSION_WORDS = { done: "Session ended", failed: "Failed to end the session" };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const page = pageQuery.parse(url.searchParams.get("page"));
  const [settings, sessions, log, email] = await Promise.all([
    loadOrToast(() => openSettings(db, url.searchParams.get("draft") === "1"), words.fetchFailed),
    loadOrToast(() => readSessions(db, request), words.fetchFailed),
    loadOrToast(() => readSecurityLog(db, request, page), words.fetchFailed),
    loadOrToast(() => readEmail(context), words.fetchFailed),
  ]);
  const config = context.get(configContext);
  const { live = {}, ...shown } = settings.value ?? {};
  return {
    settings: settings.value && (shown as OpenedSettings),
    trackingNotes: {
      live: describeTracking(live).live,
      notes: describeTracking(settings.value?.stored ?? {}).notes,
    },
    sessions: sessions.value ?? [],
    isPasswordFixed: config.adminPassword !== undefined,
    email: email.value,
    timeZones: listTimeZones(),
    isAnnounced: isAnnounced(config),
    log: log.value,
    fault: settings.fault ?? sessions.fault ?? log.fault ?? email.fault,
  };
}

async function readSessions(db: Database, request: Request) {
  const [rows, { time_zone }] = await Promise.all([listSessions(db, request), readSettings(db)]);
  return rows.map(({ id_hash, isThis, browser, network, created_at, last_seen_at }) => ({
    id_hash,
    isThis,
    // For sessions from before these were stored, until their next use or end.
    browser: browser || "Another browser",
    network: network || "Not known",
    since: shortTime(created_at, time_zone),
    seen: shortTime(last_seen_at, time_zone),
  }));
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const form = await readPostedForm(request);
  switch (form.get("intent")) {
    case "save": {
      const submission = readForm(form, settings);
      const wrong = submission.status === "error" ? Object.values(submission.error ?? {}).flat() : [];
      const failed = words.saveFailed(wrong.find((reason) => reason !== null));
      const stamps = readStamps(form);
      const isDraft = isDraftSave(form);
      return saveForm(
        submission,
        async (input) => {
          if (isDraft) return saveSettingsAsDraft(context, form, wantedOf(input), stamps);
          const { before, stored, version } = await db.transaction(async (tx) => {
            const { stored: before } = await listStoredSettings(tx);
            await saveSettings(tx, input, stamps);
            const { stored, stamps: version } = await listStoredSettings(tx);
            return { before, stored, version };
          });
          await recordChanges(args, before, stored);
          // Notifications may have waited for an address; if this fails, the worker finds them later.
          if (input.contact_email) await afterSave(() => sendMailsAwaitingRecipient(db));
          const isUnchanged = [...form].some(
            ([key, value]) => typeof value === "string" && !value.trim() && stored[key],
          );
          const elsewhere = await describeFirstElsewhere(db, before, stored);
          const lines = [
            isUnchanged && words.kept,
            describeCode(input),
            await afterSave(() => describeOld(db, before, stored)),
          ];
          return withUndo(context, {
            text: [...lines, elsewhere?.text].filter(Boolean).join(" ") || undefined,
            links: elsewhere ? [elsewhere.link] : [],
            version: JSON.stringify(version),
          });
        },
        { done: isDraft ? changes.form.kept : words.saved, failed, refused: words.saveFailed },
      );
    }
    case "remove": {
      const key = parseOr400(settingKey, form.get("key"));
      const stamps = readStamps(form);
      if (isDraftSave(form))
        return save(() => saveSettingsAsDraft(context, form, [[key, ""]], stamps), {
          done: changes.form.kept,
          failed: words.saveFailed(),
        });
      return save(
        async () => {
          const { stored } = await listStoredSettings(db);
          await deleteSetting(db, key, stamps);
          await recordChanges(args, stored, { ...stored, [key]: undefined });
          return withUndo(context);
        },
        { done: "Setting removed", failed: words.saveFailed() },
      );
    }
    case "password": {
      const config = context.get(configContext);
      return saveForm(
        readForm(form, passwordChange),
        async (input) => {
          // The next start would restore the variable's value and lock the owner out.
          if (config.adminPassword !== undefined)
            throw new Refused({ "": "The password is set by ADMIN_PASSWORD. Change it on the server." });
          const attempt = await checkPresentPassword(args, input.current_password);
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
    default:
      throw data(null, { status: 400 });
  }
}

/** What a save will cause to be deleted. */
async function describeOld(db: Database, before: Stored, after: Stored) {
  const months = after.keep_enquiries_months;
  if (!months || months === before.keep_enquiries_months) return "";
  const count = await countOldEnquiries(db, Number(months));
  return count && retention.told(count);
}

/** Where the old name, phone number or email address appears within a text. */
async function describeFirstElsewhere(db: Database, before: Stored, after: Stored) {
  for (const key of ["site_title", "phone_number", "contact_email"] as const) {
    const places = await describeOtherPlaces(db, before[key] ?? "", after[key] ?? "", "text");
    if (places) return places;
  }
  return null;
}

async function recordChanges(args: Route.ActionArgs, before: Stored, after: Stored) {
  const changes = watchedChanges(before, after);
  if (changes.length) await recordOf(args, "settings.changed", { changes });
}

const stampsJson = z.record(z.string(), z.string());

/** The stamps that the form was opened with; a form without them is saved unchecked. */
function readStamps(form: FormData): Stamps | undefined {
  const posted = form.get("version");
  if (typeof posted !== "string") return undefined;
  try {
    return stampsJson.parse(JSON.parse(posted));
  } catch {
    throw data(null, { status: 400 });
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

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { settings, trackingNotes, sessions, log, isPasswordFixed, email, timeZones, isAnnounced, fault } =
    loaderData;
  useToast(fault);
  useFocusAtAddress();
  return (
    <>
      <TabHead title="Settings" about="Used on every page of the site" />
      {settings ? (
        <div className="setts">
          <GeneralCard stored={settings} mail={email?.setup} timeZones={timeZones} />
          <BrandCard stored={settings} />
          {email && <EmailCard email={email} />}
          <TrackingCard stored={settings} trackingNotes={trackingNotes} isAnnounced={isAnnounced} />
          <SocialCard stored={settings} />
          <PasswordCard isFixed={isPasswordFixed} />
          <SessionsCard sessions={sessions} />
          <SecurityLogCard log={log} />
        </div>
      ) : (
        <Unavailable what="settings" />
      )}
    </>
  );
}

/** Focuses the card or setting in the URL's fragment. */
function useFocusAtAddress() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be asked for again
  useEffect(() => {
    const name = CSS.escape(decodeURIComponent(hash.slice(1)));
    if (name) document.querySelector<HTMLElement>(`#panel :is(#${name}, [name="${name}"])`)?.focus();
  }, [hash, key]);
}
