import { data } from "react-router";
import type { z } from "zod";

/**
 * Returns a posted form without NUL characters, which PostgreSQL can't store, and with the current field names.
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
    cleaned.append(currentName(name, value), typeof value === "string" ? value.replaceAll("\0", "") : value);
  return cleaned;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Panel tabs opened before an update still post an autosave's id as `draft` (as CONTRACT allows for email settings) and
 * `keep` to save a draft. If `keep` were ignored, they would publish instead.
 */
function currentName(name: string, value: FormDataEntryValue): string {
  if (name === "keep") return "draft";
  return name === "draft" && typeof value === "string" && UUID.test(value) ? "autosave" : name;
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
