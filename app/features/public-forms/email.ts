import { z } from "zod";
import { fieldErrors } from "../../copy/enquiries.ts";

const EMAIL_CHARS = 254;

/**
 * Like the browser's rule, but requires a dot in the host and accepts letters of all scripts (RFC 6531). Some
 * Japanese mailboxes have consecutive dots, or one before the @.
 */
const EMAIL =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/iu;

/** These could show a name in another order than it's stored in. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Replaces line breaks and control characters with spaces, and removes those that change the direction of text. */
export const oneLine = (text: string) =>
  text
    .replace(DIRECTIONS, "")
    .replace(/\p{Cc}+/gu, " ")
    .trim();

/** Converts an international domain to punycode. Not every browser does so before it sends a form. */
function withAsciiHost(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const host = address.slice(at);
  if (/^\p{ASCII}*$/u.test(host) || /[/?#:\\]/.test(host)) return address;
  return address.slice(0, at) + (URL.parse(`https://${host}`)?.hostname ?? host);
}

export const email = z
  .string(fieldErrors.email)
  .transform((text) => withAsciiHost(oneLine(text)))
  .pipe(z.string().max(EMAIL_CHARS, fieldErrors.tooLong(EMAIL_CHARS)).regex(EMAIL, fieldErrors.email));
