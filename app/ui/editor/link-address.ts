/** A typed link target: a URL, an error, or words to search pages for. */
type TypedLink =
  | { href: string; refused?: undefined; search?: undefined }
  | { href?: undefined; refused: string; search?: undefined }
  | { href?: undefined; refused?: undefined; search: string };

const COMPLETE = /^(https?:\/\/[^\s/]\S*|mailto:\S+|tel:\S+|\/(?![/\\])\S*|#\S*)$/i;
const EMAIL = /^[^\s@:/]+@[^\s@:/]+\.[a-z\u00a1-\uffff]{2,}$/i;
const HOST = /^[^\s/@:?#]+\.[a-z\u00a1-\uffff]{2,}(:\d+)?([/?#]\S*)?$/i;
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;
const PHONE = /^\+?[\d\s()./-]{7,}$/;

/**
 * Adds `mailto:` to email addresses, `tel:` to phone numbers and `https://` to host names. Rejects invalid URLs. Any
 * other text is a search.
 * @returns an empty `href` for empty text
 */
export function readTypedLink(text: string): TypedLink {
  const typed = text.trim();
  if (typed === "" || COMPLETE.test(typed)) return { href: typed };
  if (EMAIL.test(typed)) return { href: `mailto:${typed}` };
  if (PHONE.test(typed)) return { href: `tel:${typed.replace(/[^\d+]/g, "")}` };
  if (HOST.test(typed)) return { href: `https://${typed}` };
  if (/^https?:/i.test(typed)) return { refused: "This URL is incomplete or contains a space." };
  if (OTHER_SCHEME.test(typed)) return { refused: "Links must start with https://, mailto: or tel:." };
  return { search: typed };
}
