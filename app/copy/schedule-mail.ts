// The mails that tell the owner of scheduled changes of which something came otherwise.

const look = "Look at them under Changes in the control panel, and publish or schedule them again.";

export const scheduleMail = {
  /** they were to go live and did not */
  notPublished: {
    subject: "Scheduled changes were not published",
    intro: (siteTitle: string) =>
      `The changes that were to go live on ${siteTitle} at this time were not published. The site is as it was.`,
    next: `The changes are kept. ${look}`,
  },
  /** they were to be taken back and are live still */
  notTakenBack: {
    subject: "Scheduled changes were not taken back",
    intro: (siteTitle: string) =>
      `The changes that were to be taken back on ${siteTitle} at this time are still live, all of them.`,
    next: "Take them back by hand under Changes in the control panel, or save what is to be live instead.",
  },
  /** they were taken back but for some fields */
  partlyTakenBack: {
    subject: "Some scheduled changes were not taken back",
    intro: (siteTitle: string) =>
      `Changes on ${siteTitle} were taken back at their time. Some fields were saved after they went live, and stay as they are now.`,
    next: "Look at them in the control panel, and save what is to be live.",
  },
  /** a fault keeps them from going live or being taken back */
  heldUp: {
    subject: "Scheduled changes are late",
    intro: (siteTitle: string) =>
      `Scheduled changes on ${siteTitle} are at least ten minutes late, because of a fault.`,
    next: "Nothing is lost. If they are still late in an hour, tell the person who runs the site: its log says what the fault is.",
  },
  link: "Open the changes",
} as const;
