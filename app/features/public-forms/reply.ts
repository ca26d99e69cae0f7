import type { ActionFunctionArgs } from "react-router";
import type { z } from "zod";

/** The public forms by `data-form` and the hidden field `formName` (CONTRACT "Names in forms"). */
export const FORM_NAMES = ["hero", "audit", "service", "contact"] as const;
export type FormName = (typeof FORM_NAMES)[number];

/** Every form that looks and replies like these, including the newsletter's. */
export type ShownForm = FormName | "newsletter";

/** What the frame passes to each form, as its outlet context. */
export type FormContext = {
  /** when the page was rendered (`stampForm`) */
  formStamp: string;
};

/** A toast of SPEC 8: a title, and a text if the spec has two parts. */
export type ToastWords = { title: string; text?: string };

/**
 * What `receiveEnquiry` returns. A page passes its `actionData` to each of its forms, and a form ignores replies to
 * others.
 *
 * A page with forms has these lines for it:
 * ```tsx
 * export { receiveEnquiry as action } from "../features/enquiries/action.server.ts";
 * export { replyHeaders as headers } from "../features/public-forms/posted.server.ts";
 * <ContactForm texts={texts.form} reply={actionData} />
 * ```
 */
export type Reply = {
  form: ShownForm;
  /** stored: the form is empty again, with its success toast */
  ok: boolean;
  /** one of SPEC 8, or plain text for a limit of CONTRACT */
  toast: ToastWords;
  /** errors by field name; empty if the visitor has nothing to fix */
  errors: Record<string, string>;
  /** the input by field name, to show again; empty on success */
  values: Record<string, string | string[]>;
  /** the key to send again: unchanged if nothing was stored, so a retry isn't a second enquiry */
  idempotencyKey?: string;
  /** the original timestamp to send again, since correcting a word takes only seconds */
  stamp?: string;
  /** on success, the email address that the answer goes to */
  email?: string;
  /** the audit of the given website and its report's URL; null if it's done by hand */
  check?: { host: string; path: string | null };
  /** the landing page of the visit's campaign */
  landing?: string;
};

export type PublicFormArgs = Pick<ActionFunctionArgs, "request" | "context">;

export function errorsByField(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0] ?? "")] ??= message;
  return errors;
}
