// Strangers who post to the panel, in a process of their own: visitors must not wait for what it costs to post.
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { PANEL } from "../tests/support/owner.ts";

const BODY = "intent=save&x=1";
const HEADERS = {
  "Content-Type": "application/x-www-form-urlencoded",
  "Content-Length": BODY.length,
  "X-Forwarded-For": "203.0.113.1",
  "Accept-Encoding": "br",
};

process.once("message", async ({ url, strangers, perSecond }: Strangers) => {
  const agent = new Agent({ keepAlive: true });
  const statuses = new Set<number>();
  let sent = 0;
  let isOver = false;
  process.once("message", () => {
    isOver = true;
  });
  const post = (path: string) =>
    new Promise<void>((resolve, reject) => {
      request(url + path, { method: "POST", agent, headers: HEADERS }, (response) => {
        statuses.add(response.statusCode ?? 0);
        response.resume().once("end", resolve);
      })
        .on("error", reject)
        .end(BODY);
    });
  const stranger = async () => {
    while (!isOver) {
      await post(sent++ % 2 ? `${PANEL}/blog` : `${PANEL}/settings.data`);
      if (perSecond) await delay(1_000 / perSecond);
    }
  };
  await Promise.all(Array.from({ length: strangers }, stranger));
  agent.destroy();
  process.send!({ sent, statuses: [...statuses] } satisfies Posted, () => process.disconnect());
});

/** @property perSecond posts of each; null without end */
export type Strangers = { url: string; strangers: number; perSecond: number | null };
export type Posted = { sent: number; statuses: number[] };
