// Turns posted forms and endpoint payloads (SPEC 5) into enquiries (SPEC 7).
import { z } from "zod";
import { fieldErrors, heroMessage } from "../../copy/enquiries.ts";
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import { requiredText, VISIBLE } from "../../platform/text/text-rules.ts";
import { email, oneLine } from "../public-forms/email.ts";

/** The payload of SPEC 3 and 7, and the answers to the questions that the owner may turn on. */
export type Enquiry = {
  name: string;
  email: string;
  phone: string;
  website: string;
  message: string;
  services: string[];
  formType: "contact" | "audit" | "service";
  budget?: string;
  timeline?: string;
};

const NAME_CHARS = 200;
const PHONE_CHARS = 50;
/** Shorter numbers lack an area code. */
const PHONE_DIGITS = 6;
const SERVICE_CHARS = 100;
const MESSAGE_CHARS = 5000;

/** Normalizes line endings and removes control characters. */
const lines = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();

const required = (words: string, max: number, clean = oneLine) =>
  z
    .string(words)
    .transform(clean)
    .pipe(z.string().regex(VISIBLE, words).max(max, fieldErrors.tooLong(max)));

/**
 * No enquiry is rejected over an optional field: whatever was sent is stored as text. Only the body's size is limited
 * (CONTRACT "Limits").
 */
const optional = (clean = oneLine) =>
  z
    .unknown()
    .optional()
    .transform((sent) => clean(typeof sent === "string" ? sent : sent == null ? "" : JSON.stringify(sent)));

/** Text that isn't a URL, such as "none yet", stays as typed. */
const website = optional().transform((text) => toWebsite(text) ?? text);

const service = optional();
const services = z
  .unknown()
  .optional()
  .transform((sent) => [...new Set([sent ?? []].flat().flatMap((one) => service.parse(one) || []))]);

const name = required(fieldErrors.name, NAME_CHARS);
const canBeCalled = (typed: string) => (typed.match(/\p{Nd}/gu) ?? []).length >= PHONE_DIGITS;
const message = required(fieldErrors.message, MESSAGE_CHARS, lines);
const optionalMessage = optional(lines);

const hero = z
  .object({
    firstName: required(fieldErrors.firstName, NAME_CHARS / 2),
    lastName: required(fieldErrors.lastName, NAME_CHARS / 2),
    phone: required(fieldErrors.phone, PHONE_CHARS).refine(canBeCalled, fieldErrors.phoneDigits),
    email,
    service: required(fieldErrors.service, SERVICE_CHARS),
  })
  .transform(
    ({ firstName, lastName, phone, email, service }): Enquiry => ({
      name: `${firstName} ${lastName}`,
      email,
      phone,
      website: "",
      message: heroMessage(service),
      services: [service],
      formType: "contact",
    }),
  );

const audit = z.object({ name, email, website, goals: optionalMessage }).transform(
  ({ goals, ...rest }): Enquiry => ({
    ...rest,
    phone: "",
    message: goals,
    services: [],
    formType: "audit",
  }),
);

const answer = optional().transform((text) => text || undefined);
const full = z.object({
  ...{ name, email, phone: optional(), website, message, services },
  ...{ budget: answer, timeline: answer },
});
const ofService = full
  .extend({ message: required(fieldErrors.projectDetails, MESSAGE_CHARS, lines) })
  .transform((sent): Enquiry => ({ ...sent, formType: "service" }));
const contact = full.transform((sent): Enquiry => ({ ...sent, formType: "contact" }));

/** Rules by form name, for the fields in CONTRACT. */
export const rules = { hero, audit, service: ofService, contact };

/** Rules for the endpoint's payload (SPEC 3). An audit's goals are in `message`. */
export const payloadRules = z
  .discriminatedUnion(
    "formType",
    [
      full.extend({ formType: z.literal("contact") }),
      full.extend({ formType: z.literal("service") }),
      full.extend({ formType: z.literal("audit"), message: optionalMessage }),
    ],
    { error: fieldErrors.formType },
  )
  .transform((sent): Enquiry => sent);

export const noteRules = z.object({ note: requiredText(5000, enquiriesTab.detail.noteMissing) });

/** Returns a stored website as a link; undefined for other text. */
export const websiteLink = (stored: string): string | undefined =>
  toWebsite(stored) === stored ? stored || undefined : undefined;

/**
 * Adds `https://` to a website without a scheme (SPEC 5).
 * @returns empty for empty input; null if the website isn't an http(s) URL with a host
 */
export function toWebsite(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return "";
  const hasScheme = /^https?:\/\//i.test(text);
  // `example.com:8080` has a port, not a scheme.
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[a-z0-9.-]+\.[a-z0-9-]+:\d/i.test(text))
    return null;
  if (/[\s\\]/.test(text)) return null;
  const address = hasScheme ? text : `https://${text.replace(/^\/+/, "")}`;
  const url = URL.parse(address);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? address : null;
}
