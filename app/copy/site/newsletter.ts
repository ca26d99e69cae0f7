// What the newsletter says beside its box on the blog list and its pages, whose words are among the blog's texts.

export const newsletter = {
  form: {
    success: {
      title: "Please check your inbox.",
      text: "We have sent you a link to confirm your address. It can take a few minutes.",
    },
    failure: { title: "Failed to subscribe. Please try again." },
    tooMany: "Too many addresses at once.",
  },

  /** the mail that asks for a confirmation */
  mail: {
    subject: (siteTitle: string) => `Please confirm your subscription to ${siteTitle}`,
    intro: (siteTitle: string) =>
      `Somebody, probably you, asked for the ${siteTitle} newsletter at this address. Open this page and press Confirm to receive it:`,
    button: "Confirm my subscription",
    ignore: "If it was not you, do nothing: the request is forgotten after seven days.",
    unsubscribe: "Or tell us now that you do not want it:",
    unsubscribeLink: "Unsubscribe",
  },
} as const;
