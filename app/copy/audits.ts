// Audit texts in emails: the visitor's report, which replaces the confirmation, and the owner's notification.

/** A result, as shown in both emails. */
export const auditSummary = {
  score: (score: number) => `${score} out of 100 on our checklist`,
  noScore: "no score, because we could only read part of it",
};

/**
 * The report email. Apart from the shortened domain, it contains only our own text: visitors can enter other people's
 * addresses, and page titles and host names can contain anything.
 */
export const reportMail = {
  subject: "Your SEO audit report",
  arrived: (siteTitle: string) =>
    `Thanks for contacting ${siteTitle}. We got your message and will reply within 24 hours.`,
  score: (domain: string, score: string) => `We ran an automated check of ${domain}: ${score}.`,
  worst: "Fix first:",
  nothing: "We found nothing that needs fixing right away.",
  trouble: (domain: string, why: string) => `We couldn't check ${domain}. ${why}`,
  byHand: "A strategist will review your website and email you.",
  link: "See your report:",
  waiting: (domain: string) =>
    `We're checking ${domain}. Your report will be ready at this link in a moment:`,
  button: "Open your report",
  wrongAddress:
    "If you didn't write to us, someone entered your email address by mistake, and you can ignore this email.",
};

export const auditNotice = {
  label: "Audit",
  worst: "Fix first",
  link: "Report",
  trouble: (why: string) => `couldn't be checked: ${why}`,
};
