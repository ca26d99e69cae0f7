// Newsletter texts that the owner can't edit: form messages and emails. The other newsletter texts are in blog.ts.

export const newsletter = {
  form: {
    success: {
      title: "Please check your inbox.",
      text: "We sent you a link to confirm your email address. It may take a few minutes to arrive.",
    },
    failure: { title: "Failed to subscribe. Please try again." },
    tooMany: "Too many sign-ups at once.",
  },

  mail: {
    subject: (siteTitle: string) => `Please confirm your subscription to ${siteTitle}`,
    intro: (siteTitle: string) =>
      `Someone, probably you, signed up for the ${siteTitle} newsletter with this email address. Open this page and click Confirm to receive it:`,
    button: "Confirm my subscription",
    ignore: "If this wasn’t you, ignore this email. The request expires after seven days.",
    unsubscribe: "To unsubscribe right away:",
    unsubscribeLink: "Unsubscribe",
  },
} as const;
