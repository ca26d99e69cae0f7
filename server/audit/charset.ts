// Detects a page's character set (WHATWG order: BOM, header, meta, else windows-1252).

type Decoded = {
  text: string;
  charset: string;
  /** Where the character set was declared; `guess` if nowhere. */
  from: string;
};

/** Browsers search only this much of a page for a charset. */
const META_BYTES = 1024;
const MARKS = [
  { charset: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { charset: "utf-16be", bytes: [0xfe, 0xff] },
  { charset: "utf-16le", bytes: [0xff, 0xfe] },
];

/** Decodes a page. `contentType` is the header, or empty. */
export function decodePage(bytes: Buffer, contentType: string): Decoded {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, i) => bytes[i] === byte));
  const head = bytes.toString("latin1", 0, META_BYTES).replace(/<!--[\s\S]*?(-->|$)/g, "");
  const meta = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
  const found = [
    { from: "mark", label: marked?.charset },
    { from: "header", label: /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType)?.[1] },
    // UTF-16 can't be declared in an ASCII-readable tag.
    { from: "meta", label: meta?.replace(/^utf-16.*/i, "utf-8") },
    { from: "guess", label: "windows-1252" },
  ];
  for (const { from, label } of found) {
    const decoder = label && decoderOf(label);
    if (decoder) return { text: decoder.decode(bytes), charset: decoder.encoding, from };
  }
  throw new Error("Node knows windows-1252");
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    // The label is unknown, and browsers ignore it too.
    return null;
  }
}
