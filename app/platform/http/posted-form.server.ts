import { data } from "react-router";
import type { z } from "zod";

/**
 * The form that a request posts, without the character NUL: nothing that is typed holds it, and no text of the database
 * can.
 * @throws 400 for a body that is no form
 */
export async function readPostedForm(request: Request): Promise<FormData> {
  try {
    return withoutNul(await request.formData());
  } catch {
    throw data("We couldn't read this form.", { status: 400 });
  }
}

function withoutNul(form: FormData): FormData {
  const cleaned = new FormData();
  for (const [name, value] of form)
    cleaned.append(name, typeof value === "string" ? value.replaceAll("\0", "") : value);
  return cleaned;
}

/**
 * What no form or link of the panel sends is answered with 400.
 * @param input a form, or anything else that the schema reads
 * @throws 400
 */
export function parseOr400<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const read = schema.safeParse(input instanceof FormData ? Object.fromEntries(input) : input);
  if (!read.success) throw data(null, { status: 400 });
  return read.data;
}
