// What keeps a mail from going out, by its kind; the panel has a sentence for each (`copy/panel/mail.ts`).

/** Kinds of trouble, as they are stored with a mail that waits or was refused; `unknown` for all others. */
const MAIL_TROUBLES = [
  // nothing was tried
  "no-recipient",
  "no-sender",
  "held",
  "in-line",
  // the way to the server
  "unknown-host",
  "unreachable",
  "timeout",
  "broken",
  "no-tls",
  "certificate",
  "tls",
  // what the server says
  "login",
  "no-login",
  "sender",
  "recipient",
  "mailbox-full",
  "quota",
  "unwanted",
  "busy",
  "refused",
  // our own
  "stopped",
  "unknown",
] as const;
export type MailTrouble = (typeof MAIL_TROUBLES)[number];

/** A stored kind; what older rows have, and what a newer version wrote, is `unknown`. */
export const mailTroubleOf = (stored: string): MailTrouble =>
  MAIL_TROUBLES.find((trouble) => trouble === stored) ?? "unknown";

/** What nodemailer tells of a failed try. */
export type SendError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
};

/**
 * What went wrong with a try, and whether it is for good.
 * `later`: the server or the way to it has a trouble that may pass. `never`: the server refused this very mail for
 * good; `mayPass` where such a refusal is known to pass all the same (a full mailbox, a block list, a filter).
 */
export type Failure = { outcome: "later" | "never"; trouble: MailTrouble; mayPass: boolean };

/** Replies to the recipient or the message itself are the mail's; the rest is the server's or our own trouble. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];
/** "Authentication required" and its kin come as replies to anything; the owner can mend that. */
const ABOUT_THE_LOGIN = [530, 534, 535, 538];
/** Troubles that pass by themselves or by what the recipient does, whatever the reply's first digit says. */
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

/** Names of OpenSSL and Node, and their words where a name got lost on the way. */
const CERTIFICATE = /CERT|self[- ]signed|certificate|altname|issuer/i;
const HANDSHAKE = /SSL|TLS/i;

function troubleOfConnection({ code, originalCode = "", message, responseCode }: SendError): MailTrouble {
  if (CERTIFICATE.test(`${originalCode} ${message}`)) return "certificate";
  // The answer to STARTTLS of a server that has no encryption.
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

/** The enhanced status code of a reply (RFC 3463), e.g. "5.7.1"; empty where it has none. */
const statusOf = ({ response = "" }: SendError) =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";
