// Emails to the owner about problems with scheduled changes.

const look = "Review them under Changes in the control panel, then publish or schedule them again.";

export const scheduleMail = {
  /** changes that were due to be published but weren't */
  notPublished: {
    subject: "Scheduled changes were not published",
    intro: (siteTitle: string) =>
      `Changes that were due to go live on ${siteTitle} just now were not published. The site hasn't changed.`,
    next: `Your drafts are safe. ${look}`,
  },
  /** changes that were due to be reverted but are still live */
  notReverted: {
    subject: "Scheduled changes were not reverted",
    intro: (siteTitle: string) =>
      `Some changes on ${siteTitle} should have been reverted just now, but weren't. All of them are still live.`,
    next: "Revert them yourself under Changes in the control panel, or save the content you want instead.",
  },
  /** changes that were reverted except for some fields */
  partlyReverted: {
    subject: "Some scheduled changes were not reverted",
    intro: (siteTitle: string) =>
      `Changes on ${siteTitle} were reverted as scheduled. Some fields were edited after they went live, so they stay as they are.`,
    next: "Review them in the control panel and save the content you want.",
  },
  /** an error prevents publishing or reverting */
  heldUp: {
    subject: "Scheduled changes are late",
    intro: (siteTitle: string) =>
      `Scheduled changes on ${siteTitle} are at least ten minutes late because of an error.`,
    next: "Nothing is lost. If they're still late in an hour, tell your developer: the log shows the error.",
  },
  link: "Open the changes",
} as const;
