/** The limit for counting emails: nobody needs the exact number of a thousand on every page. */
export const MAILS_COUNTED = 1000;

export const mailCount = (count: number) =>
  count.toLocaleString("en-US") + (count < MAILS_COUNTED ? "" : " or more");
