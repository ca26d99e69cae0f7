import { request } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Role } from "../../server/channel.ts";
import { waitForMail } from "../support/mail.ts";
import { PATIENCE } from "../support/patience.ts";
import { processesOf } from "../support/site.ts";
import { openTestMail, openTestSite } from "../support/test-site.ts";

/** Every process loads the module FAULTY, which throws an uncaught error on this signal. */
const FAULT = "SIGUSR2";
const FAULTY = `data:text/javascript,process.on('${FAULT}',()=>{throw%20new%20Error('on%20purpose')})`;
const mail = await openTestMail();
const site = await openTestSite({
  NODE_OPTIONS: `--import=${FAULTY}`,
  SMTP_URL: mail.url,
  LEADS_TO: "leads@seo.example",
});

/** Returns the ID of a process with this role. If there's none, returns NaN: a signal to 0 would reach the tests. */
const ownOf = (role: Role) => processesOf(site, role)[0] ?? Number.NaN;
/** Waits until a new process has replaced the one with this ID. */
const replaced = async (role: Role, before: number) => {
  return vi.waitUntil(() => {
    const living = processesOf(site, role);
    return !living.includes(before) && living[0];
  }, PATIENCE);
};

/**
 * Sends one request on its own connection.
 * @returns the status, or the error's code
 */
const ask = () =>
  new Promise<number | string | undefined>((resolve) => {
    request(`${site.url}/contact`, { agent: false, headers: { Connection: "close" } }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    })
      .once("error", (error: NodeJS.ErrnoException) => resolve(error.code))
      .end();
  });

/** Sends requests on several connections until `end`. */
function comeAndGo() {
  const outcomes: (number | string | undefined)[] = [];
  let isOver = false;
  const visitors = Array.from({ length: 4 }, async () => {
    while (!isOver) outcomes.push(await ask());
  });
  const end = async () => {
    isOver = true;
    await Promise.all(visitors);
    return new Set(outcomes);
  };
  onTestFinished(() => void end());
  return { outcomes, end };
}

const enquiry = (name: string) =>
  JSON.stringify({ name, email: "ada@example.com", message: "Hello", formType: "contact" });

describe.runIf(process.platform === "linux")("the site's processes", () => {
  test("a process that keeps dying restarts after increasing delays", async () => {
    const waits = () => Array.from(site.stderr().matchAll(/"waitMs":(\d+)/g), ([, ms]) => Number(ms));
    for (let kills = 1; kills <= 4; kills++) {
      const own = await vi.waitUntil(() => ownOf("serving"), PATIENCE);
      process.kill(own, "SIGKILL");
      await vi.waitUntil(() => waits().length === kills, PATIENCE);
    }
    expect(waits()).toEqual([0, 100, 200, 400]);
    expect(await ask()).toBe(200);
  });

  test("a serving process that hits an error finishes its request and is replaced", async () => {
    const [before, jobs] = [ownOf("serving"), ownOf("jobs")];
    const body = enquiry("In flight");
    const headers = { "Content-Type": "application/json", "Content-Length": body.length };
    const sent = request(`${site.url}/api/send-contact-email`, { method: "POST", agent: false, headers });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sent.once("response", (response) => resolve(response.resume().statusCode)).once("error", reject);
    });
    sent.write(body.slice(0, 1));
    const visitors = comeAndGo();
    await vi.waitUntil(() => visitors.outcomes.length > 20, PATIENCE);

    process.kill(before, FAULT);
    const other = await vi.waitUntil(
      () => processesOf(site, "serving").find((pid) => pid !== before),
      PATIENCE,
    );
    // The faulty process finishes this request before it ends.
    expect(processesOf(site, "serving")).toContain(before);
    sent.end(body.slice(1));
    expect(await answered).toBe(200);
    expect(await replaced("serving", before)).toBe(other);
    const served = visitors.outcomes.length;
    await vi.waitUntil(() => visitors.outcomes.length > served + 20, PATIENCE);
    expect(await visitors.end()).toEqual(new Set([200]));
    expect(ownOf("jobs")).toBe(jobs);
    expect(site.stderr()).toContain("on purpose");
  });

  test("after kill -9 of a serving process, no connection is refused", async () => {
    const before = ownOf("serving");
    const visitors = comeAndGo();
    await vi.waitUntil(() => visitors.outcomes.length > 20, PATIENCE);
    process.kill(before, "SIGKILL");
    await vi.waitUntil(() => !processesOf(site, "serving").includes(before), PATIENCE);
    expect(await Promise.all(Array.from({ length: 10 }, ask))).toEqual(Array(10).fill(200));
    // The killed process cuts off its pending requests.
    const outcomes = await visitors.end();
    outcomes.delete("ECONNRESET");
    expect(outcomes).toEqual(new Set([200]));
  });

  test("visitors don't notice a dead jobs process, and emails are still sent", async () => {
    const [before, serving] = [ownOf("jobs"), ownOf("serving")];
    const visitors = comeAndGo();
    process.kill(before, FAULT);
    await replaced("jobs", before);
    const name = "After the fault";
    const stored = await fetch(`${site.url}/api/send-contact-email`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: enquiry(name),
    });
    expect(stored.status).toBe(200);
    await waitForMail(mail.folder, ({ subject = "" }) => subject.includes(name));
    expect(await visitors.end()).toEqual(new Set([200]));
    expect(ownOf("serving")).toBe(serving);
  });

  test("a hanging process is killed and replaced", async () => {
    const [serving, jobs] = [ownOf("serving"), ownOf("jobs")];
    process.kill(serving, "SIGSTOP");
    process.kill(jobs, "SIGSTOP");
    expect(await ask()).toBe(200);
    expect(await replaced("serving", serving)).not.toBe(serving);
    expect(await replaced("jobs", jobs)).not.toBe(jobs);
    expect(site.stderr().match(/A process isn't responding and is being killed/g)).toHaveLength(2);
  });
});
