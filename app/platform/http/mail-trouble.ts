// The kinds of problems that keep an email from being sent; the panel has a sentence for each (`copy/panel/mail.ts`).

/** The kinds as stored with an email that is waiting or was rejected; `unknown` for anything else. */
const MAIL_TROUBLES = [
  // before sending
  "no-recipient",
  "no-sender",
  "held",
  "in-line",
  // reaching the server
  "unknown-host",
  "unreachable",
  "timeout",
  "broken",
  "no-tls",
  "certificate",
  "tls",
  // the server's reply
  "login",
  "no-login",
  "sender",
  "recipient",
  "mailbox-full",
  "quota",
  "unwanted",
  "busy",
  "refused",
  // on our side
  "stopped",
  "unknown",
] as const;
export type MailTrouble = (typeof MAIL_TROUBLES)[number];

/** Returns a stored kind; `unknown` for kinds from older rows or newer versions. */
export const mailTroubleOf = (stored: string): MailTrouble =>
  MAIL_TROUBLES.find((trouble) => trouble === stored) ?? "unknown";

/** nodemailer's error for a failed attempt. */
export type SendError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
};

/**
 * Why an attempt failed and whether that is final. `later`: a temporary problem with the server or the connection.
 * `never`: the server permanently rejected this email; `mayPass` is true if such a rejection is known to go away anyway
 * (a full mailbox, a block list, a filter).
 */
export type Failure = { outcome: "later" | "never"; trouble: MailTrouble; mayPass: boolean };

/** Replies about the recipient or the message concern this email; all others are the server's or our own problem. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];
/** "Authentication required" and similar replies can come for any command; the owner can fix those. */
const ABOUT_THE_LOGIN = [530, 534, 535, 538];
/** Problems that go away on their own or through the recipient, whatever the reply's first digit says. */
const PASSING: MailTrouble[] = ["mailbox-full", "unwanted", "quota", "busy"];

export function judgeFailure(error: SendError): Failure {
  const { command = "", responseCode = 0, permanent = false } = error;
  const trouble = troubleOf(error);
  const isLogin = ABOUT_THE_LOGIN.includes(responseCode);
  const isForGood = permanent && ABOUT_THE_MAIL.includes(command) && !isLogin && trouble !== "quota";
  const mayPass = PASSING.includes(trouble) || /^5\.4\./.test(statusOf(error));
  return { outcome: isForGood ? "never" : "later", trouble, mayPass };
}

function troubleOf(error: SendError): MailTrouble {
  const { code = "", originalCode = "", responseCode = 0, cause } = error;
  if (code === "EABORT") return (cause as Error | undefined)?.name === "TimeoutError" ? "timeout" : "stopped";
  if (code === "EDNS" || ["ENOTFOUND", "EAI_AGAIN"].includes(originalCode)) return "unknown-host";
  if ([code, originalCode].includes("ETIMEDOUT")) return "timeout";
  if (["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EACCES"].includes(originalCode)) return "unreachable";
  if (code === "ETLS" || code === "ESOCKET") return troubleOfConnection(error);
  if (responseCode) return troubleOfReply(error);
  if (["EAUTH", "ENOAUTH", "EOAUTH2"].includes(code)) return "login";
  if (["ECONNECTION", "EPROTOCOL"].includes(code)) return "broken";
  return code === "EENVELOPE" ? "recipient" : "unknown";
}

/** OpenSSL's and Node's error codes, and words from their messages in case a code got lost. */
const CERTIFICATE = /CERT|self[- ]signed|certificate|altname|issuer/i;
const HANDSHAKE = /SSL|TLS/i;

function troubleOfConnection({ code, originalCode = "", message, responseCode }: SendError): MailTrouble {
  if (CERTIFICATE.test(`${originalCode} ${message}`)) return "certificate";
  // The reply to STARTTLS from a server without encryption.
  if (code === "ETLS" && responseCode) return "no-tls";
  return code === "ETLS" || HANDSHAKE.test(`${originalCode} ${message}`) ? "tls" : "broken";
}

function troubleOfReply(error: SendError): MailTrouble {
  const { code, command, response = "", responseCode = 0 } = error;
  const status = statusOf(error);
  const isPassing = responseCode < 500;
  if (code === "EAUTH") return isPassing ? "busy" : "login";
  if (responseCode === 530) return /starttls/i.test(response) ? "no-tls" : "no-login";
  if (ABOUT_THE_LOGIN.includes(responseCode)) return "login";
  if (/^[45]\.2\.2$/.test(status) || /mailbox (is )?full|over ?quota|quota exceeded/i.test(response))
    return "mailbox-full";
  if (/^[45]\.4\.5$/.test(status) || /(sending|daily|hourly|rate)[ -](\w+ )?(limit|quota)/i.test(response))
    return "quota";
  if (/gr[ae]y-?list/i.test(response)) return "busy";
  if (isPassing) return "busy";
  if (command === "MAIL FROM") return "sender";
  if (/^5\.7\./.test(status) || (!status && UNWANTED.test(response))) return "unwanted";
  return command === "RCPT TO" ? "recipient" : "refused";
}

const UNWANTED = /\bspam|block(ed|list)|blacklist|content (filter|reject)|reputation/i;

/** Returns the enhanced status code of a reply (RFC 3463), e.g. "5.7.1"; empty if it has none. */
const statusOf = ({ response = "" }: SendError) =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";
