// The email at 8:00 about enquiries that wait for the team. The subject contains no visitor's words.

import { counted, number } from "./counted.ts";

export const morningMail = {
  subject: (due: number, unanswered: number) =>
    [
      due > 0 && counted(due, "follow-up is due today", "follow-ups are due today"),
      unanswered > 0 && counted(unanswered, "enquiry needs an answer", "enquiries need an answer"),
    ]
      .filter(Boolean)
      .join(", "),
  intro: (siteTitle: string) => `Good morning! This is waiting for you on ${siteTitle}.`,
  due: "Follow up:",
  unanswered: "Not answered yet:",
  /** @param day such as “Today” or “3 days late” */
  follow: (name: string, day: string) => `- ${name} (${day})`,
  /** @param wait such as “Overdue: waiting 26 hours” */
  answer: (name: string, wait: string) => `- ${name} (${wait})`,
  more: (count: number) => `- and ${number(count)} more`,
  link: "Open the enquiries",
};
