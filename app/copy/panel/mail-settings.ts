// Text for Settings → Email.

const number = (count: number) => count.toLocaleString("en-US");

export const MAIL_LABELS: Record<string, string> = {
  host: "Host",
  port: "Port",
  security: "Security",
  username: "Username",
  password: "Password",
  sender_name: "Sender name",
  sender_email: "Sender email",
  recipients: "Notifications go to",
};

/** Field errors. */
export const mailFields = {
  tooLong: (max: number) => `Shorten this to ${number(max)} characters or fewer.`,
  oneLine: "Remove the line breaks and control characters.",
  host: "Enter a host name such as smtp.company.com, without https:// and without the port.",
  hostMissing: "Enter the mail server's host name.",
  port: "Enter a port from 1 to 65535, usually 587 or 465.",
  securityMissing: "Choose how the connection is encrypted.",
  unencrypted: "Choose TLS or STARTTLS: without encryption, we don't send a password to another machine.",
  usernameMissing: "Enter the username for this password.",
  email: "Enter an email address such as name@company.com.",
  recipients: "Enter email addresses such as name@company.com, separated by commas.",
  tooMany: (max: number) => `Enter at most ${max} addresses.`,
  passwordAgain: "Enter the password again. The saved one is for another host, port or username.",
  passwordLost: "Enter the password again. The saved one can't be read on this server.",
};

/** A provider's connection; `hint` says what its username and password are. */
export type MailProvider = {
  name: string;
  host: string;
  port: string;
  security: "tls" | "starttls";
  /** the username, if it's the same for every customer */
  username?: string;
  hint: string;
};

/** Default region in the host name of Amazon SES. */
export const SES_REGION = "us-east-1";

export const mailProviders: Record<string, MailProvider> = {
  gmail: {
    name: "Gmail",
    host: "smtp.gmail.com",
    port: "465",
    security: "tls",
    hint: "Username: your full Gmail address. Password: an app password, not your Google password. Turn on 2-Step Verification, then create one at myaccount.google.com/apppasswords.",
  },
  microsoft: {
    name: "Microsoft 365",
    host: "smtp.office365.com",
    port: "587",
    security: "starttls",
    hint: "Username: the mailbox's full address. Password: that mailbox's password, or an app password if it uses multi-factor authentication. Authenticated SMTP must be turned on for the mailbox in the Microsoft 365 admin center.",
  },
  ses: {
    name: "Amazon SES",
    host: `email-smtp.${SES_REGION}.amazonaws.com`,
    port: "587",
    security: "starttls",
    hint: "Create SMTP credentials in the SES console: they're not your AWS access key. The sender email must be a verified identity.",
  },
  postmark: {
    name: "Postmark",
    host: "smtp.postmarkapp.com",
    port: "587",
    security: "starttls",
    hint: "Username and password: both are your Server API token. The sender email must be a confirmed sender signature.",
  },
  mailgun: {
    name: "Mailgun (US)",
    host: "smtp.mailgun.org",
    port: "587",
    security: "starttls",
    hint: "Username: an SMTP user such as postmaster@mg.company.com. Password: its SMTP password from the domain's settings.",
  },
  mailgunEu: {
    name: "Mailgun (EU)",
    host: "smtp.eu.mailgun.org",
    port: "587",
    security: "starttls",
    hint: "Username: an SMTP user such as postmaster@mg.company.com. Password: its SMTP password from the domain's settings.",
  },
  resend: {
    name: "Resend",
    host: "smtp.resend.com",
    port: "465",
    security: "tls",
    username: "resend",
    hint: "Username: resend. Password: an API key (re_…). The sender email must be on a verified domain.",
  },
};

/** The card on the Settings tab. */
export const mailCard = {
  title: "Email",
  about: "The mail server that sends your emails, and who gets notified of new enquiries.",
  notSetUp: "Email isn't set up. Enquiries are saved in the panel, but no email goes out.",
  passwordLost:
    "No email goes out: the saved password can't be read on this server. This can happen after a restore. Enter it again.",
  provider: "Provider",
  otherProvider: "Other",
  region: "AWS region",
  connection: "Mail server",
  securities: { starttls: "STARTTLS", tls: "TLS (SSL)", none: "None, for a local server" },
  isSaved: "Saved; leave empty to keep it",
  sending: "Sender and recipients",
  senderNameHint: (siteTitle: string) => `If empty: ${siteTitle}.`,
  senderEmailHint: (address: string | null) =>
    address
      ? `If empty: ${address}. Use an address that belongs to the account above, or emails may end up in spam.`
      : "Use an address that belongs to the account above, or emails may end up in spam.",
  recipientsHint: (contact: string | null) =>
    `Separate several addresses with commas.${contact ? ` If empty: ${contact}.` : ""}`,
  bySmtpUrl:
    "The mail server is set on the server, so it can't be changed here. Your developer changes SMTP_URL and restarts the site.",
  byLeadsTo:
    "These recipients are set on the server, so they can't be changed here. Your developer changes LEADS_TO and restarts the site.",
  isSet: "Set",
  noRecipients: "No one yet",
  save: "Save",
  saveAnyway: "Save anyway",
  isBusy: "Testing and saving…",
  untested:
    "The test email failed, so nothing was saved. Fix the problem, or save without a working connection.",
  changed: "saved the email settings",
  savedUntested: "The connection hasn't been tested.",
  savedTested: (to: string) => `A test email was sent to ${to}.`,
  toasts: { saved: "Email settings saved", failed: "Failed to save the email settings" },
  server: {
    title: "Set on the server",
    siteUrl: "Public URL",
    siteUrlHint:
      "Emails, feeds and search results link to the public URL. To change it, ask your developer to set SITE_URL and restart the site.",
    searchEngines: "Search engines",
    isOn: "Allowed to index the site",
    isOff: "Hidden from search engines",
    turnOff: "To hide the site, ask for SEARCH_ENGINES=off as well.",
    turnOn: "To allow indexing, ask them to remove SEARCH_ENGINES=off.",
  },
  test: { send: "Send a test", isBusy: "Sending…" },
};
