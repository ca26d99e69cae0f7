import { randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { HEALTHY } from "./health.ts";

const LONGEST_MS = 5_000;

/**
 * Makes a request to find out whether this site answers at an origin. Bypasses caches and never rejects.
 * @param origin http or https, without a path
 */
export function siteAnswersAt(origin: string): Promise<boolean> {
  const { get } = origin.startsWith("https:") ? https : http;
  return new Promise((resolve) => {
    const request = get(`${origin}/livez?${randomUUID()}`, { signal: AbortSignal.timeout(LONGEST_MS) });
    request.on("error", () => resolve(false));
    request.on("response", (response) => {
      let body = "";
      response.setEncoding("utf8").on("error", () => resolve(false));
      response.on("data", (part: string) => {
        body += part;
        if (body.length > HEALTHY.length) request.destroy();
      });
      response.on("close", () => resolve(response.statusCode === 200 && body === HEALTHY));
    });
  });
}
