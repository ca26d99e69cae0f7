import { outgoing_mails } from "./table.server.ts";

const { id, kind, status, recipient, last_error, trouble, refusals, held_for, next_try_at } = outgoing_mails;

/** What lists say of a mail that waits, was sent or was refused. */
export const mailState = {
  id,
  kind,
  status,
  recipient,
  last_error,
  trouble,
  refusals,
  held_for,
  next_try_at,
};
