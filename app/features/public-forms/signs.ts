// Signs of spam in how a public form was filled in.
import { spamSigns } from "../../copy/enquiries.ts";

/** What a form tells beside its fields; programs that use the endpoint have none of it. */
export type FormSigns = {
  /** what was typed into the field that visitors do not see */
  trap: string;
  /** milliseconds since the form was made, null where its stamp is missing or forged */
  ageMs: number | null;
};

/** A sign of this weight is enough by itself. */
export const SPAM_THRESHOLD = 2;
/** Faster than a person can read and fill a form, even with a browser's help. */
const QUICK_MS = 2_000;

/** Whether a form without content to judge, such as the newsletter's, is spam. */
export const isFormSuspect = (form: FormSigns) =>
  signsOfForm(form).reduce((sum, { weight }) => sum + weight, 0) >= SPAM_THRESHOLD;

/** What speaks for spam; the words are for the owner. */
export type Sign = { words: string; weight: number };

export function signsOfForm({ trap, ageMs }: FormSigns): Sign[] {
  const signs: Sign[] = [];
  if (trap.trim()) signs.push({ words: spamSigns.trap, weight: 2 });
  if (ageMs === null) signs.push({ words: spamSigns.noStamp, weight: 1 });
  else if (ageMs < QUICK_MS) signs.push({ words: spamSigns.quick, weight: 1 });
  return signs;
}
