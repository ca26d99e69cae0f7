import { firstNumber } from "../../platform/text/phone-number.ts";
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

/** Returns a profile's network, or else its host name; undefined if `url` isn't a web URL. */
export function networkOf(url: string): string | undefined {
  const address = URL.parse(url.trim());
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  const { hostname } = address;
  return NETWORK_HOSTS.find(([host]) => host.test(hostname))?.[1] ?? hostname.replace(/^www\./, "");
}

/** Returns business details for structured data, without the sample email address and profiles. */
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

/** Hosts for examples (RFC 2606), used in the sample links. */
const SAMPLE_HOST = /(^|\.)example\.(com|net|org)$/;

/**
 * Returns a `tel:` link: `(212) 555-0142` becomes `tel:+12125550142`. A ten-digit number counts as a US number. Leaves
 * out an extension.
 */
export function phoneHref(number: string): string {
  const first = firstNumber(spelledOut(number));
  const digits = first.replace(/\D/g, "");
  if (first.trim().startsWith("+")) return `tel:+${digits}`;
  if (digits.length === 10) return `tel:+1${digits}`;
  return digits.length === 11 && digits.startsWith("1") ? `tel:+${digits}` : `tel:${digits}`;
}

/** Letters of a phone's keys, from A: 2 for A, B and C. */
const KEYS = "22233344455566677778889999";
/** An area code and words, such as "1-800-FLOWERS". */
const SPELLED = /^\+?(?:[\s().-]*\d){3,9}[\s().-]*(?!EXT)[A-Z]{3}[A-Z\d\s-]*$/;

const spelledOut = (number: string): string =>
  SPELLED.test(number.trim())
    ? number.replace(/[A-Z]/g, (letter) => KEYS[letter.charCodeAt(0) - "A".charCodeAt(0)]!)
    : number;

/** Returns a phone number like "+1-212-555-0142", or as written if the country is unknown. */
export function internationalNumber(number: string): string {
  const dialled = phoneHref(number).slice("tel:".length);
  if (!dialled.startsWith("+")) return number.trim();
  return dialled.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1-$1-$2-$3");
}
