import { data } from "react-router";
import type { z } from "zod";

/**
 * The form that a request posts.
 * @throws 400 for a body that is no form
 */
export async function readPostedForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data("This form could not be read.", { status: 400 });
  }
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
