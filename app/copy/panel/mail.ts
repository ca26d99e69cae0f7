// Texts about email problems and how to fix them, for owners who have never seen a mail server's reply.

import type { MailTrouble } from "../../platform/http/mail-trouble.ts";
import { counted, number } from "../counted.ts";

/** `server` is `host:port`. `isVariable` is true if SMTP_URL sets the connection. */
type Where = { server: string; recipient: string; isVariable: boolean };

const place = ({ isVariable }: Where) => (isVariable ? "SMTP_URL" : "Settings → Email");
const tls = ({ isVariable }: Where) => (isVariable ? "smtps:// with port 465" : "TLS with port 465");

/** What went wrong and what to do, by kind of problem. */
export const troubleWords: Record<MailTrouble, (where: Where) => string> = {
  "no-recipient": () => "In Settings → Email, enter who gets notified.",
  "no-sender": () => "There's no sender address. Enter one in Settings → Email.",
  "no-key": () =>
    "This server doesn't have the key for the link in this invitation (mail-key in DATA_DIR). Create a new link on the People tab.",
  held: () => "Enquiries are arriving quickly, so this one will be included in the next digest.",
  "in-line": () => "Emails to visitors are limited to 100 an hour, so this one is queued.",
  "unknown-host": (where) =>
    `We couldn't find the mail server ${where.server}. Check the host name in ${place(where)}. If it's correct, this server's DNS lookups are failing.`,
  unreachable: (where) =>
    `We couldn't reach ${where.server}. Check the host name and port in ${place(where)}, and that the mail server is running. Some hosting providers block mail ports: ask yours, or try port 587.`,
  timeout: (where) =>
    `The mail server ${where.server} didn't respond in time. Check the port in ${place(where)}: 587, or ${tls(where)}. If it's correct, a firewall or your hosting provider may be blocking it.`,
  broken: (where) =>
    `${where.server} closed the connection. If this keeps happening, check the host name and port in ${place(where)}.`,
  "no-tls": (where) =>
    `${where.server} doesn't offer encryption, so we didn't send your password. Use port 587, or ${tls(where)}, as your mail provider recommends.`,
  certificate: (where) =>
    `The certificate of ${where.server} isn't valid for that name. Use the full host name in ${place(where)}, exactly as your mail provider gives it.`,
  tls: (where) =>
    `We couldn't set up an encrypted connection to ${where.server}. Use ${tls(where)}, or ${where.isVariable ? "smtp://" : "STARTTLS"} with port 587.`,
  login: (where) =>
    `${where.server} rejected the username or password. Check both in ${place(where)}. Gmail and Microsoft 365 may require an app password.`,
  "no-login": (where) =>
    `${where.server} requires a username and password. Add them ${where.isVariable ? "to SMTP_URL, as in smtp://user:password@host:587" : "in Settings → Email"}.`,
  sender: (where) =>
    `${where.server} doesn't let you send from this address. Use ${where.isVariable ? "one that belongs to the account in SMTP_URL" : "one that belongs to your account"} as the sender email in Settings → Email.`,
  recipient: ({ recipient }) =>
    `The mail server doesn't recognize ${recipient || "this address"}. Check the spelling.`,
  "mailbox-full": ({ recipient }) =>
    `The mailbox for ${recipient || "this address"} is full. We'll keep trying until there's room.`,
  quota: () =>
    "You've reached your mail provider's sending limit. The email goes out automatically when the limit resets.",
  unwanted: ({ recipient }) =>
    `A spam filter or rule rejected this email${recipient ? ` on the way to ${recipient}` : ""}. Ask your mail provider to allow email from this site and to confirm that SPF and DKIM are set up for your domain.`,
  busy: () => "The mail server asked us to try again later. We'll retry automatically.",
  refused: () => "The mail server rejected this email. Its reply says why.",
  stopped: () => "The site stopped while sending this email. It goes out once the site is running again.",
  unknown: () => "The email couldn't be sent. See the mail server's reply for details.",
};

/** Heading of the server's own reply. */
export const serverReplyLabel = "Mail server's reply";

/** The notice on every tab while no email can reach the owner, with links to the settings. */
export const setupLine = {
  noAddress: (waiting: string, isSample: boolean) =>
    `You aren't getting email notifications about new enquiries${waitingWords(waiting)}: ${isSample ? "the contact email is still the sample one" : "there's no contact email"}. Add yours in Settings. Enquiries are saved here.`,
  noServer: (waiting = "") =>
    `Email isn't set up${waitingWords(waiting)}: no email goes out, and enquiries are only saved here.`,
  passwordLost: (waiting = "") =>
    `Email isn't going out${waitingWords(waiting)}: the saved password can't be read on this server. Enter it again in Settings → Email.`,
  enterAddress: "Add your email",
  seeServer: "Set up email",
};

function waitingWords(waiting: string): string {
  return waiting && ` (${waiting} pending)`;
}

/** The notice on every tab while emails are pending or rejected. */
export const mailLine = {
  /** each count in words; empty if it's 0 */
  stuck: (waiting: string, refused: string) => {
    const amounts = [waiting && `${waiting} pending`, refused && `${refused} rejected`];
    return `Email isn't going out (${amounts.filter(Boolean).join(", ")}).`;
  },
  toSenders: (count: number) =>
    `${counted(count, "email to a visitor was", "emails to visitors were")} rejected:`,
  seeEnquiry: "see the enquiry",
  invitations: (count: number) =>
    `${counted(count, "newsletter confirmation was", "newsletter confirmations were")} rejected:`,
  seeSubscriber: "see the subscriber",
};

/** An email's status; `to` is its recipient. */
export const mailStates = {
  sent: (to: string) => (to ? `sent to ${to}` : "sent"),
  sentTogether: (to: string) => `sent to ${to} in a digest`,
  waiting: (next: string) => `pending, next try ${next}`,
  held: (next: string) => `in the next digest at ${next}`,
  due: "pending, next try within a minute",
  noServer: "pending: email isn't set up",
  passwordLost: "pending: enter the mail password again",
  noAddress: "pending: no email address yet",
  refused: "rejected",
  givenUp: "gave up after 5 days",
  sentAgain: "Sending the email again",
  sendAgainFailed: "Failed to send the email again",
};

/** The dashboard's warning about a flood of enquiries. */
export const floodLine = {
  title: "You're getting a flood of enquiries.",
  enquiries: (lastHour: number) =>
    `${number(lastHour)} arrived in the last hour. You'll find all of them on the Enquiries tab.`,
  held: (held: number) =>
    `${counted(held, "notification is", "notifications are")} held for the next digest, sent every 10 minutes.`,
  inLine: (count: number) =>
    `${counted(count, "email to a visitor is", "emails to visitors are")} queued: at most 100 an hour go out.`,
  end: "Everything returns to normal once enquiries slow down.",
};

/** A test email and its result. */
export const testMail = {
  missing: {
    server: "There's no mail server yet. Enter its host name.",
    address: "There's no address to send to yet. Enter an email address under “Notifications go to”.",
  },
  tooMany: (seconds: number) =>
    `Too many test emails. Try again in ${seconds < 90 ? counted(seconds, "second", "seconds") : `${Math.ceil(seconds / 60)} minutes`}.`,
  sent: (to: string) =>
    `The mail server accepted the test email to ${to}. If it doesn't arrive within a few minutes, check your spam folder.`,
  toasts: { done: "Test email sent", failed: "Failed to send the test email" },
  subject: (siteTitle: string) => `Test email from ${siteTitle}`,
  text: (siteTitle: string) =>
    `This is a test email from the control panel of ${siteTitle}. Notifications about new enquiries will arrive here.`,
};
