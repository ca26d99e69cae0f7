// Reads, tests and saves email settings. They aren't a settings record, because the password must stay out of
// drafts and the history.
import type { Submission } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { testMail } from "../../copy/panel/mail.ts";
import { mailCard as words } from "../../copy/panel/mail-settings.ts";
import { senderEmail } from "../../features/mail/emails.server.ts";
import { type MailInput, mailRules } from "../../features/mail/rules.ts";
import { sendFailedMails } from "../../features/mail/schedule.server.ts";
import {
  changedMailFields,
  findMailSettings,
  type MailConfig,
  readMailConfig,
  saveMailSettings,
  typedMailConfig,
} from "../../features/mail/settings.server.ts";
import { sendTestMail, type TestedEmail } from "../../features/mail/test-mail.server.ts";
import { mailSetupOf } from "../../features/mail/words.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened, Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400 } from "../../platform/http/posted-form.server.ts";
import { log } from "../../platform/log.server.ts";
import { decoded } from "../../platform/text/decoded.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { readAutosave } from "../saving/autosaves.server.ts";
import { saveAndForget } from "../saving/drafts.server.ts";
import { afterSave, readForm, save, saveForm } from "../saving/save.server.ts";

type Context = Readonly<RouterContextProvider>;

/** `tested` has the result for each address. With `isUntested`, the card offers to save without a test. */
export type TestReply = SaveReply & { tested?: TestedEmail[]; isUntested?: boolean };

/** The card's id in autosaves. */
const AUTOSAVED_AS = "mail";

/** Returns the card's data, without the password. */
export async function readEmail(context: Context) {
  const [db, config] = [context.get(ownerDb), context.get(configContext)];
  const [saved, effective, settings, autosave] = await Promise.all([
    findMailSettings(db),
    readMailConfig(db, config),
    readSettings(db),
    readAutosave(db, "settings", { record: AUTOSAVED_AS }),
  ]);
  const setup = mailSetupOf(effective, settings);
  const byDefault = mailSetupOf({ ...effective, leadsTo: config.leadsTo }, settings);
  const { password, ...fields } = saved ?? { password: "" };
  return {
    setup,
    autosave: { ...autosave, offered: autosave.offered.map((one) => ({ ...one, title: words.title })) },
    saved: { ...fields, hasPassword: password !== "" },
    version: saved?.version ?? 0,
    /** the server and login set by SMTP_URL, if any */
    variable: config.smtpUrl ? describeUrl(config.smtpUrl) : null,
    leadsTo: config.leadsTo ?? null,
    siteTitle: settings.site_title,
    /** the defaults for empty fields */
    defaultSender: senderEmail({ ...effective, senderEmail: "" }, settings, setup.to[0] ?? null),
    defaultRecipient: byDefault.to.join(", ") || null,
    siteUrl: config.siteUrl,
    isIndexed: config.searchEngines,
  };
}

function describeUrl(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isTls = protocol === "smtps:";
  return {
    host: hostname,
    port: port || (isTls ? "465" : "587"),
    security: isTls ? words.securities.tls : words.securities.starttls,
    username: decoded(username),
    hasPassword: password !== "",
  };
}

/** Sends a test email with the form's settings, or with the saved settings if the form has none. */
export async function sendTest(context: Context, form: FormData) {
  const [db, config] = [context.get(ownerDb), context.get(configContext)];
  let tested: TestedEmail[] = [];
  const reply = await save(async () => {
    const typed = form.has("sender_email") ? readForm(form, mailRules) : null;
    if (typed?.status === "error") throw new Refused({ "": firstReason(typed.error) });
    const mailConfig =
      typed?.status === "success"
        ? typedMailConfig(config, await findMailSettings(db), typed.value)
        : await readMailConfig(db, config);
    tested = await sendTestMail(db, mailConfig, "button");
  }, testMail.toasts);
  if (!tested.length) return reply;
  const isSent = tested.every((one) => one.isSent);
  log.info({ isSent }, "A test email was sent or failed");
  if (isSent) return data<TestReply>({ ...reply.data, tested });
  // The toast gives no reason, because the card shows the result for each address.
  const toast = { tone: "bad" as const, title: testMail.toasts.failed };
  return data<TestReply>({ isSaved: false, toast, tested });
}

const firstReason = (errors: Record<string, string[] | null> | null | undefined): string =>
  Object.values(errors ?? {})
    .flat()
    .find((reason) => reason !== null) ?? words.toasts.failed;

const postedVersion = z.coerce.number().int().min(0).max(2_147_483_646);

/**
 * Saves the form. Changes that affect sending need a successful test email first. `untested` skips the test, because an
 * outage must not block saving.
 */
export async function saveEmail(args: Args, form: FormData) {
  const { context } = args;
  const [db, config] = [context.get(ownerDb), context.get(configContext)];
  const version = parseOr400(postedVersion, form.get("version") ?? "0");
  let failed: { tested: TestedEmail[] } | undefined;
  const submission = withoutPassword(readForm(form, mailRules));
  const reply = await saveForm(
    submission,
    async (input) => {
      const saved = await findMailSettings(db);
      if ((saved?.version ?? 0) !== version) throw new ChangedSinceOpened(words.changed, saved?.version ?? 0);
      const changed = changedMailFields(config, saved, input);
      const isAboutSending = changed.some((name) => !["sender_name", "recipients"].includes(name));
      let text: string | undefined;
      if (form.get("untested") === "on") text = words.savedUntested;
      else if (isAboutSending && (input.host || config.smtpUrl)) {
        const { tested, refused } = await testBefore(db, typedMailConfig(config, saved, input));
        if (refused || !tested[0]?.isSent) {
          failed = { tested };
          const reason = refused?.message ?? tested[0]?.words;
          throw new Refused({ "": [reason, words.untested].filter(Boolean).join(" ") });
        }
        text = words.savedTested(tested[0].to);
      }
      const saving = await saveAndForget(db, form, "settings", (tx) =>
        saveMailSettings(tx, config, input, version),
      );
      if (changed.length) await recordOf(args, "mail.changed", { fields: changed });
      // Send emails that waited for these settings. If this fails, the worker sends them later.
      await afterSave(() => sendFailedMails(db));
      return { text, version: String(saving) };
    },
    { done: words.toasts.saved, failed: words.toasts.failed },
  );
  if (!failed) return reply;
  const toast = { tone: "bad" as const, title: words.toasts.failed };
  return data<TestReply>({ ...reply.data, toast, ...failed, isUntested: true }, { status: 400 });
}

/** @returns `refused` if the test couldn't start */
async function testBefore(db: Database, config: MailConfig) {
  try {
    return { tested: await sendTestMail(db, config, "save"), refused: null };
  } catch (error) {
    if (error instanceof Refused) return { tested: [], refused: error };
    throw error;
  }
}

/** Leaves the password out of the reply to a submission. */
const withoutPassword = <Form extends Submission<unknown, string[], MailInput>>(submission: Form): Form => ({
  ...submission,
  reply: (options?: Parameters<Form["reply"]>[0]) =>
    submission.reply({ ...options, hideFields: ["password"] } as Parameters<Form["reply"]>[0]),
});
