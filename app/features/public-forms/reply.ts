import type { ActionFunctionArgs } from "react-router";
import type { z } from "zod";

/** The public forms, as `data-form` and the hidden field `formName` name them (CONTRACT "Names in forms"). */
export const FORM_NAMES = ["hero", "audit", "service", "contact"] as const;
export type FormName = (typeof FORM_NAMES)[number];

/** Every form that looks and answers like these; the newsletter's is no enquiry. */
export type ShownForm = FormName | "newsletter";

/** What the frame around the pages hands to each form in them, as its outlet's context. */
export type FormContext = {
  /** says when the page was made (`stampForm`) */
  formStamp: string;
};

/** A toast of SPEC 8: a title, and a text where the spec gives two parts. */
export type ToastWords = { title: string; text?: string };

/**
 * What `receiveEnquiry` answers; a page hands its `actionData` to each of its forms, which takes only its own.
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
  /** stored: the form comes back empty, with its success toast */
  ok: boolean;
  /** one of SPEC 8, or plain words where the limit of CONTRACT is reached */
  toast: ToastWords;
  /** field name to what is wrong with it; empty when nothing is the visitor's to mend */
  errors: Record<string, string>;
  /** what was typed, by field name, for the form to show again; empty on success */
  values: Record<string, string | string[]>;
  /** the key to send again: the same where nothing was stored, so that a second try is not a second enquiry */
  idempotencyKey?: string;
  /** the time stamp to send again: who corrects a word is not quick */
  stamp?: string;
  /** the check of the website that was named, and where its report is; null where it is made by hand */
  check?: { host: string; path: string | null };
  /** the page of this visit to which a campaign led */
  landing?: string;
};

export type PublicFormArgs = Pick<ActionFunctionArgs, "request" | "context">;

export function errorsByField(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0] ?? "")] ??= message;
  return errors;
}
