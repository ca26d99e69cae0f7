/** Whether a text can be a link of a page: a place of this site, a web address, a mail or phone number. */
export function isLink(text: string): boolean {
  const address = text.trim();
  if (/^(\/(?![/\\])|#|\?)/.test(address)) return true;
  return /^(https?:\/\/[^\s/]|mailto:|tel:)/i.test(address);
}
