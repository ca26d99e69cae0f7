// What the control panel says of the checks of websites; SPEC 8 has no words for it.
import { counted, number } from "../counted.ts";

/** On the Settings tab. */
export const auditSettings = {
  on: "On",
  off: "Off",
  hint: "A website that is entered in the free audit form is read at once, and its sender gets a report, also by mail. Off: you look at it by hand.",
  perDayHint: "For all visitors together; 0 makes none. One sender gets 3 an hour and 20 a day.",
};

/** On an enquiry. */
export const auditPart = {
  title: "Audit",
  score: (score: number) => `${score} of 100`,
  noScore: "No score: only part of it could be read",
  made: (host: string, time: string) => `${host}, ${time}`,
  fail: "To mend",
  warn: "Could be better",
  unchecked: "Not checked",
  others: (pass: number, note: number) => `${number(pass)} in order, ${counted(note, "note", "notes")}`,
  states: { waiting: "Waits for its turn", running: "Is being read" },
  reasons: {
    "own-site": "Not checked: it is this site itself.",
    busy: "Not checked: too many were waiting. Its sender was told that you look at it by hand.",
    "day-is-full":
      "Not checked: the checks of that day were used up. Its sender was told that you look at it by hand.",
    "too-many": "Not checked: its sender had asked for too many. They were told that you look at it by hand.",
    off: "Not checked: it was switched off by then. Its sender was told that you look at it by hand.",
    "broken-off": "The check broke off twice.",
  },
  openReport: "The visitor’s report",
  again: "Run again",
  first: "Check a site",
  other: "Check another site",
  otherLabel: "Website",
  otherPlaceholder: "www.example.com",
  check: "Check",
  switchedOff: "This machine makes no checks (AUDIT=off).",
  wrong: "Enter a website address, such as www.example.com.",
  toasts: {
    started: "The check is running. Its result shows here in some seconds.",
    failed: "Failed to start the check",
  },
};

/** One line on the dashboard. */
export const auditLine = ({ made, refused, open }: { made: number; refused: number; open: number }) =>
  [
    `${counted(made, "website", "websites")} checked in the last 7 days`,
    refused && `${number(refused)} not, over a limit or switched off`,
    open && `${number(open)} waiting now`,
  ]
    .filter(Boolean)
    .join(", ");
