// What a public form or a program may send (SPEC 5), and the enquiry that becomes of it (SPEC 7). Plain rules
// without a database: the same for forms and for the endpoint.
import { z } from "zod";
import { fieldErrors, heroMessage } from "../../copy/enquiries.ts";
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import { requiredText } from "../../platform/text/text-rules.ts";

/** The payload of SPEC 3 and 7, in the spec's order. */
export type Enquiry = {
  name: string;
  email: string;
  phone: string;
  website: string;
  message: string;
  services: string[];
  formType: "contact" | "audit" | "service";
};

const NAME_CHARS = 200;
const EMAIL_CHARS = 254;
const PHONE_CHARS = 50;
export const WEBSITE_CHARS = 500;
const SERVICE_CHARS = 100;
const SERVICES_MAX = 20;
const MESSAGE_CHARS = 5000;

/** What browsers accept as an email address, with a host that has a dot, and without doubled dots. */
const EMAIL =
  /^(?!\.)(?!.*\.[.@])[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

/** One line, trimmed; a line break or another control character in it becomes a space. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, " ").trim();

/** Several lines, trimmed; line ends as one character, other control characters but tabs gone. */
const lines = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();

const required = (words: string, max: number, clean = oneLine) =>
  z
    .string(words)
    .transform(clean)
    .pipe(z.string().min(1, words).max(max, fieldErrors.tooLong(max)));

const optional = (max: number, clean = oneLine) =>
  z
    .string(fieldErrors.notText)
    .nullish()
    .transform((text) => clean(text ?? ""))
    .pipe(z.string().max(max, fieldErrors.tooLong(max)));

export const email = z
  .string(fieldErrors.email)
  .transform(oneLine)
  .pipe(z.string().max(EMAIL_CHARS, fieldErrors.tooLong(EMAIL_CHARS)).regex(EMAIL, fieldErrors.email));

const website = optional(WEBSITE_CHARS).transform((text, issues) => {
  const address = toWebsite(text);
  if (address === null) issues.addIssue({ code: "custom", message: fieldErrors.website });
  return address ?? "";
});

const services = z
  .array(required(fieldErrors.notText, SERVICE_CHARS), fieldErrors.services)
  .max(SERVICES_MAX, fieldErrors.services)
  .nullish()
  .transform((list) => [...new Set(list)]);

const name = required(fieldErrors.name, NAME_CHARS);
const phone = optional(PHONE_CHARS);
const message = required(fieldErrors.message, MESSAGE_CHARS, lines);
const optionalMessage = optional(MESSAGE_CHARS, lines);

const hero = z
  .object({
    firstName: required(fieldErrors.firstName, NAME_CHARS / 2),
    lastName: required(fieldErrors.lastName, NAME_CHARS / 2),
    phone: required(fieldErrors.phone, PHONE_CHARS),
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

const full = z.object({ name, email, phone, website, message, services });
const service = full
  .extend({ message: required(fieldErrors.projectDetails, MESSAGE_CHARS, lines) })
  .transform((sent): Enquiry => ({ ...sent, formType: "service" }));
const contact = full.transform((sent): Enquiry => ({ ...sent, formType: "contact" }));

/** The rules by form name: fields as CONTRACT names them in, an enquiry out. */
export const rules = { hero, audit, service, contact };

/** The rules of the endpoint: the payload of SPEC 3 in, the same out. An audit's goals are in `message`. */
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

/**
 * SPEC 5: `https://` is put before what lacks it, empty stays empty. Only what then is an http(s) address of a
 * host is taken: `javascript:` and the like are not.
 * @returns the address as it was typed but for that, or null where it cannot be one
 */
export function toWebsite(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return "";
  const hasScheme = /^https?:\/\//i.test(text);
  // `example.com:8080` is a host with its port, everything else before a colon a scheme.
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[a-z0-9.-]+\.[a-z0-9-]+:\d/i.test(text))
    return null;
  if (/[\s\\]/.test(text)) return null;
  const address = hasScheme ? text : `https://${text.replace(/^\/+/, "")}`;
  const url = URL.parse(address);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? address : null;
}
