/** Returns whether a text is a link: a path, query or fragment on this site, or a web, `mailto:` or `tel:` URL. */
export function isLink(text: string): boolean {
  const address = text.trim();
  if (/^(\/(?![/\\])|#|\?)/.test(address)) return true;
  return /^(https?:\/\/[^\s/]|mailto:|tel:)/i.test(address);
}
