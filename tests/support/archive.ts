// Unpacks and repacks backup files, to damage them.
import fs from "node:fs";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import tar from "tar-stream";

export type ArchiveEntry = { header: Partial<tar.Header> & { name: string }; content: Buffer };

/** Returns the entries of a backup, in order. */
export async function readArchive(file: string): Promise<ArchiveEntry[]> {
  const archive = tar.extract();
  archive.end(gunzipSync(fs.readFileSync(file)));
  const entries: ArchiveEntry[] = [];
  for await (const entry of archive)
    entries.push({
      header: { name: entry.header.name },
      content: await buffer(entry as AsyncIterable<Buffer>),
    });
  return entries;
}

/** Writes a backup with these entries. Only files have content. */
export async function writeArchive(file: string, entries: ArchiveEntry[]): Promise<void> {
  const pack = tar.pack();
  for (const { header, content } of entries) pack.entry({ mode: 0o600, ...header }, content);
  pack.finalize();
  fs.writeFileSync(file, gzipSync(await buffer(pack as AsyncIterable<Buffer>)));
}

export const entryOf = (name: string, content: string | Buffer = "x"): ArchiveEntry => ({
  header: { name },
  content: Buffer.from(content),
});

/** Returns the entries with one JSON entry changed. */
export const withJson = <Stored extends object>(
  entries: ArchiveEntry[],
  name: string,
  change: (stored: Stored) => void,
): ArchiveEntry[] =>
  entries.map((entry) => {
    if (entry.header.name !== name) return entry;
    const stored = JSON.parse(entry.content.toString()) as Stored;
    change(stored);
    return entryOf(name, JSON.stringify(stored));
  });
