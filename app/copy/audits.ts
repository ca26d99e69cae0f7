// Words about audits in mails: to the sender, whose report takes the place of the confirmation, and to the owner.

/** What both mails tell of a result. */
export const auditSummary = {
  score: (score: number) => `${score} of 100 by our checklist`,
  noScore: "no score, because only part of it could be read",
};

/**
 * The email with the report. Its words are ours alone: visitors can type another person's address, a page can say anything,
 * and so can the name of a host.
 */
export const reportMail = {
  subject: "Your website check",
  arrived: (siteTitle: string) =>
    `Thanks for contacting ${siteTitle}. We got your message and will reply within 24 hours.`,
  score: (domain: string, score: string) => `We ran an automated check of ${domain}: ${score}.`,
  worst: "What to look at first:",
  nothing: "We found nothing that needs fixing right away.",
  trouble: (domain: string, why: string) => `We couldn’t check ${domain}. ${why}`,
  byHand: "A strategist will look at it and write to you.",
  link: "See your report:",
  waiting: (domain: string) =>
    `We’re checking ${domain}. Your report will be ready at this link in a moment:`,
  button: "Open your report",
  wrongAddress:
    "If you didn’t write to us, someone entered your address by mistake, and you can ignore this email.",
};

/** The lines about it in the owner's notice. */
export const auditNotice = {
  label: "Audit",
  worst: "To look at first",
  link: "Report",
  trouble: (why: string) => `could not be read: ${why}`,
};
