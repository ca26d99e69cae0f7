// Words about audits in mails: to the sender, whose report takes the place of the confirmation, and to the owner.

/** What both mails tell of a result. */
export const auditSummary = {
  score: (score: number) => `${score} of 100 by our checklist`,
  noScore: "no score, because only part of it could be read",
};

/**
 * The report's mail. Of what was found it has our own words only: a visitor can type another person's address, and a page can say
 * anything.
 */
export const reportMail = {
  subject: (host: string) => `Your SEO check of ${host}`,
  arrived: (siteTitle: string) =>
    `Thank you for writing to ${siteTitle}. Your message has arrived, and we will answer it within 24 hours.`,
  score: (host: string, score: string) => `We have read ${host} once, by program: ${score}.`,
  worst: "What to look at first:",
  nothing: "Nothing on our checklist asks to be mended at once.",
  trouble: (host: string, why: string) => `We could not read ${host}: ${why}`,
  byHand: "A strategist looks at it by hand and writes to you.",
  link: "All of it, with what was found and what to do:",
  waiting: (host: string) => `We are checking ${host} by program. Your report is here as soon as it is made:`,
  button: "Open your report",
  wrongAddress:
    "If you did not write to us, somebody entered your address by mistake, and you can ignore this mail.",
};

/** The lines about it in the owner's notice. */
export const auditNotice = {
  label: "Audit",
  worst: "To look at first",
  link: "Report",
  trouble: (why: string) => `could not be read: ${why}`,
};
