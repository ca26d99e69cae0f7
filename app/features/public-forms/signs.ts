import { spamSigns } from "../../copy/enquiries.ts";

/** What a form reveals about its sender. Requests from API clients lack these facts. */
export type FormSigns = {
  trap: string;
  /** time since the page was rendered; null if the stamp is missing or forged */
  ageMs: number | null;
};

/** Total weight that counts as spam. */
export const SPAM_THRESHOLD = 2;
const QUICK_MS = 2_000;

/** Returns whether a form without free text, such as the newsletter form, is spam. */
export const isFormSuspect = (form: FormSigns) =>
  signsOfForm(form).reduce((sum, { weight }) => sum + weight, 0) >= SPAM_THRESHOLD;

export type Sign = { words: string; weight: number };

export function signsOfForm({ trap, ageMs }: FormSigns): Sign[] {
  const signs: Sign[] = [];
  if (trap.trim()) signs.push({ words: spamSigns.trap, weight: 2 });
  if (ageMs === null) signs.push({ words: spamSigns.noStamp, weight: 1 });
  else if (ageMs < QUICK_MS) signs.push({ words: spamSigns.quick, weight: 1 });
  return signs;
}
