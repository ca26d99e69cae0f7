import { counted } from "./counted.ts";

export const factorMail = {
  recovery: {
    subject: "A recovery code was used to log in",
    lines: (siteTitle: string, left: number) => [
      `Someone entered one of your recovery codes in the control panel of ${siteTitle}. That code no longer works. You have ${counted(left, "code", "codes")} left.`,
      "If this was you, there's nothing to do. If not, change your password now, end all other sessions and create new recovery codes.",
    ],
    link: { path: "/account#factor", text: "Open your account" },
  },
} as const;
