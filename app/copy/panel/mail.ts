// What the control panel says of mail: whether it can be sent at all, what keeps it from going out and what to do
// about that, for an owner who has never heard of a mail server's replies.

import type { MailTrouble } from "../../platform/http/mail-trouble.ts";
import { counted, number } from "../counted.ts";

/** What the sentences about a trouble name: the server as `host:port`, and whom the mail is for. */
type Where = { server: string; recipient: string };

/** What is wrong and what to do, by the kind of trouble. */
export const troubleWords: Record<MailTrouble, (where: Where) => string> = {
  "no-recipient": () => "There is no address of yours to send it to. Enter your e-mail address in Settings.",
  "no-sender": () => "There is no address of yours to send it from. Enter your e-mail address in Settings.",
  held: () => "Many enquiries came at once: this one is told of in the next mail about all of them.",
  "in-line": () => "Very many mails to visitors at once: 100 an hour go out, and it waits for its turn.",
  "unknown-host": ({ server }) =>
    `The mail server ${server} cannot be found. Check its name in SMTP_URL; if that is right, this machine cannot look up names on the internet at the moment.`,
  unreachable: ({ server }) =>
    `Nothing answers at ${server}. Check the name and the port in SMTP_URL, and that the mail server runs. Some hosting providers block ports of mail: ask them, or try port 587.`,
  timeout: ({ server }) =>
    `The mail server ${server} did not answer in time. If this goes on, a firewall or your hosting provider blocks the port: try 587, or 465 with smtps://.`,
  broken: ({ server }) =>
    `${server} broke off the connection. If this goes on, check that the name and the port in SMTP_URL are those of your mail server.`,
  "no-tls": ({ server }) =>
    `${server} offers no encryption, and your login is not sent without it. Use port 587, or smtps:// with port 465, as your mail provider says.`,
  certificate: ({ server }) =>
    `${server} cannot prove that it is the mail server you mean: its certificate is not valid for that name. Use the server's full name in SMTP_URL, as your mail provider gives it.`,
  tls: ({ server }) =>
    `No encrypted connection to ${server} came about. smtps:// belongs to port 465, smtp:// to 587: check the two in SMTP_URL.`,
  login: ({ server }) =>
    `${server} does not accept the user name or the password in SMTP_URL. Check both. Gmail and Microsoft 365 want a password made for this purpose (an app password).`,
  "no-login": ({ server }) =>
    `${server} wants a user name and a password. Put them into SMTP_URL, as in smtp://user:password@host:587.`,
  sender: ({ server }) =>
    `${server} does not send in your contact email's name. Use an address of the account that SMTP_URL logs in with as contact email.`,
  recipient: ({ recipient }) =>
    `The mail server does not know ${recipient || "this address"}. Check its spelling.`,
  "mailbox-full": ({ recipient }) =>
    `The mailbox of ${recipient || "this address"} is full. The mail arrives once there is room in it.`,
  quota: () =>
    "Your mail provider lets you send no more for now. It goes out by itself once the provider takes mail again.",
  unwanted: ({ recipient }) =>
    `It was turned away as unwanted by a spam filter or a rule${recipient ? ` on the way to ${recipient}` : ""}. Ask your mail provider to let this site's mail through, and whether SPF and DKIM are set up for your domain.`,
  busy: () => "The mail server asked to try again later, which happens by itself.",
  refused: () => "The mail server did not take this mail; its own words say why.",
  stopped: () => "The site was stopped while it was being sent. It goes out once the site runs again.",
  unknown: () => "The mail could not be sent. What the mail server said tells more.",
};

/** What stands before the server's own words. */
export const serverSaidWords = "What the mail server said";

/** The line on every tab while mail cannot reach the owner at all, and the links that lead to where it is mended. */
export const setupLine = {
  none: (waiting: string) =>
    `You are not told of new enquiries by mail${waitingWords(waiting)}: enter your e-mail address in Settings, and set SMTP_URL to your mail server. Nothing is lost.`,
  noAddress: (waiting: string, isSample: boolean) =>
    `You are not told of new enquiries by mail${waitingWords(waiting)}: ${isSample ? "the contact email is still the sample’s" : "there is no contact email"}. Enter your own in Settings. Nothing is lost.`,
  noServer: (waiting = "") =>
    `Mail is not sent${waitingWords(waiting)}: set SMTP_URL to your mail server. Nothing is lost.`,
  enterAddress: "Enter your address",
  seeServer: "Set up a mail server",
};

function waitingWords(waiting: string): string {
  return waiting && ` (${waiting} waiting)`;
}

/** The line on every tab while mail waits for its second try or was refused. */
export const mailLine = {
  /** the amounts in words, empty for none */
  stuck: (waiting: string, refused: string) => {
    const amounts = [waiting && `${waiting} waiting`, refused && `${refused} refused`];
    return `Mail is not getting through (${amounts.filter(Boolean).join(", ")}).`;
  },
  confirmations: (count: number) =>
    `${counted(count, "confirmation to a visitor was", "confirmations to visitors were")} refused:`,
  seeEnquiry: "see the enquiry",
  invitations: (count: number) =>
    `${counted(count, "newsletter confirmation was", "newsletter confirmations were")} refused:`,
  seeSubscriber: "see the subscriber",
};

/** What became of a mail; `to` is whom it is for. */
export const mailStates = {
  sent: (to: string) => (to ? `sent to ${to}` : "sent"),
  sentTogether: (to: string) => `sent to ${to}, in one mail with others`,
  waiting: (next: string) => `waiting, next try ${next}`,
  held: (next: string) => `comes with others at ${next}`,
  due: "waiting, tried within a minute",
  noServer: "waits for a mail server",
  noAddress: "waits for your e-mail address",
  noneOfBoth: "waits for a mail server and your e-mail address",
  refused: "refused",
  givenUp: "given up after 5 days",
  sentAgain: "The mail is being sent again",
  sendAgainFailed: "Failed to send the mail again",
};

/** While very many enquiries come: a warning on the dashboard. */
export const floodLine = {
  title: "Very many enquiries.",
  enquiries: (lastHour: number) =>
    `${number(lastHour)} came within the last hour, and all of them are in the inbox.`,
  held: (held: number) =>
    `${counted(held, "notice comes", "notices come")} in one mail with others, every 10 minutes.`,
  inLine: (count: number) =>
    `${counted(count, "mail to a visitor waits", "mails to visitors wait")}: no more than 100 an hour go out.`,
  end: "Once it is quieter everything is as before.",
};

/** The card of the Settings tab, and what a test mail says. */
export const mailCard = {
  title: "Mail",
  about: "Who is told of new enquiries, and by which mail server.",
  to: "New enquiries go to",
  toNobody: "Nobody yet: enter the contact email above",
  toLeads: (addresses: string) => `${addresses} (LEADS_TO)`,
  from: "Mail is sent from",
  fromNobody: "Nobody yet",
  server: "Mail server",
  noServer: "None yet",
  howTo:
    "Whoever runs the site sets SMTP_URL to the mail server of your provider, and starts the site again. For example:",
  example: "SMTP_URL=smtps://name%40company.com:password@smtp.company.com:465",
  hint: "User name and password are in the address; an @ in them is written as %40.",
  send: "Send a test mail",
  isBusy: "Sending…",
  missing: {
    server: "There is no mail server yet: set SMTP_URL to yours and start the site again.",
    address: "There is no address to send it to yet: enter your contact email and save it.",
  },
  tooMany: (seconds: number) =>
    `Enough test mails for now. Try again in ${seconds < 90 ? counted(seconds, "second", "seconds") : `${Math.ceil(seconds / 60)} minutes`}.`,
  sent: (to: string) =>
    `The mail server took the test mail for ${to}. If it is not in the inbox within a few minutes, look among the spam.`,
  toasts: { done: "Test mail sent", failed: "The test mail was not sent" },
  subject: (siteTitle: string) => `Test mail from ${siteTitle}`,
  text: (siteTitle: string) =>
    `This is the test mail that was asked for in the control panel of ${siteTitle}. New enquiries will arrive here.`,
};
