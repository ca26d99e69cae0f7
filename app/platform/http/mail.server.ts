import { isIP } from "node:net";
import { decoded } from "../text/decoded.ts";
import { type Failure, judgeFailure, type SendError } from "./mail-trouble.ts";

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

/** How a try to send ended; `reason` is what the server or the connection said, on one line. */
export type Delivery = { outcome: "sent" } | (Failure & { reason: string });

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
  const options = {
    ...connectionOf(smtpUrl),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    async send({ messageId, ...mail }, signal) {
      const end = AbortSignal.timeout(WHOLE_MS);
      try {
        // Loaded where a mail is sent: those that serve pages never need it.
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
        return { ...judgeFailure(failure), reason: reasonOf(failure) };
      }
    },
  };
}

function reasonOf(error: SendError): string {
  const step = error.command && error.command !== "CONN" ? ` (${error.command})` : "";
  return `${error.message}${step}`.replace(/\s+/g, " ").slice(0, 500);
}

/**
 * The address as nodemailer gets it, and how far its connection is trusted. Certificates are checked where a login goes
 * over the wire or the address asks for TLS (`smtps:`), and a login goes to another machine over TLS only, unless the
 * address says `ignoreTLS=true`: who sits between could take STARTTLS out of the server's answer and read it. A plain
 * `smtp:` server without login is reached as mail servers reach each other: encrypted where offered, unchecked.
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
  // What the address says would come before what is said here.
  searchParams.delete("requireTLS");
  return { url: url.href, requireTLS: true, ...tls };
}

/** Where the mail server is, as `host:port`, without the login; the port is the one that is tried where none is given. */
export function mailServerOf(smtpUrl: string): string {
  const { protocol, hostname, port } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === "smtps:" ? "465" : "587")}`;
}

/** The login name of SMTP_URL where it is an email address: most servers send for no other sender. */
export function loginEmail(smtpUrl: string): string | null {
  // As the mailer reads it: a bare percent sign stays one.
  const name = decoded(new URL(smtpUrl).username);
  return isEmail(name) ? name : null;
}

/** Whether a text is one bare email address. */
export const isEmail = (text: string) => /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(text);
