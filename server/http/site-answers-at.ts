// Checks whether a URL points to this site: it makes a request itself instead of trusting the request's headers.
import { randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { HEALTHY } from "./health.ts";

const LONGEST_MS = 5_000;

/**
 * Requests `/livez` of an origin, past every cache; a redirect or another website's page counts as no.
 * @param origin http or https, without a path
 * @returns a promise that never rejects
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
