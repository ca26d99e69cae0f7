import { z } from "zod";
import { mailFields as words } from "../../copy/panel/mail-settings.ts";
import { text } from "../../platform/text/text-rules.ts";

const SECURITIES = ["tls", "starttls", "none"] as const;

const RECIPIENTS_MAX = 20;

/** Rejects line breaks and other control characters, because the value goes into a URL or a header. */
const oneLine = (max: number) =>
  z
    .string()
    .max(max, words.tooLong(max))
    .refine((value) => !/\p{Cc}/u.test(value), words.oneLine);

const isEmail = (value: string) => z.email().max(254).safeParse(value).success;
const listOf = (value: string) => value.split(/[,;\n]/).flatMap((one) => one.trim() || []);

function isHost(value: string): boolean {
  const inUrl = value.includes(":") ? `[${value}]` : value;
  return URL.canParse(`http://${inUrl}`) && new URL(`http://${inUrl}`).host === inUrl;
}

/** Connections to this machine can't be intercepted. */
export const isThisMachine = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/**
 * Fields set by a variable are absent, and an empty password keeps the saved one.
 * Passwords are only sent encrypted, except to this machine.
 */
export const mailRules = z
  .object({
    host: oneLine(253)
      .overwrite((value) => value.trim().toLowerCase())
      .refine((value) => value === "" || isHost(value), words.host)
      .default(""),
    port: z
      .string({ error: words.port })
      .regex(/^\d{1,5}$/, words.port)
      .refine((value) => Number(value) >= 1 && Number(value) <= 65_535, words.port)
      .default("587"),
    security: z.enum(SECURITIES, { error: words.securityMissing }).default("starttls"),
    username: oneLine(320)
      .overwrite((value) => value.trim())
      .default(""),
    // Not trimmed: spaces may be part of a password.
    password: oneLine(1000).default(""),
    sender_name: oneLine(200)
      .overwrite((value) => value.trim())
      .default(""),
    sender_email: text(254)
      .refine((value) => value === "" || isEmail(value), words.email)
      .default(""),
    recipients: text(RECIPIENTS_MAX * 256)
      .refine((value) => listOf(value).every(isEmail), words.recipients)
      .refine((value) => listOf(value).length <= RECIPIENTS_MAX, words.tooMany(RECIPIENTS_MAX))
      .overwrite((value) => listOf(value).join(", "))
      .default(""),
  })
  .refine(({ host, username, password }) => host || !(username || password), {
    path: ["host"],
    error: words.hostMissing,
  })
  .refine(({ username, password }) => username || !password, {
    path: ["username"],
    error: words.usernameMissing,
  })
  .refine(({ host, security, username }) => security !== "none" || !username || isThisMachine(host), {
    path: ["security"],
    error: words.unencrypted,
  });

export type MailInput = z.output<typeof mailRules>;
export type MailField = keyof MailInput;
