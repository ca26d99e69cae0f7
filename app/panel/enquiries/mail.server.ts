// Sends an email of an enquiry again.
import type { RouterContextProvider } from "react-router";
import { mailStates, setupLine } from "../../copy/panel/mail.ts";
import { sendMailAgain } from "../../features/enquiries/writes.owner.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { save } from "../saving/save.server.ts";

/** Sends an email again and reports it; without a mail server it says what's missing. */
export function sendAgain(context: Readonly<RouterContextProvider>, id: string) {
  return save(
    async () => {
      if (!context.get(configContext).smtpUrl) throw new Refused({ "": setupLine.noServer() });
      await sendMailAgain(context.get(ownerDb), id);
    },
    { done: mailStates.sentAgain, failed: mailStates.sendAgainFailed },
  );
}
