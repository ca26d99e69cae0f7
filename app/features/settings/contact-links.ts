// Ways to reach the business, made of its settings (decision 0035.16): what is not set is not there.
import type { Settings } from "./defaults.ts";
import { isSampleEmail } from "./rules.ts";

export function profilesOf(settings: Settings) {
  const known = [
    { network: "Facebook", url: settings.facebook_url },
    { network: "Instagram", url: settings.instagram_url },
    { network: "LinkedIn", url: settings.linkedin_url },
    { network: "YouTube", url: settings.youtube_url },
  ] as const;
  return known.flatMap(({ network, url = "" }) => {
    const address = URL.parse(url.trim());
    return address && /^https?:$/.test(address.protocol) ? [{ network, url: address.href }] : [];
  });
}

const NETWORK_HOSTS: [RegExp, string][] = [
  [/(^|\.)(linkedin\.com|lnkd\.in)$/, "LinkedIn"],
  [/(^|\.)(facebook|fb)\.com$/, "Facebook"],
  [/(^|\.)instagram\.com$/, "Instagram"],
  [/(^|\.)(youtube\.com|youtu\.be)$/, "YouTube"],
  [/(^|\.)(x|twitter)\.com$/, "X"],
];

/**
 * What a person's profile is called: the network's name, else the site's.
 * @returns undefined for what is no web address
 */
export function networkOf(url: string): string | undefined {
  const address = URL.parse(url.trim());
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  const { hostname } = address;
  return NETWORK_HOSTS.find(([host]) => host.test(hostname))?.[1] ?? hostname.replace(/^www\./, "");
}

/** The business as its settings know it, for structured data: nothing of the samples. */
export function businessOf(settings: Settings) {
  const { site_title, phone_number = "", contact_email = "" } = settings;
  const profiles = profilesOf(settings).map(({ url }) => url);
  return {
    name: site_title,
    phone: internationalNumber(phone_number),
    email: isSampleEmail(contact_email) ? undefined : contact_email,
    profiles: profiles.filter((url) => !SAMPLE_HOST.test(new URL(url).hostname)),
  };
}

/** Hosts reserved for examples (RFC 2606); the sample links lead there. */
const SAMPLE_HOST = /(^|\.)example\.(com|net|org)$/;

/**
 * What a phone dials for a number as people write it: `(212) 555-0142` becomes `tel:+12125550142`.
 * Ten digits are a number of the United States, where the business is.
 */
export function phoneHref(number: string): string {
  const digits = number.replace(/\D/g, "");
  if (number.trim().startsWith("+")) return `tel:+${digits}`;
  if (digits.length === 10) return `tel:+1${digits}`;
  return digits.length === 11 && digits.startsWith("1") ? `tel:+${digits}` : `tel:${digits}`;
}

/** A phone number with its country's code, "+1-212-555-0142"; as it is written where that is not known. */
export function internationalNumber(number: string): string {
  const dialled = phoneHref(number).slice("tel:".length);
  if (!dialled.startsWith("+")) return number.trim();
  return dialled.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1-$1-$2-$3");
}
