// Sends the Email card's test message.
import { data, type RouterContextProvider } from "react-router";
import { mailCard as words } from "../../copy/panel/mail.ts";
import { sendTestMail, type TestedEmail } from "../../features/mail/test-mail.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { save } from "../saving/save.server.ts";

/** The result of a test email: a toast, and the outcome for each address. */
export type TestReply = SaveReply & { tested?: TestedEmail[] };

export async function testMail(context: Readonly<RouterContextProvider>) {
  let tested: TestedEmail[] = [];
  const reply = await save(async () => {
    tested = await sendTestMail(context.get(ownerDb), context.get(configContext));
  }, words.toasts);
  if (!tested.length) return reply;
  const isSent = tested.every((one) => one.isSent);
  log.info({ isSent }, "A test email was sent or failed");
  if (isSent) return data<TestReply>({ ...reply.data, tested });
  // A rejected test is a result, not an error; the card explains it.
  const toast = { tone: "bad" as const, title: words.toasts.failed };
  return data<TestReply>({ isSaved: false, toast, tested });
}
