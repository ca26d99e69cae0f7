import { setupLine } from "../../copy/panel/mail.ts";
import { replyWords } from "../../copy/panel/reply.ts";
import type { findEnquiry } from "../../features/enquiries/queries.owner.server.ts";
import {
  addAnswer,
  deleteAnswer,
  restoreAnswer,
  sendReply,
  undoReply,
} from "../../features/enquiries/replies.owner.server.ts";
import { answerRules, replyRules } from "../../features/enquiries/reply.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { describeTrouble, type MailSetup, mailStateOf } from "../../features/mail/words.server.ts";
import { replyTemplates } from "../../features/records/reply-templates.server.ts";
import { fillTemplate, firstName, type PlaceholderValues } from "../../features/reply-templates/fill.ts";
import type { Settings } from "../../features/settings/defaults.ts";
import type { Args } from "../../features/sign-in/actor.server.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { readForm, save, saveForm } from "../saving/save.server.ts";
import { byOf } from "./change.server.ts";

/** A reply younger than this is expected to be sent soon. */
const FRESH_MS = 60_000;

const { missing, toasts } = replyWords;

type Found = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>;

/** Describes an enquiry's emails for the activity list, and its messages with the state of each reply's email. */
export function describeMails(
  { mails, messages }: Found,
  {
    setup,
    timeZone,
    names,
  }: { setup: MailSetup; timeZone: string; names: ReadonlyMap<string | null, string> },
) {
  const time = (date: Date) => shortTime(date, timeZone);
  const described = mails.map((mail) => ({
    ...mail,
    made: time(mail.created_at),
    state: mailStateOf(mail, setup, timeZone),
    trouble: describeTrouble(mail, setup),
    sent: mail.sent_at && time(mail.sent_at),
  }));
  const now = Date.now();
  return {
    // A reply is among the messages, and its copy only matters if it can't be sent.
    mails: described.filter(
      ({ kind, status }) => kind !== "reply" && !(kind === "copy" && status === "sent"),
    ),
    messages: messages.map((message) => {
      const mail = described.find(({ id }) => id === message.id);
      const isUntried = mail?.status === "waiting" && mail.attempts === 0;
      return {
        ...message,
        mail: mail && { status: mail.status, state: mail.state, trouble: mail.trouble },
        made: time(message.created_at),
        name: names.get(message.person_id),
        canUndo: isUntried && mail.next_try_at.getTime() > now,
        isFresh: isUntried && message.created_at.getTime() > now - FRESH_MS,
      };
    }),
  };
}

const TEMPLATES_SHOWN = 200;

/** Returns the reply templates, and what's filled in when one is inserted into a reply to this enquiry. */
export async function readTemplates(
  context: Args["context"],
  { name, website, services }: Found,
  { site_title, phone_number = "", booking_url = "" }: Settings,
) {
  const all = { search: "", sort: "name", page: 1, perPage: TEMPLATES_SHOWN } as const;
  const { rows } = await replyTemplates.list(context.get(ownerDb), all);
  const { person, name: own } = context.get(signedInAs)!;
  const values: PlaceholderValues = {
    ...{ "first name": firstName(name), name, website, service: services.join(", ") },
    // The sign-in with the site's password has no name.
    ...{ "my name": person ? own : "", site: site_title, phone: phone_number, "booking link": booking_url },
  };
  return rows.map(({ id, name, body }) => ({ id, name, text: fillTemplate(body, values) }));
}

/** The intents about replies and answers. */
export const REPLY_INTENTS = [
  ...["reply", "undo-reply", "add-answer", "delete-answer", "restore-answer"],
] as ("reply" | "undo-reply" | "add-answer" | "delete-answer" | "restore-answer")[];

/** Runs one of `REPLY_INTENTS`. */
export function answer(
  args: Args,
  { intent, id }: { intent: (typeof REPLY_INTENTS)[number]; id: string },
  form: FormData,
) {
  const db = args.context.get(ownerDb);
  switch (intent) {
    case "reply":
      return saveForm(
        readForm(form, replyRules),
        async (reply) => {
          const config = args.context.get(configContext);
          const { smtpUrl, isPasswordLost } = await readMailConfig(db, config);
          if (!smtpUrl)
            throw new Refused({ "": isPasswordLost ? setupLine.passwordLost() : setupLine.noServer() });
          await sendReply(db, config, id, reply, byOf(args));
          return undefined;
        },
        { done: toasts.sent, failed: toasts.failed, missing },
        ["message"],
      );
    case "undo-reply":
      return save(() => undoReply(db, id, byOf(args)), { done: toasts.undone, failed: toasts.undoFailed });
    case "add-answer":
      return saveForm(
        readForm(form, answerRules),
        async ({ answer }) => void (await addAnswer(db, id, answer, byOf(args))),
        { done: toasts.answerAdded, failed: toasts.answerFailed, missing },
        ["answer"],
      );
    case "delete-answer":
      return save(async () => ({ undo: { intent: "restore-answer", id: (await deleteAnswer(db, id)).id } }), {
        done: toasts.answerDeleted,
        failed: toasts.answerDeleteFailed,
      });
    case "restore-answer":
      return save(async () => void (await restoreAnswer(db, id)), {
        done: toasts.answerRestored,
        failed: toasts.answerRestoreFailed,
      });
  }
}
