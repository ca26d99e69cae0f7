// Reasons why an email can't be sent. `copy/panel/mail.ts` has a sentence for each.

/** As stored with an email. */
const MAIL_TROUBLES = [
  // before sending
  "no-recipient",
  "no-sender",
  "no-key",
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
  // anything else
  "unknown",
] as const;
export type MailTrouble = (typeof MAIL_TROUBLES)[number];

/** Returns a stored reason; `unknown` for a reason that only another version knows. */
export const mailTroubleOf = (stored: string): MailTrouble =>
  MAIL_TROUBLES.find((trouble) => trouble === stored) ?? "unknown";

export type SendError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
};

/**
 * Why an attempt failed. `later` is a temporary problem. `never` means the server rejected this email;
 * `mayPass` is true for rejections that tend to go away, such as a full mailbox.
 */
export type Failure = { outcome: "later" | "never"; trouble: MailTrouble; mayPass: boolean };

/** A rejection of these commands concerns this email. Other rejections concern the server. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];
/** "Authentication required" and similar replies to any command. */
const ABOUT_THE_LOGIN = [530, 534, 535, 538];
/** Temporary problems, even if the reply code is permanent. */
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

/** Error codes of OpenSSL and Node, and words from their messages. */
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

/** Returns a reply's enhanced status code (RFC 3463), such as "5.7.1", or "". */
const statusOf = ({ response = "" }: SendError) =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";
