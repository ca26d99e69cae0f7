// A mail server and pending emails. Call `openOutbox` once at the top of a file: each test starts with empty tables
// and no server.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach } from "vitest";
import { recordEnquiry } from "../../app/features/enquiries/queries.server.ts";
import type { Enquiry } from "../../app/features/enquiries/rules.ts";
import { enquiries } from "../../app/features/enquiry-table/table.server.ts";
import { outgoing_mails } from "../../app/features/mail/table.server.ts";
import { website_settings } from "../../app/features/settings/table.server.ts";
import { readConfig } from "../../app/platform/config.server.ts";
import { openMailer } from "../../app/platform/http/mail.server.ts";
import { openTestDatabases } from "./database.ts";

/** The enquiry that visitors send in these tests. */
export const enquiry: Enquiry = {
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "+1 212 555 0101",
  website: "https://ada.example",
  message: "Line one\nZeile zwei: größer & <kleiner>",
  services: ["Local SEO", "Digital PR"],
  formType: "contact",
};

type Arrived = { from: string; to: string[]; mail: Email };

/** Returns a mail server's rejection. */
export const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** Returns the configuration and mailer for a mail server on this machine. */
export function postTo(port: number, env: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, LEADS_TO: "owner@seo.example", ...env });
  return { config, mailer: openMailer(config.smtpUrl ?? "") };
}

export const secondsAhead = (time: Date) => (time.getTime() - Date.now()) / 1000;

/**
 * Opens databases with an empty outbox.
 * @returns the databases, plus `listen`, which starts a mail server and returns its port; `servers` and `closeAll`,
 * which stops them; `arrived`, the received emails; `recordMail`, `rowOf`, `makeDue` and `setContact`
 */
export async function openOutbox() {
  const databases = await openTestDatabases();
  const { owner, visitor } = databases;
  const arrived: Arrived[] = [];
  const servers: SMTPServer[] = [];
  /** Starts a mail server, which accepts everything unless `answers` says otherwise. */
  async function listen(answers: SMTPServerOptions = {}, port = 0) {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      async onData(stream, session, done) {
        const mail = await PostalMime.parse(await buffer(stream));
        const from = session.envelope.mailFrom;
        arrived.push({
          from: from ? from.address : "",
          to: session.envelope.rcptTo.map((one) => one.address),
          mail,
        });
        done();
      },
      ...answers,
    });
    server.on("error", () => {});
    servers.push(server);
    server.listen(port, "127.0.0.1");
    await once(server.server, "listening");
    return (server.server.address() as AddressInfo).port;
  }

  const closeAll = async () => {
    await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
    servers.length = 0;
  };

  /**
   * Records an enquiry the way a visitor's request does.
   * @returns the ID of its email
   */
  async function recordMail(changes: Partial<Enquiry> = {}): Promise<string> {
    const id = await recordEnquiry(
      visitor,
      { ...enquiry, ...changes },
      { page: "/contact", siteUrl: "https://seo.example" },
    );
    const [mail] = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.enquiry_id, id));
    return mail!.id;
  }

  async function rowOf(id: string) {
    const [mail] = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.id, id));
    return mail!;
  }

  /** Makes the next attempt for a pending email due now. */
  const makeDue = (id: string) =>
    owner
      .update(outgoing_mails)
      .set({ next_try_at: sql`now() - interval '1 second'` })
      .where(eq(outgoing_mails.id, id));

  beforeEach(async () => {
    await owner.delete(enquiries);
    await owner.delete(website_settings);
    await owner.execute(sql`delete from graphile_worker._private_jobs`);
    arrived.length = 0;
  });
  afterEach(closeAll);

  /** Sets the owner's contact email. */
  const setContact = (setting_value: string) =>
    owner
      .insert(website_settings)
      .values({ setting_key: "contact_email", setting_value })
      .onConflictDoUpdate({ target: website_settings.setting_key, set: { setting_value } });

  return { ...databases, arrived, servers, listen, closeAll, recordMail, rowOf, makeDue, setContact };
}
