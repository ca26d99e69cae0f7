import type { RouterContextProvider } from "react-router";
import { mailStates, setupLine } from "../../copy/panel/mail.ts";
import { sendMailAgain } from "../../features/enquiries/writes.owner.server.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { save } from "../saving/save.server.ts";

/** Sends an email again. Without a mail server, the toast says which settings are missing. */
export function sendAgain(context: Readonly<RouterContextProvider>, id: string) {
  return save(
    async () => {
      const db = context.get(ownerDb);
      const { smtpUrl, isPasswordLost } = await readMailConfig(db, context.get(configContext));
      if (!smtpUrl)
        throw new Refused({ "": isPasswordLost ? setupLine.passwordLost() : setupLine.noServer() });
      await sendMailAgain(db, id);
    },
    { done: mailStates.sentAgain, failed: mailStates.sendAgainFailed },
  );
}
