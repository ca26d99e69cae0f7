/** Enquiry statuses in pipeline order. */
export const ENQUIRY_STATUSES = {
  new: "New",
  contacted: "Contacted",
  qualified: "Qualified",
  won: "Won",
  lost: "Lost",
  spam: "Spam",
} as const;
export type EnquiryStatus = keyof typeof ENQUIRY_STATUSES;

export const ENQUIRY_FORMS = { contact: "Contact", audit: "Free audit", service: "Service page" } as const;
export type EnquiryForm = keyof typeof ENQUIRY_FORMS;
