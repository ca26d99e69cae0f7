import { endpointErrors } from "../copy/enquiries.ts";
import { acceptEnquiry } from "../features/enquiries/action.server.ts";
import { readOrigin } from "../features/enquiries/origin.ts";
import { payloadRules } from "../features/enquiries/rules.ts";
import { errorsByField } from "../features/public-forms/reply.ts";
import { configContext } from "../platform/http/context.server.ts";
import type { Route } from "./+types/send-contact-email";

/**
 * `POST /api/send-contact-email` (SPEC 7, CONTRACT "HTTP"): takes an enquiry as JSON, stores it and returns `{"id"}`.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return wrongMethod();
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) return refuse(415, endpointErrors.contentType);

  const payload = await readJson(request);
  if (payload === undefined) return refuse(400, endpointErrors.notJson, { fields: {} });
  const read = payloadRules.safeParse(payload);
  if (!read.success) return refuse(400, endpointErrors.fields, { fields: errorsByField(read.error) });

  try {
    const acceptance = await acceptEnquiry(context, read.data, {
      origin: readOrigin(request, { siteUrl: context.get(configContext).siteUrl, isPage: false }),
      idempotencyKey: request.headers.get("Idempotency-Key") ?? undefined,
    });
    if (acceptance.outcome === "stored") return answer(200, { id: acceptance.id });
    const { seconds } = acceptance;
    return refuse(429, endpointErrors.limit(seconds), {}, { "Retry-After": String(seconds) });
  } catch {
    return refuse(503, endpointErrors.failure, {}, { "Retry-After": "5" });
  }
}

export const loader = wrongMethod;

function wrongMethod() {
  return refuse(405, endpointErrors.method, {}, { Allow: "POST" });
}

/** Returns the body's JSON object, or undefined for any other body. */
async function readJson(request: Request): Promise<object | undefined> {
  try {
    const body: unknown = await request.json();
    return typeof body === "object" && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

const refuse = (status: number, error: string, more: object = {}, headers: Record<string, string> = {}) =>
  answer(status, { error, ...more }, headers);

const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
