import { isIP } from "node:net";
import { decoded } from "../text/decoded.ts";
import { type Failure, judgeFailure, type SendError } from "./mail-trouble.ts";

/** Addresses are bare (`name@host`). */
export type Mail = {
  /** in angle brackets, the same for every attempt */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  /** what the To header says; `to` if absent */
  addressedTo?: string | null;
  /** empty for none */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
};

/** `reason` is the server's or connection's message on one line. */
export type Delivery = { outcome: "sent" } | (Failure & { reason: string });

export type Mailer = { send(mail: Mail, signal?: AbortSignal): Promise<Delivery> };

const STEP_MS = 10_000;
/**
 * Servers may scan a message before accepting it. With a shorter timeout, every attempt would deliver it
 * again.
 */
const ANSWER_MS = 100_000;
const WHOLE_MS = 120_000;

/**
 * Returns a mailer for a server. Each email gets its own connection, so a stalled connection delays only one
 * email.
 * @param smtpUrl may have nodemailer's options as its query
 */
export function openMailer(smtpUrl: string): Mailer {
  const options = optionsOf(smtpUrl);
  const secrets = secretsOf(smtpUrl);
  return {
    async send({ messageId, addressedTo, ...mail }, signal) {
      const end = AbortSignal.timeout(WHOLE_MS);
      try {
        // Imported on first use, because processes that serve pages never need it.
        const { createTransport } = await import("nodemailer");
        await createTransport(options).sendMail({
          ...mail,
          messageId,
          to: { name: "", address: addressedTo ?? mail.to },
          envelope: { from: mail.from.address, to: mail.to },
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

/** Connects to the mail server and signs in, without sending anything. Never rejects. */
export async function tryMailServer(smtpUrl: string): Promise<Delivery> {
  try {
    const { createTransport } = await import("nodemailer");
    await createTransport({ ...optionsOf(smtpUrl), socketTimeout: STEP_MS }).verify();
    return { outcome: "sent" };
  } catch (error) {
    const failure = error as SendError;
    return { ...judgeFailure(failure), reason: reasonOf(failure, secretsOf(smtpUrl)) };
  }
}

const optionsOf = (smtpUrl: string) => ({
  ...connectionOf(smtpUrl),
  connectionTimeout: STEP_MS,
  greetingTimeout: STEP_MS,
  socketTimeout: ANSWER_MS,
  dnsTimeout: STEP_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
});

/**
 * Returns why sending failed.
 * @param secrets removed, because some servers echo their input
 */
function reasonOf(error: SendError, secrets: string[]): string {
  const step = error.command && error.command !== "CONN" ? ` (${error.command})` : "";
  const said = secrets.reduce((text, secret) => text.replaceAll(secret, "***"), `${error.message}${step}`);
  return said.replace(/\s+/g, " ").slice(0, 500);
}

/** Returns the password in all forms that may be sent: plain, and encoded for AUTH LOGIN and PLAIN. */
function secretsOf(smtpUrl: string): string[] {
  const [username, password] = [new URL(smtpUrl).username, new URL(smtpUrl).password].map(decoded);
  if (!password) return [];
  const encoded = [password, `\0${username}\0${password}`].map((one) => Buffer.from(one).toString("base64"));
  return [...encoded, password];
}

/**
 * Returns nodemailer's options for a URL. Certificates are verified for `smtps:` and for any login over the
 * network. Unless the URL says `ignoreTLS=true`, a login to another machine requires TLS, because an attacker
 * could strip STARTTLS. Without a login, `smtp:` uses unverified TLS if offered, as between mail servers.
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
  // Options in the URL would override these.
  searchParams.delete("requireTLS");
  return { url: url.href, requireTLS: true, ...tls };
}

/** Returns `host:port` without credentials. */
export function mailServerOf(smtpUrl: string): string {
  const { protocol, hostname, port } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === "smtps:" ? "465" : "587")}`;
}

/**
 * Returns the user name in SMTP_URL if it's an email address, because most servers accept no other sender.
 */
export function loginEmail(smtpUrl: string): string | null {
  // A bare percent sign stays as it is, as in the mailer.
  const name = decoded(new URL(smtpUrl).username);
  return isEmail(name) ? name : null;
}

/** Returns whether a text is one bare email address, without a display name. */
export const isEmail = (text: string) => /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(text);
