import { data } from "react-router";
import type { z } from "zod";

/**
 * Returns a posted form without NUL characters, which PostgreSQL can't store.
 * @throws 400 if the body isn't a form
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
 * Validates input that the panel always sends correctly.
 * @param input a form, or anything else the schema accepts
 * @throws 400 if the input is invalid
 */
export function parseOr400<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const read = schema.safeParse(input instanceof FormData ? Object.fromEntries(input) : input);
  if (!read.success) throw data(null, { status: 400 });
  return read.data;
}
