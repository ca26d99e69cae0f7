// Dashboard texts. SPEC 2 names the counters and quick actions.

import { monthName } from "../../platform/time/dates.ts";
import { counted } from "../counted.ts";

export const dashboard = {
  fetchFailed: "Failed to fetch the dashboard",
  perWeek: "Enquiries per week",
  weeks: "12 weeks",
  thisWeek: "this week so far",
  asTable: "Show as a table",
  noEnquiries: "No enquiries in the last 12 weeks.",
  month: {
    title: "This month",
    sources: "Sources",
    figures: { received: "Received", won: "Won", value: "Value won" },
    /** `month` such as "2026-10" */
    before: (month: string, figure: string) => `${monthName(month).split(" ")[0]}: ${figure}`,
    noValue: "None",
  },
  week: {
    title: "Scheduled this week",
    none: "Nothing is scheduled for the next 7 days.",
    /** before what's scheduled later */
    after: "After that:",
    more: (count: number) => `and ${count.toLocaleString("en-US")} more`,
  },
  upkeep: "Your site",
  waiting: {
    title: "Awaiting reply",
    promise: "You promise a reply within 24 hours.",
    none: "You've replied to everyone.",
    noWords: "Not given",
    /** `day` from `showDay` */
    dueOn: (day: string) => `Follow up: ${day.toLowerCase()}`,
    due: (count: number) => `${counted(count, "follow-up", "follow-ups")} due.`,
    inbox: "Open enquiries",
    setAside: (count: string) => `${count} marked as spam`,
  },
  jobs: (since: string) => ({
    title: "Email and scheduled tasks have stopped.",
    text: `Nothing has run since ${since}. Enquiries are still saved, and their emails will go out once tasks run again. Ask your developer to check the log and restart the site.`,
  }),
  updates: {
    title: "Updates",
    none: "You have the newest version, as far as we know.",
    available: (version: string) => `Version ${version} is available.`,
    off: "Turn off notices",
    security: (running: string) => ({
      title: "There's a security update.",
      text: `Version ${running}, which you have, has a security problem. Ask your developer to update the site today.`,
    }),
  },
  mail: {
    title: "Email",
    none: "All emails have been sent.",
    neverDue: "No emails to send yet.",
    noAddress: "You aren't getting notifications: your email address is missing.",
    noServer: "Email isn't set up.",
    enterAddress: "Add your email",
    seeServer: "Set up email",
    seeEnquiry: "See the enquiry",
    waiting: (count: string) => `${count} pending.`,
    refused: (count: string) => `${count} rejected by the mail server.`,
  },
  drafts: {
    title: "Drafts",
    none: "No drafts.",
    post: "Blog post",
    caseStudy: "Case study",
    allPosts: "All draft posts",
    allCaseStudies: "All draft case studies",
  },
  changes: {
    failed: (isLive: boolean) =>
      isLive ? "Some scheduled changes weren't reverted." : "Scheduled changes weren't published.",
  },
  deleted: {
    title: "Deleted",
    none: "Nothing was deleted in the last 30 days.",
    some: (count: string) => `${count} can still be restored.`,
    open: "Show deleted items",
  },
} as const;
