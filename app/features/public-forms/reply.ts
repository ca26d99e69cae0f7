import type { ActionFunctionArgs } from "react-router";
import type { z } from "zod";

/** Values of `data-form` and the hidden field `formName` in enquiry forms (CONTRACT "Names in forms"). */
export const FORM_NAMES = ["hero", "audit", "service", "contact"] as const;
export type FormName = (typeof FORM_NAMES)[number];

export type ShownForm = FormName | "newsletter";

export type FormContext = {
  /** signed render time (`stampForm`) */
  formStamp: string;
  bookingUrl: string | undefined;
  /** of the questions that the owner turned on; empty for the others */
  choices: { budget: string[]; timeline: string[] };
};

/** A toast's words, mostly from SPEC 8. */
export type ToastWords = { title: string; text?: string };

/**
 * What `receiveEnquiry` and `receiveSubscription` return. A page passes its `actionData` to each of its forms.
 *
 * A page with forms needs these lines:
 * ```tsx
 * export { receiveEnquiry as action } from "../features/enquiries/action.server.ts";
 * export { replyHeaders as headers } from "../features/public-forms/posted.server.ts";
 * <ContactForm texts={texts.form} reply={actionData} />
 * ```
 */
export type Reply = {
  form: ShownForm;
  ok: boolean;
  /** from SPEC 8, or a plain message if a limit in CONTRACT is reached */
  toast: ToastWords;
  /** by field name */
  errors: Record<string, string>;
  /** input by field name, to show again; empty on success */
  values: Record<string, string | string[]>;
  /** unchanged if nothing was stored, so a retry doesn't create a second enquiry */
  idempotencyKey?: string;
  /** the original stamp, so a quick correction doesn't count as a sign of spam */
  stamp?: string;
  email?: string;
  /** the requested website audit; `path` is its report's path, or null if the audit is done by hand */
  check?: { host: string; path: string | null };
  /** URL of the campaign's landing page */
  landing?: string;
};

export type PublicFormArgs = Pick<ActionFunctionArgs, "request" | "context">;

export function errorsByField(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0] ?? "")] ??= message;
  return errors;
}
