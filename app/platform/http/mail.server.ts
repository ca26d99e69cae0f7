import { isIP } from "node:net";
import { decoded } from "../text/decoded.ts";
import { type Failure, judgeFailure, type SendError } from "./mail-trouble.ts";

/** An email ready to be sent; addresses are bare (`name@host`). */
export type Mail = {
  /** with its angle brackets, the same in every attempt */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  /** empty for none */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  /** header values by name, beyond the ones every email has */
  headers?: Record<string, string>;
};

/** The result of an attempt; `reason` is what the server or the connection said, on one line. */
export type Delivery = { outcome: "sent" } | (Failure & { reason: string });

export type Mailer = { send(mail: Mail, signal?: AbortSignal): Promise<Delivery> };

const STEP_MS = 10_000;
/**
 * Servers examine a message before accepting it. If we gave up too early, the server would accept it again on every
 * attempt.
 */
const ANSWER_MS = 100_000;
const WHOLE_MS = 120_000;

/**
 * Opens the mail server with one connection per email: a server that hangs delays one email by two minutes at most.
 * @param smtpUrl SMTP_URL; nodemailer's options may follow as a query
 */
export function openMailer(smtpUrl: string): Mailer {
  const options = {
    ...connectionOf(smtpUrl),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const secrets = secretsOf(smtpUrl);
  return {
    async send({ messageId, ...mail }, signal) {
      const end = AbortSignal.timeout(WHOLE_MS);
      try {
        // Imported on first use: processes that serve pages never need it.
        const { createTransport } = await import("nodemailer");
        await createTransport(options).sendMail({
          ...mail,
          messageId,
          to: { name: "", address: mail.to },
          replyTo: mail.replyTo ? { name: "", address: mail.replyTo } : undefined,
          signal: signal ? AbortSignal.any([signal, end]) : end,
        });
        return { outcome: "sent" };
      } catch (error) {
        const failure = error as SendError;
        return { ...judgeFailure(failure), reason: reasonOf(failure, secrets) };
      }
    },
  };
}

/** @param secrets removed from the reason, because some servers repeat what they were sent */
function reasonOf(error: SendError, secrets: string[]): string {
  const step = error.command && error.command !== "CONN" ? ` (${error.command})` : "";
  const said = secrets.reduce((text, secret) => text.replaceAll(secret, "***"), `${error.message}${step}`);
  return said.replace(/\s+/g, " ").slice(0, 500);
}

/** Returns the password as it may appear in a conversation: plain, and encoded for AUTH LOGIN and PLAIN. */
function secretsOf(smtpUrl: string): string[] {
  const [username, password] = [new URL(smtpUrl).username, new URL(smtpUrl).password].map(decoded);
  if (!password) return [];
  const encoded = [password, `\0${username}\0${password}`].map((one) => Buffer.from(one).toString("base64"));
  return [...encoded, password];
}

/**
 * Returns the URL for nodemailer and how far to trust its connection. Certificates are verified if a login is sent over
 * the network or the URL asks for TLS (`smtps:`). A login is sent to another machine only over TLS, unless the URL says
 * `ignoreTLS=true`: a man in the middle could remove STARTTLS from the server's reply and read it. A plain `smtp:`
 * server without a login is treated the way mail servers treat each other: encrypted if offered, unverified.
 */
function connectionOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const { protocol, username, password, hostname, searchParams } = url;
  const isHere =
    hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && /^127\./.test(hostname));
  const hasLogin = username !== "" || password !== "";
  const isStated = [...searchParams.keys()].some((key) => key.startsWith("tls."));
  const isUnchecked = !isStated && protocol === "smtp:" && (!hasLogin || isHere);
  const tls = isUnchecked ? { tls: { rejectUnauthorized: false } } : {};
  if (protocol !== "smtp:" || !hasLogin || isHere || searchParams.get("ignoreTLS") === "true")
    return { url: smtpUrl, ...tls };
  // Options in the URL would override the ones here.
  searchParams.delete("requireTLS");
  return { url: url.href, requireTLS: true, ...tls };
}

/** Returns the mail server as `host:port`, without the login, with the default port filled in. */
export function mailServerOf(smtpUrl: string): string {
  const { protocol, hostname, port } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === "smtps:" ? "465" : "587")}`;
}

/** Returns the login name of SMTP_URL if it is an email address: most servers accept no other sender. */
export function loginEmail(smtpUrl: string): string | null {
  // Decoded like in the mailer, which leaves a bare percent sign as it is.
  const name = decoded(new URL(smtpUrl).username);
  return isEmail(name) ? name : null;
}

/** Returns whether a text is a single bare email address. */
export const isEmail = (text: string) => /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(text);
