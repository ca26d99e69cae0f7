// A real SMTP server that saves each message as a file, so any process can read it.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A received email with its envelope addresses and source. */
export type ReceivedMail = Email & { envelope: { from: string; to: string[] }; source: string };

export type MailServer = {
  /** for SMTP_URL */
  url: string;
  /** for `readMails` and `waitForMail` */
  folder: string;
  /** while set, rejects every message with this code, such as 451 */
  refuseWith: number | null;
  /** while set, the login that clients must send; a rejection quotes the login that was sent */
  login: { username: string; password: string } | null;
  stop(): Promise<void>;
};

/**
 * Starts the server.
 * @param folder where the messages go, created if needed
 * @param port 0 picks a free one
 */
export async function startMailServer(folder: string, port = 0): Promise<MailServer> {
  fs.mkdirSync(folder, { recursive: true });
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username = "", password = "" }, _session, done) {
      const { login } = server;
      if (!login || (login.username === username && login.password === password))
        return done(null, { user: username });
      const sent = [password, Buffer.from(`\0${username}\0${password}`).toString("base64")].join(" ");
      done(
        Object.assign(new Error(`5.7.8 Username and password not accepted: ${sent}`), { responseCode: 535 }),
      );
    },
    onMailFrom(_address, session, done) {
      const needsLogin = server.login && !session.user;
      done(needsLogin ? Object.assign(new Error("Authentication required"), { responseCode: 530 }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (server.refuseWith !== null) {
          done(Object.assign(new Error("Refused by the test"), { responseCode: server.refuseWith }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((recipient) => recipient.address),
        };
        const message = JSON.stringify({ envelope, source: Buffer.concat(chunks).toString("utf8") });
        // Writes and renames, so no reader sees half a message. The name preserves the order of arrival.
        const name = `${String(Date.now()).padStart(15, "0")}-${process.hrtime.bigint()}-${randomUUID()}`;
        fs.writeFileSync(path.join(folder, `${name}.part`), message);
        fs.renameSync(path.join(folder, `${name}.part`), path.join(folder, `${name}.json`));
        done();
      });
    },
  });
  // Clients may disconnect halfway.
  smtp.on("error", () => {});
  smtp.listen(port, "127.0.0.1");
  await once(smtp.server, "listening");
  const server: MailServer = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    folder,
    refuseWith: null,
    login: null,
    stop: () => new Promise((resolve) => smtp.close(resolve)),
  };
  return server;
}

/** Returns every email in the folder, oldest first. */
export async function readMails(folder: string): Promise<ReceivedMail[]> {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Promise.all(
    names.sort().map(async (name) => {
      const mail = JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")) as Omit<
        ReceivedMail,
        keyof Email
      >;
      return { ...(await PostalMime.parse(mail.source)), ...mail };
    }),
  );
}

/**
 * Returns the first email for which `isIt` returns true, as soon as that email arrives.
 * @throws after a minute, with the subjects of all emails
 */
export async function waitForMail(
  folder: string,
  isIt: (mail: ReceivedMail) => boolean,
): Promise<ReceivedMail> {
  const end = Date.now() + 60_000;
  for (;;) {
    const mails = await readMails(folder);
    const found = mails.find(isIt);
    if (found) return found;
    if (Date.now() > end) {
      const subjects = mails.map((mail) => mail.subject).join(" | ") || "none";
      throw new Error(`The mail has not arrived. There are: ${subjects}`);
    }
    await delay(50);
  }
}
