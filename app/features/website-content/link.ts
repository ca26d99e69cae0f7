/** Returns whether a text can be used as a link: a path on this site, a web URL, an email address or a phone number. */
export function isLink(text: string): boolean {
  const address = text.trim();
  if (/^(\/(?![/\\])|#|\?)/.test(address)) return true;
  return /^(https?:\/\/[^\s/]|mailto:|tel:)/i.test(address);
}
