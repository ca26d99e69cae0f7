import { useEffect } from "react";
import { data, useLocation } from "react-router";
import { z } from "zod";
import { messages } from "../copy/messages.ts";
import { changeAdminPassword } from "../features/admin-session/password.server.ts";
import { passwordChange } from "../features/admin-session/rules.ts";
import { endOtherSession, listSessions, sessionIdOf } from "../features/admin-session/session.server.ts";
import { attemptPassword } from "../features/admin-session/throttle.server.ts";
import {
  deleteSetting,
  listStoredSettings,
  readSettings,
  type Stamps,
  saveSettings,
} from "../features/settings/queries.server.ts";
import { isSampleAddress, settingKey, settings } from "../features/settings/rules.ts";
import { listTimeZones } from "../features/settings/time-zones.ts";
import { tellOfCode, tellOfTracking } from "../features/settings/tracking-told.server.ts";
import { configContext, ownerDb, requestInfo } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import { shortTime } from "../platform/dates.ts";
import { readPostedForm } from "../platform/posted-form.server.ts";
import { Refused } from "../platform/refused.ts";
import { keepTyped } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/settings";
import { fetched, readForm, save, saveForm } from "./save.server.ts";
import { PasswordCard, SessionsCard } from "./settings.access.tsx";
import { GeneralCard, SocialCard, TrackingCard } from "./settings.cards.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Settings | Control panel" }];

const words = messages.settings;
const PASSWORD_WORDS = { done: "Password changed", failed: "Failed to change the password" };
const SESSION_WORDS = { done: "Session ended", failed: "Failed to end the session" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const [settings, sessions] = await Promise.all([
    fetched(() => listStoredSettings(db), words.fetchFailed),
    fetched(() => readSessions(db, request), words.fetchFailed),
  ]);
  const config = context.get(configContext);
  return {
    settings: settings.value,
    told: tellOfTracking(settings.value?.stored ?? {}),
    sessions: sessions.value ?? [],
    isPasswordFixed: config.adminPassword !== undefined,
    // LEADS_TO comes before the setting.
    isMailToSample: !config.leadsTo && isSampleAddress(settings.value?.stored.contact_email ?? ""),
    timeZones: listTimeZones(),
    fault: settings.fault ?? sessions.fault,
  };
}

async function readSessions(db: Database, request: Request) {
  const [rows, { time_zone }] = await Promise.all([listSessions(db, request), readSettings(db)]);
  return rows.map(({ id_hash, isThis, created_at, last_seen_at }) => ({
    id_hash,
    isThis,
    since: shortTime(created_at, time_zone),
    seen: shortTime(last_seen_at, time_zone),
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const form = await readPostedForm(request);
  switch (form.get("intent")) {
    case "save": {
      const submission = readForm(form, settings);
      const wrong = submission.status === "error" ? Object.values(submission.error ?? {}).flat() : [];
      const failed = words.saveFailed(wrong.find((reason) => reason !== null));
      const stamps = readStamps(form);
      return saveForm(
        submission,
        async (input) => {
          await saveSettings(db, input, stamps);
          const { stored } = await listStoredSettings(db);
          const isKept = [...form].some(
            ([key, value]) => typeof value === "string" && !value.trim() && stored[key],
          );
          return [isKept && words.kept, tellOfCode(input)].filter(Boolean).join(" ") || undefined;
        },
        { done: words.saved, failed, missing: failed, refused: words.saveFailed },
        [],
      );
    }
    case "remove": {
      const key = settingKey.safeParse(form.get("key"));
      if (!key.success) throw data(null, { status: 400 });
      const stamps = readStamps(form);
      const before = (await listStoredSettings(db)).stored[key.data];
      return save(
        () => deleteSetting(db, key.data, stamps),
        { done: "Setting removed", failed: words.saveFailed() },
        { undo: before ? { intent: "save", [key.data]: before } : undefined },
      );
    }
    case "password": {
      const config = context.get(configContext);
      return saveForm(
        readForm(form, passwordChange),
        async (input) => {
          // The next start would put the variable's value back, and lock the owner out with the new one.
          if (config.adminPassword !== undefined)
            throw new Refused({ "": "The password is set by ADMIN_PASSWORD. Change it there." });
          const attempt = await attemptPassword(db, input.current_password, context.get(requestInfo).address);
          if (attempt.outcome === "throttled")
            throw new Refused({ "": `Too many wrong passwords. Try again in ${attempt.seconds} seconds.` });
          if (attempt.outcome === "wrong")
            throw new Refused({ current_password: "That is not the present password." });
          const keep = await sessionIdOf(request);
          await changeAdminPassword(db, input.new_password, { dataDir: config.dataDir, keep });
          return "Every other browser is logged out.";
        },
        { ...PASSWORD_WORDS, missing: PASSWORD_WORDS.failed },
        [],
      );
    }
    case "end-session": {
      const id = z.string().min(1).safeParse(form.get("session"));
      if (!id.success) throw data(null, { status: 400 });
      return save(() => endOtherSession(db, request, id.data), SESSION_WORDS);
    }
    default:
      throw data(null, { status: 400 });
  }
}

/** The stamps that the form was opened with; a form without them is saved as it is. */
function readStamps(form: FormData): Stamps | undefined {
  const posted = form.get("version");
  if (typeof posted !== "string") return undefined;
  const stamps = stampsJson.safeParse(posted);
  if (!stamps.success) throw data(null, { status: 400 });
  return stamps.data;
}

const stampsJson = z
  .string()
  .transform((text, refuse) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      refuse.addIssue("Not JSON");
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string()));

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  if (intent === "password") return keepTyped(serverAction, PASSWORD_WORDS.failed);
  if (intent === "end-session") return keepTyped(serverAction, SESSION_WORDS.failed);
  return keepTyped(serverAction, words.saveFailed());
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { settings, told, sessions, isPasswordFixed, isMailToSample, timeZones, fault } = loaderData;
  useToast(fault);
  useFocusAtAddress();
  return (
    <>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1}>Settings</h1>
          <p>Used on every page of the site</p>
        </div>
      </div>
      {settings ? (
        <div className="setts">
          <GeneralCard stored={settings} isMailToSample={isMailToSample} timeZones={timeZones} />
          <TrackingCard stored={settings} told={told} />
          <SocialCard stored={settings} />
          <PasswordCard isFixed={isPasswordFixed} />
          <SessionsCard sessions={sessions} />
        </div>
      ) : (
        <p className="state">The settings cannot be shown at the moment. Load the page again in a minute.</p>
      )}
    </>
  );
}

/** The card or the setting that the end of the address names has the focus. */
function useFocusAtAddress() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be asked for again
  useEffect(() => {
    const name = CSS.escape(decodeURIComponent(hash.slice(1)));
    if (name) document.querySelector<HTMLElement>(`#panel :is(#${name}, [name="${name}"])`)?.focus();
  }, [hash, key]);
}
