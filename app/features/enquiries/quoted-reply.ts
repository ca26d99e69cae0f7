/** Email programs accept URLs of about 2,000 characters, and an encoded character may take nine. */
const MAX_ENCODED_CHARS = 1_500;
const CUT = "> […]";

/**
 * Returns a `mailto:` URL for a reply that quotes the visitor's message (RFC 6068). Visitor input can't add
 * recipients or headers.
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

// `encodeURIComponent` throws on lone surrogates.
const encode = (lines: readonly string[]) => encodeURIComponent(lines.join("\r\n").toWellFormed());
