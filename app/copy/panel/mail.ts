// The panel's texts about email: whether it can be sent, what prevents it and how to fix that, for an owner who has
// never seen a mail server's reply.

import type { MailTrouble } from "../../platform/http/mail-trouble.ts";
import { counted, number } from "../counted.ts";

/** What the sentences about a problem refer to: the server as `host:port`, and the recipient. */
type Where = { server: string; recipient: string };

/** What is wrong and what to do, by the kind of problem. */
export const troubleWords: Record<MailTrouble, (where: Where) => string> = {
  "no-recipient": () => "Add your email address in Settings so we can notify you.",
  "no-sender": () => "There's no sender address. Add your email address in Settings.",
  held: () => "Enquiries are arriving quickly, so this one will be included in the next digest.",
  "in-line": () => "Emails to visitors are limited to 100 an hour, so this one is queued.",
  "unknown-host": ({ server }) =>
    `We couldn't find the mail server ${server}. Check the host name in SMTP_URL. If it's correct, this server can't resolve names at the moment.`,
  unreachable: ({ server }) =>
    `We couldn't reach ${server}. Check the host name and port in SMTP_URL, and that the mail server is running. Some hosting providers block mail ports: ask yours, or try port 587.`,
  timeout: ({ server }) =>
    `The mail server ${server} didn't respond in time. If this keeps happening, a firewall or your hosting provider may be blocking the port: try 587, or 465 with smtps://.`,
  broken: ({ server }) =>
    `${server} closed the connection. If this keeps happening, check the host name and port in SMTP_URL.`,
  "no-tls": ({ server }) =>
    `${server} doesn't offer encryption, so we didn't send your password. Use port 587, or smtps:// with port 465, as your mail provider recommends.`,
  certificate: ({ server }) =>
    `The certificate of ${server} isn't valid for that name. Use the full host name in SMTP_URL, exactly as your mail provider gives it.`,
  tls: ({ server }) =>
    `We couldn't set up an encrypted connection to ${server}. Use smtps:// with port 465 or smtp:// with port 587 in SMTP_URL.`,
  login: ({ server }) =>
    `${server} rejected the username or password in SMTP_URL. Check both. Gmail and Microsoft 365 require an app password.`,
  "no-login": ({ server }) =>
    `${server} requires a username and password. Add them to SMTP_URL, as in smtp://user:password@host:587.`,
  sender: ({ server }) =>
    `${server} doesn't let you send from your contact email. Use an address that belongs to the account in SMTP_URL as your contact email.`,
  recipient: ({ recipient }) =>
    `The mail server doesn't recognize ${recipient || "this address"}. Check the spelling.`,
  "mailbox-full": ({ recipient }) =>
    `The mailbox for ${recipient || "this address"} is full. We'll keep trying until there's room.`,
  quota: () =>
    "You've reached your mail provider's sending limit. The email goes out automatically when the limit resets.",
  unwanted: ({ recipient }) =>
    `A spam filter or rule rejected it${recipient ? ` on the way to ${recipient}` : ""}. Ask your mail provider to allow email from this site and to confirm that SPF and DKIM are set up for your domain.`,
  busy: () => "The mail server asked us to try again later. We'll retry automatically.",
  refused: () => "The mail server rejected this email. Its reply says why.",
  stopped: () => "The site stopped while sending this email. It goes out once the site is running again.",
  unknown: () => "The email couldn't be sent. See the mail server's reply for details.",
};

/** Heading of the server's own reply. */
export const serverSaidWords = "Mail server's reply";

/** The notice on every tab while no email can reach the owner, and its links to where that can be fixed. */
export const setupLine = {
  none: (waiting: string) =>
    `You aren't getting email notifications about new enquiries${waitingWords(waiting)}. Add your email address in Settings and set SMTP_URL to your mail server. Enquiries are saved here.`,
  noAddress: (waiting: string, isSample: boolean) =>
    `You aren't getting email notifications about new enquiries${waitingWords(waiting)}: ${isSample ? "the contact email is still the sample one" : "there's no contact email"}. Add yours in Settings. Enquiries are saved here.`,
  noServer: (waiting = "") =>
    `Email isn't set up yet${waitingWords(waiting)}: set SMTP_URL to your mail server. Enquiries are saved here.`,
  enterAddress: "Add your email",
  seeServer: "Set up email",
};

function waitingWords(waiting: string): string {
  return waiting && ` (${waiting} pending)`;
}

/** The notice on every tab while emails are waiting for a retry or were rejected. */
export const mailLine = {
  /** the counts in words, empty for none */
  stuck: (waiting: string, refused: string) => {
    const amounts = [waiting && `${waiting} pending`, refused && `${refused} rejected`];
    return `Email isn't going out (${amounts.filter(Boolean).join(", ")}).`;
  },
  confirmations: (count: number) =>
    `${counted(count, "confirmation to a visitor was", "confirmations to visitors were")} rejected:`,
  seeEnquiry: "see the enquiry",
  invitations: (count: number) =>
    `${counted(count, "newsletter confirmation was", "newsletter confirmations were")} rejected:`,
  seeSubscriber: "see the subscriber",
};

/** The status of an email; `to` is its recipient. */
export const mailStates = {
  sent: (to: string) => (to ? `sent to ${to}` : "sent"),
  sentTogether: (to: string) => `sent to ${to} in a digest`,
  waiting: (next: string) => `pending, next try ${next}`,
  held: (next: string) => `in the next digest at ${next}`,
  due: "pending, next try within a minute",
  noServer: "pending: no mail server yet",
  noAddress: "pending: no email address yet",
  noneOfBoth: "pending: no mail server or email address yet",
  refused: "rejected",
  givenUp: "gave up after 5 days",
  sentAgain: "Sending the email again",
  sendAgainFailed: "Failed to send the email again",
};

/** The dashboard's warning while very many enquiries come in. */
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

/** The card on the Settings tab, and the content of a test email. */
export const mailCard = {
  title: "Email",
  about: "Where notifications about new enquiries go, and the mail server that sends them.",
  to: "Notifications go to",
  toNobody: "No one yet: add a contact email above",
  toLeads: (addresses: string) => `${addresses} (LEADS_TO)`,
  from: "Sent from",
  fromNobody: "No address yet",
  server: "Mail server",
  noServer: "None yet",
  howTo: "Set SMTP_URL to your provider's mail server and restart the site. For example:",
  example: "SMTP_URL=smtps://name%40company.com:password@smtp.company.com:465",
  hint: "The username and password are part of the URL; write an @ in them as %40.",
  send: "Send a test email",
  isBusy: "Sending…",
  missing: {
    server: "There's no mail server yet. Set SMTP_URL and restart the site.",
    address: "There's no address to send to yet. Add your contact email and save.",
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
