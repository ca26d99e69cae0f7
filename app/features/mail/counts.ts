/** More mails are not counted: an owner with a thousand waiting needs no exact number at each click. */
export const MAILS_COUNTED = 1000;

export const mailCount = (count: number) =>
  count.toLocaleString("en-US") + (count < MAILS_COUNTED ? "" : " or more");
