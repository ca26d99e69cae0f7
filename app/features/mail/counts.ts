/** The limit for counting emails: above a thousand, the exact number isn't worth a query on every page. */
export const MAILS_COUNTED = 1000;

export const mailCount = (count: number) =>
  count.toLocaleString("en-US") + (count < MAILS_COUNTED ? "" : " or more");
