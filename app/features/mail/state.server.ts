import { outgoing_mails } from "./table.server.ts";

const { id, kind, status, recipient, last_error, trouble, refusals, held_for, next_try_at } = outgoing_mails;

/** The columns that `mailStateOf` needs. */
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
