// Ways to contact the business, from its settings (decision 0035.16); what isn't set is left out.
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
 * Returns the name of a person's profile: the network's, or else the site's host name; undefined if it isn't a web URL.
 */
export function networkOf(url: string): string | undefined {
  const address = URL.parse(url.trim());
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  const { hostname } = address;
  return NETWORK_HOSTS.find(([host]) => host.test(hostname))?.[1] ?? hostname.replace(/^www\./, "");
}

/** Returns the business details for structured data, without the sample ones. */
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

/** Hosts reserved for examples (RFC 2606), which the sample links use. */
const SAMPLE_HOST = /(^|\.)example\.(com|net|org)$/;

/**
 * Returns the `tel:` link for a number as people write it: `(212) 555-0142` becomes `tel:+12125550142`. Ten digits are
 * a US number, as the business is in the United States.
 */
export function phoneHref(number: string): string {
  const digits = number.replace(/\D/g, "");
  if (number.trim().startsWith("+")) return `tel:+${digits}`;
  if (digits.length === 10) return `tel:+1${digits}`;
  return digits.length === 11 && digits.startsWith("1") ? `tel:+${digits}` : `tel:${digits}`;
}

/** Returns a phone number with its country code, "+1-212-555-0142"; as written if the country isn't known. */
export function internationalNumber(number: string): string {
  const dialled = phoneHref(number).slice("tel:".length);
  if (!dialled.startsWith("+")) return number.trim();
  return dialled.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1-$1-$2-$3");
}
