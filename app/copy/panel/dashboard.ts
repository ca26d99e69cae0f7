// What the dashboard says; the names of the spec's counters and quick actions are SPEC 2's.

export const dashboard = {
  fetchFailed: "Failed to fetch the dashboard",
  perWeek: "Enquiries per week",
  weeks: "12 weeks",
  thisWeek: "this week, so far",
  asTable: "Show as a table",
  noEnquiries: {
    title: "No enquiries in these 12 weeks",
    text: "As soon as somebody writes, this shows how many do, from which page and how they found you.",
  },
  from: "Where they came from",
  pages: "On which page they wrote",
  direct: "Directly, or not known",
  home: "Home page",
  unknownPage: "Not known",
  others: "All others",
  waiting: {
    title: "Waiting for an answer",
    promise: "You promise an answer within 24 hours.",
    none: "Nobody is waiting for an answer.",
    inbox: "Open inbox",
    setAside: (count: string) => `${count} set aside as spam`,
  },
  jobs: (since: string) => ({
    title: "Mail and timed work have stopped.",
    text: `Nothing of it has been done since ${since}. Enquiries are stored all the same, and their mail goes out once it goes on. Whoever runs your server looks into the site's log and starts the site again.`,
  }),
  mail: {
    title: "Mail",
    none: "Every mail has been sent.",
    neverDue: "No mail was due yet.",
    noAddress: "You are not told of new enquiries: your e-mail address is missing.",
    noServer: "No mail is sent: there is no mail server yet.",
    enterAddress: "Enter your e-mail address",
    seeServer: "How to set it",
    seeEnquiry: "See the enquiry",
    waiting: (count: string) => `${count} still to be sent.`,
    refused: (count: string) => `${count} refused by the mail server.`,
  },
  drafts: {
    title: "Drafts",
    none: "Nothing is half written.",
    post: "Blog post",
    caseStudy: "Case study",
    allPosts: "All draft posts",
    allCaseStudies: "All draft case studies",
  },
  changes: {
    scheduled: "Changes are scheduled.",
    failed: (isLive: boolean) =>
      isLive ? "Scheduled changes came otherwise." : "Scheduled changes were not published.",
  },
  deleted: {
    title: "Deleted",
    none: "Nothing was deleted in the last 30 days.",
    some: (count: string) => `${count} can still be brought back.`,
    open: "Show what was deleted",
  },
} as const;
