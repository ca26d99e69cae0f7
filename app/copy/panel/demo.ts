// Demo mode (DEMO=1).

export const demo = {
  /** on every tab */
  line: (time: string) => `This is a demo. It sends no email, and everything resets at ${time}.`,
  login: (time: string) => `This is a demo: everything you change is reset at ${time}.`,
  password: "Password:",
  ended: { title: "The demo was reset", text: "Everything is back to the start. Log in again." },
  noEmail: "This is a demo, so it doesn't send email.",
  noRequests: "This is a demo, so it doesn't request other websites.",
  noWebhooks: "This is a demo, so it doesn't send webhooks.",
  noFactor: "In the demo, everyone uses the same login, so it can't get a second factor.",
} as const;
