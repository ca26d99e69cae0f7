/** Enquiry statuses in pipeline order, with their built-in names. */
export const ENQUIRY_STATUSES = {
  new: "New",
  contacted: "Contacted",
  qualified: "Qualified",
  won: "Won",
  lost: "Lost",
  spam: "Spam",
} as const;
export type EnquiryStatus = keyof typeof ENQUIRY_STATUSES;

/** The stages of an enquiry that may still become a customer. */
export const OPEN_STATUSES = ["new", "contacted", "qualified"] as const;

/** The settings that rename stages. */
export const STAGE_SETTINGS = {
  new: "stage_new",
  contacted: "stage_contacted",
  qualified: "stage_qualified",
  won: "stage_won",
  lost: "stage_lost",
} as const satisfies Partial<Record<EnquiryStatus, string>>;

export type StageNames = Record<EnquiryStatus, string>;

/** Returns the names of statuses, as the owner renamed them. */
export function stageNames(
  settings: Partial<Record<(typeof STAGE_SETTINGS)[keyof typeof STAGE_SETTINGS], string>>,
): StageNames {
  const renamed = Object.entries(STAGE_SETTINGS).map(([status, key]) => [
    status,
    settings[key] || ENQUIRY_STATUSES[status as EnquiryStatus],
  ]);
  return { ...ENQUIRY_STATUSES, ...Object.fromEntries(renamed) };
}

export const ENQUIRY_FORMS = { contact: "Contact", audit: "Free audit", service: "Service page" } as const;
export type EnquiryForm = keyof typeof ENQUIRY_FORMS;
