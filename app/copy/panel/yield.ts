// The report on what brings customers.
import { counted, number } from "../counted.ts";

export const yieldWords = {
  title: "Sources",
  about: "What brings customers: where enquiries came from and what became of them, without spam.",
  exportCsv: "Export CSV",
  by: "Rows",
  bys: {
    source: "By source",
    landing: "By first page",
    page: "By form page",
    service: "By service",
    "case-study": "By case study read before",
    campaign: "By campaign",
  },
  period: "Period",
  periods: { "30": "Last 30 days", "90": "Last 90 days", "365": "Last 12 months", all: "All time" },
  heads: {
    source: "Source",
    landing: "First page",
    page: "Form page",
    service: "Service",
    "case-study": "Case study",
    campaign: "Campaign",
  },
  columns: {
    enquiries: "Enquiries",
    answered: "Answered",
    won: "Won",
    value: "Value",
    about: "Estimated",
    days: "Median days to win",
  },
  /** rows without a name */
  unknown: {
    source: "Direct or unknown",
    landing: "Unknown",
    page: "Unknown",
    service: "None chosen",
    "case-study": "None",
    campaign: "None",
  },
  assistant: "AI assistant",
  /** @param rest how many rows are only in the CSV */
  more: (rest: number) => `And ${counted(rest, "more row", "more rows")} in the CSV.`,
  caption: (by: string, period: string) => `${by}, ${period.toLowerCase()}`,
  days: (days: number) => number(Math.round(days * 10) / 10),
  hint: "The first page and the pages read before an enquiry come from the visitor's tab when they send the form, without cookies or storage. They're unknown without JavaScript. The source is the campaign, the ad or the site that led to the form's page; if other pages came first and the link had no campaign, it's unknown. An enquiry with several services or case studies counts for each.",
  none: "No enquiries in this period",
  noneText: "Enquiries show up here as they come in.",
  unreadable: "We couldn't load the report. Reload the page in a minute.",
  fetchFailed: "Failed to fetch the report",
};
