// What an endpoint's form accepts.
import { z } from "zod";
import { webhookWords as words } from "../../copy/panel/webhooks.ts";
import { bareHost, judgeAddress } from "../../platform/http/website.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";

export type WebhookEvent = keyof typeof words.events;

export const WEBHOOK_FORMATS = ["standard", "slack", "teams", "hubspot-form"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** A HubSpot form can only take a contact. */
const HUBSPOT_EVENTS: readonly string[] = ["enquiry.created", "subscriber.confirmed"];
const HUBSPOT_URL = /^https:\/\/api[\w-]*\.hsforms\.com\/submissions\/v3\/(integration|public)\//;

const EVENTS = Object.keys(words.events) as WebhookEvent[];
const URL_MAX = 2_000;
const { errors } = words;

/** Returns why nothing is sent to a URL, or null. Addresses are checked again at each attempt, after DNS. */
function urlError(typed: string): string | null {
  const url = URL.parse(typed);
  if (url?.protocol !== "https:") return errors.https;
  if (url.username || url.password) return errors.credentials;
  // No certificate authority that matters vouches for an address.
  if (/^\[|^[\d.]+$/.test(url.hostname) || !judgeAddress(url)) return errors.host;
  return null;
}

/** Returns whether a URL is on this site. */
export const isOwnUrl = (url: string, siteUrl: string) =>
  bareHost(hostOf(url)) === bareHost(new URL(siteUrl).hostname);

/** @param url an accepted one */
export const hostOf = (url: string): string => judgeAddress(new URL(url))?.hostname ?? "";

/** Empty `url` keeps the saved one. */
export const webhookRules = z
  .object({
    name: requiredText(100, errors.name).overwrite((name) => name.replace(/\s+/g, " ")),
    url: optionalText(URL_MAX).refine((url) => !url || !urlError(url), {
      error: ({ input }) => urlError(String(input)) ?? errors.https,
    }),
    format: z.enum(WEBHOOK_FORMATS),
    events: z.array(z.enum(EVENTS)).min(1, errors.events).max(EVENTS.length),
    sends_personal: z.stringbool().default(false),
    is_on: z.stringbool().default(false),
  })
  .superRefine(({ format, events, sends_personal, url }, context) => {
    if (format !== "hubspot-form") return;
    const add = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (!sends_personal) add("format", errors.hubspotPersonal);
    if (events.some((event) => !HUBSPOT_EVENTS.includes(event))) add("events", errors.hubspotEvents);
    if (url && !HUBSPOT_URL.test(url)) add("url", errors.hubspotUrl);
  });
export type WebhookInput = z.output<typeof webhookRules>;
