// Standard Webhooks 1.0.0: https://www.standardwebhooks.com
import { createHmac } from "node:crypto";

/**
 * Returns the headers that prove a message's origin and age.
 * @param secrets each starts with `whsec_`; there are two during a rotation
 */
export function signatureHeaders(id: string, body: string, secrets: string[], now = new Date()) {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
