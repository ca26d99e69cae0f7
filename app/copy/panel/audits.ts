// Audit texts in the panel, which SPEC 8 doesn't define.
import { counted, number } from "../counted.ts";

/** On the Settings tab. */
export const auditSettings = {
  on: "On",
  off: "Off",
  hint: "Websites entered in the free audit form are checked right away, and the visitor gets a report on screen and by email. If this is off, you review them yourself.",
  perDayHint:
    "For all visitors combined; 0 turns instant audits off. Each visitor gets up to 3 an hour and 20 a day.",
};

/** On an enquiry. */
export const auditPart = {
  title: "Audit",
  score: (score: number) => `${score} out of 100`,
  noScore: "No score: only part of the website could be read",
  made: (host: string, time: string) => `${host}, ${time}`,
  fail: "Errors",
  warn: "Warnings",
  unchecked: "Not checked",
  others: (pass: number, note: number) => `${number(pass)} passed, ${counted(note, "note", "notes")}`,
  states: { waiting: "In the queue", running: "Checking now" },
  reasons: {
    "own-site": "Not checked: this is your own site.",
    busy: "Not checked: the queue was full. The visitor was told that you'll review their site personally.",
    "day-is-full":
      "Not checked: the daily limit was reached. The visitor was told that you'll review their site personally.",
    "too-many":
      "Not checked: the visitor had requested too many audits. They were told that you'll review their site personally.",
    off: "Not checked: instant audits had been turned off. The visitor was told that you'll review their site personally.",
    "broken-off": "The audit failed twice.",
  },
  openReport: "The visitor's report",
  again: "Run again",
  first: "Audit a website",
  other: "Audit another website",
  otherLabel: "Website",
  otherPlaceholder: "www.example.com",
  check: "Run audit",
  switchedOff: "Audits are turned off on this server (AUDIT=off).",
  wrong: "Enter a website address, such as www.example.com.",
  toasts: {
    started: "The audit is running. The result will appear here in a few seconds.",
    failed: "Failed to start the audit",
  },
};

/** Returns the dashboard's line about audits. */
export const auditLine = ({ made, refused, open }: { made: number; refused: number; open: number }) =>
  [
    `${counted(made, "website", "websites")} audited in the last 7 days`,
    refused && `${number(refused)} skipped (over a limit, or audits were off)`,
    open && `${number(open)} waiting now`,
  ]
    .filter(Boolean)
    .join(", ");
