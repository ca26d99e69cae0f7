import { firstNumber } from "../../platform/text/phone-number.ts";

/**
 * Returns a `tel:` URL, or "" without digits. Leaves out an extension or a second number, which would be dialed as
 * part of the first.
 */
export function phoneLink(typed: string): string {
  const digits = firstNumber(typed).replace(/[^\d+]/g, "");
  return digits && `tel:${digits}`;
}
