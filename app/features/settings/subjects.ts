// The pages of the Settings tab, and which of them a URL fragment opens (CONTRACT, Settings tab).
import { href } from "react-router";
import { MAIL_LABELS } from "../../copy/panel/mail-settings.ts";
import type { settingsTab } from "../../copy/panel/settings.ts";
import { cardOf } from "./cards.ts";

export type Subject = keyof (typeof settingsTab)["subjects"];

const { password: _, ...mailFields } = MAIL_LABELS;

/** The cards and fields on each page, besides its settings. "password" is a card, not the Email page's field. */
const PLACES: Record<Subject, readonly string[]> = {
  business: ["general", "social", "tracking"],
  brand: ["brand", "logo"],
  email: ["mail", ...Object.keys(mailFields)],
  enquiries: ["enquiries", "webhooks"],
  security: ["password", "sessions", "security-log"],
  advanced: ["advanced"],
};
export const SUBJECTS = Object.keys(PLACES) as Subject[];

/** The page at the tab's own URL. */
const FIRST: Subject = "business";

/** @returns undefined if the URL names no page */
export const subjectAt = (name = FIRST as string): Subject | undefined =>
  SUBJECTS.find((subject) => subject === name);

export const subjectPath = (subject: Subject): string =>
  href("/admin-control-panel-seoprozone/settings/:subject?", subject === FIRST ? {} : { subject });

/** Returns the page with a card, a setting or an email field. */
export const subjectOf = (place: string): Subject | undefined =>
  SUBJECTS.find((subject) => PLACES[subject].includes(cardOf(place) ?? place));

/** Returns the URL of a card, a setting or an email field. */
export const settingPath = (place: string): string => `${subjectPath(subjectOf(place) ?? FIRST)}#${place}`;
