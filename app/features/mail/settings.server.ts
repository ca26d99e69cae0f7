// The email configuration: variables first, then the panel's settings.
import { eq } from "drizzle-orm";
import { mailCard, mailFields as words } from "../../copy/panel/mail-settings.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened, Refused } from "../../platform/database/refused.ts";
import { findEncryptionKey, makeEncryptionKey } from "../../platform/secret-file.server.ts";
import { decrypt, encrypt } from "../../platform/text/encrypt.server.ts";
import { isThisMachine, type MailField, type MailInput } from "./rules.ts";
import { mail_settings } from "./table.server.ts";

/** The configuration for sending. Without saved email settings, it's a plain `Config`. */
export type MailConfig = Config & {
  senderName?: string;
  senderEmail?: string;
  isSaved?: boolean;
  /** the saved password can't be decrypted, so there's no `smtpUrl` */
  isPasswordLost?: boolean;
};

type Saved = typeof mail_settings.$inferSelect;
type Login = Pick<Saved, "host" | "username"> & { port: number | string };

/** Returns the settings with the password still encrypted, or null if nothing was ever saved. */
export async function findMailSettings(db: Database): Promise<Saved | null> {
  const [row] = await db.select().from(mail_settings);
  return row ?? null;
}

/** Returns the current configuration. Read it for each email, so that changes apply at once. */
export async function readMailConfig(db: Database, config: Config): Promise<MailConfig> {
  const saved = await findMailSettings(db);
  return saved ? combine(config, saved, readPassword(config, saved)) : config;
}

/**
 * Returns the configuration as typed into the form.
 * @throws Refused if the password has to be entered again
 */
export function typedMailConfig(config: Config, saved: Saved | null, input: MailInput): MailConfig {
  const password = config.smtpUrl ? "" : choosePassword(config, saved, input);
  return combine(config, { ...input, port: Number(input.port) }, password);
}

/**
 * Combines variables and settings.
 * @param password null if it can't be decrypted
 */
function combine(
  config: Config,
  values: Omit<Saved, "only" | "password" | "version" | "updated_at">,
  password: string | null,
): MailConfig {
  const isSaved = !config.smtpUrl && values.host !== "";
  return {
    ...config,
    smtpUrl: isSaved && !config.demo && password !== null ? smtpUrlOf(values, password) : config.smtpUrl,
    leadsTo: config.leadsTo ?? (values.recipients || undefined),
    senderName: values.sender_name,
    senderEmail: values.sender_email,
    isSaved,
    isPasswordLost: isSaved && password === null,
  };
}

/** The URL's protocol and query tell `openMailer` how to encrypt. */
function smtpUrlOf(
  { host, port, security, username }: Login & Pick<Saved, "port" | "security">,
  password: string,
): string {
  const url = new URL(`${security === "tls" ? "smtps" : "smtp"}://host`);
  url.hostname = host.includes(":") ? `[${host}]` : host;
  url.port = String(port);
  url.username = encodeURIComponent(username);
  url.password = encodeURIComponent(password);
  const isHere = isThisMachine(host);
  if (security === "starttls") {
    url.searchParams.set("requireTLS", "true");
    if (!isHere) url.searchParams.set("tls.rejectUnauthorized", "true");
  }
  // Even if a row bypassed the rules, no password is sent to another machine unencrypted.
  if (security === "none" && (isHere || !username)) url.searchParams.set("ignoreTLS", "true");
  return url.href;
}

/** Ties a password to its server, so write access to the table isn't enough to have it sent elsewhere. */
const loginOf = ({ host, port, username }: Login) => JSON.stringify([host, Number(port), username]);
/** Passwords saved before version 0.3 aren't tied to the port. */
const loginBefore = ({ host, username }: Login) => JSON.stringify([host, username]);

/** Returns null if the password can't be decrypted, "" if there's none. */
function readPassword({ dataDir }: Config, saved: Saved): string | null {
  if (!saved.password) return "";
  const key = findEncryptionKey(dataDir);
  return (
    key && (decrypt(key, saved.password, loginOf(saved)) ?? decrypt(key, saved.password, loginBefore(saved)))
  );
}

const isSameLogin = (saved: Saved | null, input: MailInput): saved is Saved =>
  saved !== null && saved.password !== "" && loginOf(saved) === loginOf(input);

/** Throws Refused if the saved password can't be decrypted, or was for another login. */
function choosePassword(config: Config, saved: Saved | null, input: MailInput): string {
  if (input.password || !input.username || !saved?.password) return input.password;
  if (!isSameLogin(saved, input)) throw new Refused({ password: words.passwordAgain });
  const password = readPassword(config, saved);
  if (password === null) throw new Refused({ password: words.passwordLost });
  return password;
}

const CONNECTION = ["host", "port", "security", "username"] as const;

/** Returns the fields that a save would change, without those set by a variable. */
export function changedMailFields(config: Config, saved: Saved | null, input: MailInput): MailField[] {
  const fields: MailField[] = [
    ...(config.smtpUrl ? [] : CONNECTION),
    ...(["sender_name", "sender_email"] as const),
    ...(config.leadsTo ? [] : (["recipients"] as const)),
  ];
  const before: Partial<Saved> = saved ?? { port: Number(input.port), security: input.security };
  const changed = fields.filter((name) => String(before[name] ?? "") !== input[name]);
  const hasPassword = !config.smtpUrl && (input.password || (saved?.password && !isSameLogin(saved, input)));
  return hasPassword ? [...changed, "password"] : changed;
}

/**
 * Saves the settings.
 * @param version 0 if nothing was saved when the form was opened
 * @returns the new version
 * @throws ChangedSinceOpened if another window has saved since; Refused if the password has to be entered
 * again
 */
export async function saveMailSettings(
  db: Database,
  config: Config,
  input: MailInput,
  version: number,
): Promise<number> {
  const saved = await findMailSettings(db);
  const now = saved?.version ?? 0;
  if (now !== version) throw new ChangedSinceOpened(mailCard.changed, now);
  const { host, port, security, username, sender_name, sender_email, recipients } = input;
  const connection = { host, port: Number(port), security, username };
  const row = {
    ...(!config.smtpUrl && { ...connection, ...passwordColumn(config, saved, input) }),
    ...(!config.leadsTo && { recipients }),
    ...{ sender_name, sender_email, version: version + 1 },
  };
  const written = saved
    ? await db
        .update(mail_settings)
        .set({ ...row, updated_at: new Date() })
        .where(eq(mail_settings.version, version))
    : await db.insert(mail_settings).values(row).onConflictDoNothing();
  if (!written.rowCount)
    throw new ChangedSinceOpened(mailCard.changed, (await findMailSettings(db))?.version ?? 0);
  return row.version;
}

function passwordColumn(config: Config, saved: Saved | null, input: MailInput): { password?: string } {
  if (!input.password && isSameLogin(saved, input)) return {};
  const password = choosePassword(config, saved, input);
  if (!password) return { password: "" };
  const key = makeEncryptionKey(config.dataDir);
  return { password: encrypt(key, password, loginOf(input)) };
}
