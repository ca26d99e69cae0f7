import { isIP } from "node:net";
import { createTransport } from "nodemailer";

/** A mail, ready to be sent; addresses are bare (`name@host`). */
export type Mail = {
  /** with its angle brackets, the same at every try */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  /** empty for none */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  /** name to value, beyond those that every mail has */
  headers?: Record<string, string>;
};

/**
 * How a try to send ended. `later`: the server or the way to it has a trouble that may pass. `never`: the server
 * refused this very mail, and would again. Reasons are plain words for the owner.
 */
export type Delivery = { outcome: "sent" } | { outcome: "later" | "never"; reason: string };

export type Mailer = { send(mail: Mail, signal?: AbortSignal): Promise<Delivery> };

const STEP_MS = 10_000;
/** Servers look at a message before they take it: who breaks off then gets it taken again at every try. */
const ANSWER_MS = 100_000;
const WHOLE_MS = 120_000;

/**
 * The way to the mail server, a connection for each mail: a server that hangs holds up one mail, two minutes at most.
 * @param smtpUrl SMTP_URL; options of nodemailer may follow as a query
 */
export function openMailer(smtpUrl: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...trustOf(smtpUrl),
  });
  return {
    async send({ messageId, ...mail }, signal) {
      const end = AbortSignal.timeout(WHOLE_MS);
      try {
        await transport.sendMail({
          ...mail,
          messageId,
          to: { name: "", address: mail.to },
          replyTo: mail.replyTo ? { name: "", address: mail.replyTo } : undefined,
          signal: signal ? AbortSignal.any([signal, end]) : end,
        });
        return { outcome: "sent" };
      } catch (error) {
        return judge(error as SendError);
      }
    },
  };
}

type SendError = Error & { code?: string; command?: string; responseCode?: number; permanent?: boolean };

/** Replies to the recipient or the message itself are the mail's; the rest is the server's or our own trouble. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];
/** "Authentication required" and its kin come as replies to anything; the owner can mend that. */
const ABOUT_THE_LOGIN = [530, 534, 535, 538];

function judge(error: SendError): Delivery {
  const { command = "", responseCode = 0, permanent = false } = error;
  const isForGood = permanent && ABOUT_THE_MAIL.includes(command) && !ABOUT_THE_LOGIN.includes(responseCode);
  return { outcome: isForGood ? "never" : "later", reason: reasonOf(error) };
}

function reasonOf(error: SendError): string {
  const step = error.command && error.command !== "CONN" ? ` (${error.command})` : "";
  return `${error.message}${step}`.replace(/\s+/g, " ").slice(0, 500);
}

/**
 * Certificates are checked where a login goes over the wire or the address asks for TLS (`smtps:`). A plain
 * `smtp:` server without login is reached as mail servers reach each other: encrypted where offered, unchecked.
 */
function trustOf(smtpUrl: string) {
  const { protocol, username, hostname, searchParams } = new URL(smtpUrl);
  const isHere =
    hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && /^127\./.test(hostname));
  const isStated = [...searchParams.keys()].some((key) => key.startsWith("tls."));
  const isUnchecked = !isStated && protocol === "smtp:" && (username === "" || isHere);
  return isUnchecked ? { tls: { rejectUnauthorized: false } } : {};
}

/** The login name of SMTP_URL where it is an e-mail address: most servers send for no other sender. */
export function loginAddress(smtpUrl: string): string | null {
  const name = decoded(new URL(smtpUrl).username);
  return isAddress(name) ? name : null;
}

/** As the mailer reads it: a bare percent sign stays one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a text is one bare e-mail address. */
export const isAddress = (text: string) => /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(text);
