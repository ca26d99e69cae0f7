// Signs of spam in how a public form was filled in.
import { spamSigns } from "../../copy/enquiries.ts";

/** What a form reports besides its fields; API clients have none of it. */
export type FormSigns = {
  /** the content of the honeypot field */
  trap: string;
  /** milliseconds since the page was rendered; null if the stamp is missing or forged */
  ageMs: number | null;
};

/** A sign of this weight is sufficient alone. */
export const SPAM_THRESHOLD = 2;
/** Faster than a person can fill in a form, even with autofill. */
const QUICK_MS = 2_000;

/** Returns whether a form without text to judge, such as the newsletter's, is spam. */
export const isFormSuspect = (form: FormSigns) =>
  signsOfForm(form).reduce((sum, { weight }) => sum + weight, 0) >= SPAM_THRESHOLD;

/** Signs of spam, in words for the owner. */
export type Sign = { words: string; weight: number };

export function signsOfForm({ trap, ageMs }: FormSigns): Sign[] {
  const signs: Sign[] = [];
  if (trap.trim()) signs.push({ words: spamSigns.trap, weight: 2 });
  if (ageMs === null) signs.push({ words: spamSigns.noStamp, weight: 1 });
  else if (ageMs < QUICK_MS) signs.push({ words: spamSigns.quick, weight: 1 });
  return signs;
}
