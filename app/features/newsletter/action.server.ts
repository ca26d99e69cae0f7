import { data } from "react-router";
import { checkFields, tooManyEnquiries } from "../../copy/enquiries.ts";
import { newsletter } from "../../copy/site/newsletter.ts";
import { configContext, isAnsweringFault, ownerDb, requestInfo } from "../../platform/http/context.server.ts";
import { describeProblem } from "../../platform/http/fault.server.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { log } from "../../platform/log.server.ts";
import { answerWith, type ReplyHeaders, readSigns, textOf } from "../public-forms/posted.server.ts";
import { errorsByField, type PublicFormArgs, type Reply } from "../public-forms/reply.ts";
import { isFormSuspect } from "../public-forms/signs.ts";
import { countSubscription } from "./limits.server.ts";
import { requestSubscription } from "./queries.server.ts";
import { subscriptionRules } from "./rules.ts";

/** Handles newsletter sign-ups. The response doesn't reveal whether an address is known. */
export async function receiveSubscription({ request, context }: PublicFormArgs) {
  const { siteUrl, dataDir } = context.get(configContext);
  const sent = await readPostedForm(request);
  if (sent.get("formName") !== "newsletter") throw data("We don't recognize this form.", { status: 400 });
  const signs = readSigns(sent, dataDir);
  const values = { email: textOf(sent.get("email")) };
  const stamp = signs.ageMs === null ? undefined : textOf(sent.get("stamp"));
  const refuse = (status: number, reply: Pick<Reply, "toast"> & Partial<Reply>, headers?: ReplyHeaders) =>
    answerWith({ form: "newsletter", ok: false, errors: {}, values, stamp, ...reply }, status, headers);

  const read = subscriptionRules.safeParse(values);
  if (!read.success) return refuse(400, { errors: errorsByField(read.error), toast: checkFields });
  const { ip } = context.get(requestInfo);
  const db = context.get(ownerDb);
  try {
    if (context.get(isAnsweringFault)) throw new Error("The database isn't responding");
    const seconds = await countSubscription(db, ip);
    if (seconds > 0) {
      const toast = { ...tooManyEnquiries(seconds), title: newsletter.form.tooMany };
      return refuse(429, { toast }, { "Retry-After": String(seconds) });
    }
    if (!isFormSuspect(signs)) await requestSubscription(db, read.data.email, { siteUrl });
  } catch (error) {
    log.error(describeProblem(error), "A subscription couldn't be stored");
    context.set(isAnsweringFault, true);
    return refuse(503, { toast: newsletter.form.failure }, { "Retry-After": "5" });
  }
  const toast = newsletter.form.success;
  return answerWith({ form: "newsletter", ok: true, toast, errors: {}, values: {} });
}
