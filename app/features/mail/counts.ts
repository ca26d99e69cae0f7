/** Counting stops here, because an exact number isn't worth a slow query on every page. */
export const MAILS_COUNTED = 1000;

export const mailCount = (count: number) =>
  count.toLocaleString("en-US") + (count < MAILS_COUNTED ? "" : " or more");
