/** Mail programs take addresses of about 2,000 characters; encoded, a letter may be nine of them. */
const MAX_ENCODED_CHARS = 1_500;
const CUT = "> […]";

/**
 * The address that opens a reply in the owner's mail program, the visitor's message quoted below (RFC 6068). What
 * visitors type adds neither a recipient nor a header.
 * @param enquiry.received when it came, in words
 */
export function replyAddress(enquiry: {
  email: string;
  name: string;
  message: string;
  received: string;
  subject: string;
}): string {
  const { email, name, message, received, subject } = enquiry;
  const address = encodeURIComponent(email).replace("%40", "@");
  const lead = `${received}, ${name} wrote:`;
  const lines = [
    "",
    "",
    lead,
    ...message
      .trim()
      .split(/\r?\n/)
      .map((line) => `> ${line}`),
  ];
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${cutToSize(lines)}`;
}

function cutToSize(lines: readonly string[]): string {
  const whole = encode(lines);
  if (whole.length <= MAX_ENCODED_CHARS) return whole;
  const words = lines.join("\n").split(/(?<=\s)/);
  let body = "";
  let size = 0;
  for (const word of words) {
    size += encode([word]).length;
    if (size > MAX_ENCODED_CHARS) break;
    body += word;
  }
  return encode([...body.trimEnd().split("\n"), CUT]);
}

// A surrogate without its other half has no encoding.
const encode = (lines: readonly string[]) => encodeURIComponent(lines.join("\r\n").toWellFormed());
