// The mails that tell the owner of scheduled changes of which something came otherwise.

const look = "Review them under Changes in the control panel, then publish or schedule them again.";

export const scheduleMail = {
  /** they were to go live and did not */
  notPublished: {
    subject: "Scheduled changes were not published",
    intro: (siteTitle: string) =>
      `Changes scheduled to go live on ${siteTitle} at this time were not published. The site hasn't changed.`,
    next: `Your drafts are safe. ${look}`,
  },
  /** they were to be taken back and are live still */
  notTakenBack: {
    subject: "Scheduled changes were not reverted",
    intro: (siteTitle: string) =>
      `Changes scheduled to be reverted on ${siteTitle} at this time are all still live.`,
    next: "Revert them yourself under Changes in the control panel, or save the content you want instead.",
  },
  /** they were taken back but for some fields */
  partlyTakenBack: {
    subject: "Some scheduled changes were not reverted",
    intro: (siteTitle: string) =>
      `Changes on ${siteTitle} were reverted as scheduled. Some fields were edited after they went live, so they stay as they are.`,
    next: "Review them in the control panel and save the content you want.",
  },
  /** a fault keeps them from going live or being taken back */
  heldUp: {
    subject: "Scheduled changes are late",
    intro: (siteTitle: string) =>
      `Scheduled changes on ${siteTitle} are at least ten minutes late because of an error.`,
    next: "Nothing is lost. If they're still late in an hour, tell your developer: the log shows the error.",
  },
  link: "Open the changes",
} as const;
