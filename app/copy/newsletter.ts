// What the newsletter says around its box on the blog list, whose own words are among the blog's texts.

export const newsletter = {
  form: {
    success: {
      title: "Please check your inbox.",
      text: "We have sent you a link to confirm your address. It can take a few minutes.",
    },
    failure: { title: "Failed to subscribe. Please try again." },
    sending: "Sending...",
    tooMany: "Too many addresses at once.",
  },

  /** the mail that asks for a confirmation */
  mail: {
    subject: (siteTitle: string) => `Please confirm your subscription to ${siteTitle}`,
    intro: (siteTitle: string) =>
      `Somebody, probably you, asked for the ${siteTitle} newsletter at this address. Open this page and press Confirm to receive it:`,
    button: "Confirm my subscription",
    ignore: "If it was not you, do nothing: the request is forgotten after seven days.",
    unsubscribe: "Or make sure that we never write to this address:",
    unsubscribeLink: "Unsubscribe",
  },

  /** the pages that the links in mails lead to */
  confirm: {
    title: "Confirm Your Subscription",
    text: (email: string) => `Press the button to receive our newsletter at ${email}.`,
    button: "Confirm",
    done: "You Are Subscribed",
    doneText: (email: string) =>
      `Our next newsletter comes to ${email}. Every one has a link to unsubscribe.`,
  },
  unsubscribe: {
    title: "Unsubscribe From the Newsletter",
    text: (email: string) => `Press the button and we no longer send our newsletter to ${email}.`,
    button: "Unsubscribe",
    done: "You Are Unsubscribed",
    doneText: (email: string) => `We no longer send our newsletter to ${email}.`,
  },
  unknown: {
    title: "This Link Is No Longer Valid",
    text: "It may be incomplete, or older than seven days. You can subscribe again below our articles.",
  },
  back: "Back to SEO News",
} as const;
