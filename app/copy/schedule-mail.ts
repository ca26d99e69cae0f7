// The mail that tells the owner of scheduled changes that did not go live.

export const scheduleMail = {
  subject: "Scheduled changes were not published",
  intro: (siteTitle: string) =>
    `The changes that were to go live on ${siteTitle} at this time were not published. The site is as it was.`,
  next: "The changes are kept. Look at them under Changes in the control panel, and publish or schedule them again.",
  link: "Open the changes",
} as const;
