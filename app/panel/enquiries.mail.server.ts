// What the Enquiries tab tells of a mail, and how it sends one again.
import type { RouterContextProvider } from "react-router";
import { mailLine, mailStates } from "../copy/enquiries-tab.ts";
import { sendMailAgain } from "../features/enquiries/writes.owner.server.ts";
import { configContext, ownerDb } from "../platform/context.server.ts";
import { shortTime } from "../platform/dates.ts";
import { Refused } from "../platform/refused.ts";
import { save } from "./save.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * What became of a mail, in the owner's words.
 * @returns for each mail one line, without the reason of a refusal
 */
export function mailStateIn(context: Context, timeZone: string) {
  const hasMailServer = Boolean(context.get(configContext).smtpUrl);
  return (mail: { status: string; recipient: string | null; next_try_at: Date }): string => {
    if (mail.status === "sent") return mailStates.sent(mail.recipient ?? "");
    if (mail.status === "refused") return mailStates.refused;
    if (!hasMailServer) return mailStates.noServer;
    const isDue = mail.next_try_at.getTime() <= Date.now();
    return isDue ? mailStates.due : mailStates.waiting(shortTime(mail.next_try_at, timeZone));
  };
}

/** Sends a mail again, and says so; without a mail server it says what is missing. */
export function sendAgain(context: Context, id: string) {
  return save(
    async () => {
      if (!context.get(configContext).smtpUrl) throw new Refused({ "": mailLine.noServer() });
      await sendMailAgain(context.get(ownerDb), id);
    },
    { done: mailStates.sentAgain, failed: mailStates.sendAgainFailed },
  );
}
