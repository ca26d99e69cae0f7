import { createHash, randomUUID } from "node:crypto";
import { data, type RouterContextProvider } from "react-router";
import { checkFields, tooManyEnquiries } from "../../copy/enquiries.ts";
import { messages } from "../../copy/messages.ts";
import {
  configContext,
  isAnsweringFault,
  ownerDb,
  requestInfo,
  visitorDb,
} from "../../platform/http/context.server.ts";
import { describeProblem } from "../../platform/http/fault.server.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { log } from "../../platform/log.server.ts";
import { isoDay } from "../../platform/time/dates.ts";
import { planAudit } from "../audit/limits.server.ts";
import { recordSkipped, reportPath } from "../audit/queries.server.ts";
import type { AuditPlan } from "../audit/states.ts";
import { answerWith, type ReplyHeaders, readSigns, textOf } from "../public-forms/posted.server.ts";
import {
  errorsByField,
  FORM_NAMES,
  type FormName,
  type PublicFormArgs,
  type Reply,
} from "../public-forms/reply.ts";
import type { FormSigns } from "../public-forms/signs.ts";
import { readSettings } from "../settings/queries.server.ts";
import { countEnquiry } from "./limits.server.ts";
import { landingOf, type Origin, readOrigin } from "./origin.ts";
import { enquiryId, recordEnquiry } from "./queries.server.ts";
import { type Enquiry, rules, websiteLink } from "./rules.ts";
import { findSpamReasons } from "./spam.ts";
import { readVisit, trailOf } from "./trail.server.ts";

/** `seconds` is how long the sender has to wait. */
type Acceptance =
  | { outcome: "stored"; id: string; audit: AuditPlan | null }
  | { outcome: "limited"; seconds: number };

/**
 * Rate-limits and stores a validated enquiry.
 * @throws on a database error, after logging it without the visitor's input
 */
export async function acceptEnquiry(
  context: Readonly<RouterContextProvider>,
  enquiry: Enquiry,
  facts: { origin: Origin; idempotencyKey?: string; form?: FormSigns },
): Promise<Acceptance> {
  try {
    if (context.get(isAnsweringFault)) throw new Error("The database isn't responding");
    const seconds = await countEnquiry(context.get(ownerDb), context.get(requestInfo).ip);
    if (seconds > 0) return { outcome: "limited", seconds };
    const { siteUrl } = context.get(configContext);
    const { origin, form } = facts;
    const idempotencyKey = facts.idempotencyKey ?? randomUUID();
    const spamReasons = findSpamReasons(enquiry, form);
    const isSpam = spamReasons.length > 0;
    const audit = isSpam ? null : await planFor(context, enquiry, enquiryId(enquiry, isSpam, idempotencyKey));
    const stored = { ...origin, siteUrl, idempotencyKey, spamReasons, audit };
    const id = await recordEnquiry(context.get(visitorDb), enquiry, stored);
    if (audit?.skipped && !audit.isKnown)
      await recordSkipped(context.get(ownerDb), id, audit, audit.skipped).catch((error: unknown) =>
        log.error(describeProblem(error), "A skipped audit couldn't be recorded"),
      );
    return { outcome: "stored", id, audit };
  } catch (error) {
    log.error(describeProblem(error), "An enquiry couldn't be stored");
    throw error;
  }
}

/**
 * Plans the audit for an enquiry from the audit form. Returns null for other forms, and on errors so that the
 * enquiry is still stored.
 */
async function planFor(context: Readonly<RouterContextProvider>, enquiry: Enquiry, id: string) {
  if (enquiry.formType !== "audit" || !websiteLink(enquiry.website)) return null;
  const db = context.get(ownerDb);
  try {
    const { ip } = context.get(requestInfo);
    const facts = { config: context.get(configContext), settings: await readSettings(db), ip };
    return await planAudit(db, { id, website: enquiry.website }, facts);
  } catch (error) {
    log.error(describeProblem(error), "An audit couldn't be scheduled");
    return null;
  }
}

/**
 * Returns the idempotency key for posts without scripts. It's the same for an IP address all day, so reloading
 * the response doesn't create a second enquiry.
 */
const keyOf = (ip: string) =>
  createHash("sha256")
    .update(`${ip} ${isoDay(new Date(), "UTC")}`)
    .digest("base64url");

/**
 * Handles posts from enquiry forms (SPEC 4, 5, 8) and returns the form's next state. If the database is down,
 * visitors keep their input.
 */
export async function receiveEnquiry({ request, context }: PublicFormArgs) {
  const sent = await readPostedForm(request);
  const form = FORM_NAMES.find((name) => name === sent.get("formName"));
  if (!form) throw data("We don't recognize this form.", { status: 400 });

  const values = readValues(sent, form);
  const idempotencyKey = textOf(sent.get("idempotencyKey")) || keyOf(context.get(requestInfo).ip);
  const { siteUrl, dataDir } = context.get(configContext);
  const signs = readSigns(sent, dataDir);
  const stamp = signs.ageMs === null ? undefined : textOf(sent.get("stamp"));
  const visit = readVisit(textOf(sent.get("trail")));
  const landing = landingOf(request, textOf(sent.get("landing")), visit);
  const refuse = (status: number, reply: Pick<Reply, "toast"> & Partial<Reply>, headers?: ReplyHeaders) =>
    answerWith(
      { form, ok: false, errors: {}, values, idempotencyKey, stamp, landing, ...reply },
      status,
      headers,
    );

  const read = rules[form].safeParse(values);
  if (!read.success) {
    const errors = errorsByField(read.error);
    // Browsers validate all other fields, so only a missing service has its own toast (SPEC 5).
    const toast = form === "hero" && errors.service ? messages.hero.missingService : checkFields;
    return refuse(400, { errors, toast });
  }

  const referrer = sent.has("referrer") ? textOf(sent.get("referrer")) : undefined;
  const trail = trailOf(visit, request, referrer);
  const origin = readOrigin(request, { siteUrl, isPage: true, referrer, landing, trail });
  let audit: AuditPlan | null;
  try {
    const acceptance = await acceptEnquiry(context, read.data, { origin, idempotencyKey, form: signs });
    if (acceptance.outcome === "limited") {
      const { seconds } = acceptance;
      return refuse(429, { toast: tooManyEnquiries(seconds) }, { "Retry-After": String(seconds) });
    }
    audit = acceptance.audit;
  } catch {
    context.set(isAnsweringFault, true);
    return refuse(503, { toast: messages[form].failure }, { "Retry-After": "5" });
  }
  const check = audit
    ? { host: audit.host, path: audit.skipped ? null : reportPath(audit.token) }
    : undefined;
  const { email } = read.data;
  return answerWith({ form, ok: true, toast: messages[form].success, errors: {}, values: {}, email, check });
}

/** Returns the text fields and ignores files. */
function readValues(sent: FormData, form: FormName): Reply["values"] {
  const values: Reply["values"] = {};
  for (const field of FIELDS[form]) {
    values[field] = field === "services" ? sent.getAll(field).map(textOf) : textOf(sent.get(field));
  }
  return values;
}

/** The field names in CONTRACT, "Names in forms". */
const FULL = ["name", "email", "phone", "website", "services", "budget", "timeline", "message"];
const FIELDS: Record<FormName, string[]> = {
  hero: ["firstName", "lastName", "phone", "email", "service"],
  audit: ["name", "email", "website", "goals"],
  service: FULL,
  contact: FULL,
};
