// The email to the owner about a webhook that was switched off.
export const webhookMail = {
  subject: (name: string) => `The webhook ${name} was switched off`,
  reasons: {
    gone: "The tool answered that this URL no longer exists (410).",
    failing: "Nothing could be delivered for five days.",
  },
  intro: (name: string, siteTitle: string) => `${siteTitle} no longer sends events to the webhook ${name}.`,
  next: "Enquiries are stored as always. Fix the cause, turn the webhook on again, and send it what it missed with “Send everything since”.",
  link: "Open webhooks",
};
