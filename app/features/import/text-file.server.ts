import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

/** Returns a file's encoding. Excel writes UTF-8, UTF-16 or Windows-1252, and so do old editors. */
export async function encodingOf(path: string): Promise<string> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isStart = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isStart && isUtf16(chunk)) return "utf-16le";
    isStart = false;
    try {
      utf8.decode(chunk, { stream: true });
    } catch {
      return "windows-1252";
    }
  }
  return "utf-8";
}

/** Returns the encoding that an XML file names. */
export async function encodingOfXml(path: string): Promise<string> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0).finally(() => file.close());
  const head = buffer.subarray(0, bytesRead).toString("latin1");
  const named = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\bencoding=["']([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return "utf-8";
  }
}

/** Returns a small file's text without its byte order mark. */
export async function readWhole(path: string): Promise<string> {
  let text = "";
  for await (const part of readText(path, await encodingOf(path))) text += part;
  return text;
}

/** Yields a file's text without its byte order mark. */
export async function* readText(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Returns whether a file's first bytes are the byte order mark of UTF-16. */
export const isUtf16 = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xfe;
