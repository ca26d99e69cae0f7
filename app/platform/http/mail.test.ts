import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { openMailer } from "./mail.server.ts";
import { judgeFailure } from "./mail-trouble.ts";

const mail = {
  messageId: "<one@seo.example>",
  from: { name: "Site", address: "site@seo.example" },
  to: "owner@seo.example",
  replyTo: "",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function listen(options: SMTPServerOptions = {}) {
  const users: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ username = "" }, _session, done) {
      users.push(username);
      done(null, { user: username });
    },
    onData: (stream, _session, done) => void stream.resume().on("end", () => done()),
    ...options,
  });
  server.on("error", () => {});
  server.listen(0);
  await once(server.server, "listening");
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (server.server.address() as AddressInfo).port, users };
}

async function listenPlainly(onConnection: (socket: Socket) => void) {
  const server = createServer(onConnection).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const send = (url: string) => openMailer(url).send(mail);

/** Not a loopback address, so a login goes over the network. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === "IPv4" && !one.internal)?.address;

describe("a login to another machine requires TLS", () => {
  test.runIf(outside)("no credentials are sent if STARTTLS was stripped", async () => {
    const { port, users } = await listen();
    for (const query of ["", "?requireTLS=false", "?opportunisticTLS=true"]) {
      const delivery = await send(`smtp://me:secret@${outside}:${port}${query}`);
      expect([query, delivery]).toMatchObject([query, { outcome: "later", trouble: "no-tls" }]);
    }
    expect(users).toEqual([]);
  });

  test.runIf(outside)("emails without a login, or with ignoreTLS=true, need no TLS", async () => {
    const { port, users } = await listen();
    expect(await send(`smtp://me:secret@${outside}:${port}?ignoreTLS=true`)).toEqual({ outcome: "sent" });
    expect(await send(`smtp://${outside}:${port}`)).toEqual({ outcome: "sent" });
    expect(users).toEqual(["me"]);
  });

  test("a login on this machine needs no TLS", async () => {
    const { port, users } = await listen();
    expect(await send(`smtp://me:secret@127.0.0.1:${port}`)).toEqual({ outcome: "sent" });
    expect(users).toEqual(["me"]);
  });

  test.runIf(outside)("an untrusted certificate is rejected before the login", async () => {
    const { port, users } = await listen({ disabledCommands: [] });
    expect(await send(`smtp://me:secret@${outside}:${port}`)).toMatchObject({ trouble: "certificate" });
    expect(users).toEqual([]);
  });
});

describe("failed attempts are classified", () => {
  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

  test("a closed port is reported as unreachable", async () => {
    const url = await listenPlainly(() => {});
    await closing.pop()?.();
    expect(await send(url)).toMatchObject({ outcome: "later", trouble: "unreachable" });
  });

  test("an unknown host name is reported", async () => {
    expect(await send("smtp://no-such-host.invalid")).toMatchObject({ trouble: "unknown-host" });
  });

  test("a silent or closed connection is reported", async () => {
    const silent = await listenPlainly(() => {});
    const abrupt = await listenPlainly((socket) => socket.destroy());
    expect(await send(`${silent}?greetingTimeout=100`)).toMatchObject({ trouble: "timeout" });
    expect(await send(abrupt)).toMatchObject({ trouble: "broken" });
    const trySilent = (signal: AbortSignal) => openMailer(silent).send(mail, signal);
    expect(await trySilent(AbortSignal.abort())).toMatchObject({ trouble: "stopped" });
    expect(await trySilent(AbortSignal.timeout(50))).toMatchObject({ trouble: "timeout" });
  });

  test("smtps:// on a port without TLS is reported", async () => {
    const { port } = await listen();
    expect(await send(`smtps://127.0.0.1:${port}`)).toMatchObject({ outcome: "later", trouble: "tls" });
  });

  test("rejected logins, senders and recipients are reported", async () => {
    const login = await listen({ onAuth: (_auth, _session, done) => done(refuse(535, "Wrong password")) });
    expect(await send(`smtp://me:wrong@127.0.0.1:${login.port}`)).toMatchObject({
      outcome: "later",
      trouble: "login",
      reason: expect.stringContaining("Wrong password"),
    });
    const echo = await listen({
      onAuth: ({ password }, _session, done) =>
        done(refuse(535, `No: ${password}, ${Buffer.from(`\0me\0${password}`).toString("base64")}`)),
    });
    const echoed = await send(`smtp://me:wr%20ong@127.0.0.1:${echo.port}`);
    expect(echoed).toMatchObject({ reason: expect.stringContaining("No: ***, *** (AUTH PLAIN)") });
    const closed = await listen({ authOptional: false });
    expect(await send(`smtp://127.0.0.1:${closed.port}`)).toMatchObject({ trouble: "no-login" });
    const sender = await listen({ onMailFrom: (_from, _session, done) => done(refuse(553, "Not yours")) });
    expect(await send(`smtp://127.0.0.1:${sender.port}`)).toMatchObject({
      outcome: "later",
      trouble: "sender",
    });
    const gone = await listen({ onRcptTo: (_to, _session, done) => done(refuse(550, "5.1.1 No such user")) });
    expect(await send(`smtp://127.0.0.1:${gone.port}`)).toMatchObject({
      outcome: "never",
      trouble: "recipient",
      mayPass: false,
    });
  });

  test.each([
    ["550 5.4.5 Daily user sending limit exceeded", "DATA", "later", "quota", true],
    ["550 5.7.1 Service unavailable, client host blocked", "RCPT TO", "never", "unwanted", true],
    ["554 Message rejected as spam by content filter", "DATA", "never", "unwanted", true],
    ["552 5.2.2 Mailbox full", "RCPT TO", "never", "mailbox-full", true],
    ["452 4.2.2 Over quota", "RCPT TO", "later", "mailbox-full", true],
    ["450 4.7.1 Greylisted, come back in 5 minutes", "RCPT TO", "later", "busy", true],
    ["550 Greylisting in action", "RCPT TO", "never", "busy", true],
    ["550 5.4.1 Recipient address rejected: access denied", "RCPT TO", "never", "recipient", true],
    ["451 4.3.0 Try again later", "DATA", "later", "busy", true],
    ["550 5.7.60 You may not send as this sender", "MAIL FROM", "later", "sender", false],
    ["552 5.3.4 Message too big", "DATA", "never", "refused", false],
    ["550 5.1.1 User blocked out of existence", "RCPT TO", "never", "recipient", false],
  ] as const)("%s (%s) is %s, %s", (response, command, outcome, trouble, mayPass) => {
    const responseCode = Number(response.slice(0, 3));
    const error = Object.assign(new Error(response), {
      ...{ code: "EENVELOPE", command, response, responseCode, permanent: responseCode >= 500 },
    });
    expect(judgeFailure(error)).toEqual({ outcome, trouble, mayPass });
  });
});
