// Ways to reach the business, made of its settings (DECISIONS 16): what is not set is not there.
import type { Settings } from "./defaults.ts";

/** The profiles that have an address, in the spec's order. */
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

/** The business as its settings know it, for structured data. */
export function businessOf(settings: Settings) {
  return {
    name: settings.site_title,
    phone: settings.phone_number,
    email: settings.contact_email,
    profiles: profilesOf(settings).map(({ url }) => url),
  };
}

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
