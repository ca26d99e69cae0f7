// Backup files taken apart and put together again, for tests of damaged and hostile ones.
import fs from "node:fs";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import tar from "tar-stream";

export type ArchiveEntry = { header: Partial<tar.Header> & { name: string }; content: Buffer };

/** The entries of a backup, in order. */
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

/** Writes entries as a backup has them; one of another type has no content. */
export async function writeArchive(file: string, entries: ArchiveEntry[]): Promise<void> {
  const pack = tar.pack();
  for (const { header, content } of entries) pack.entry({ mode: 0o600, ...header }, content);
  pack.finalize();
  fs.writeFileSync(file, gzipSync(await buffer(pack as AsyncIterable<Buffer>)));
}

/** A file entry. */
export const entryOf = (name: string, content: string | Buffer = "x"): ArchiveEntry => ({
  header: { name },
  content: Buffer.from(content),
});

/** The same entries with what one of them, JSON, says changed. */
export const withJson = <Told extends object>(
  entries: ArchiveEntry[],
  name: string,
  change: (told: Told) => void,
): ArchiveEntry[] =>
  entries.map((entry) => {
    if (entry.header.name !== name) return entry;
    const told = JSON.parse(entry.content.toString()) as Told;
    change(told);
    return entryOf(name, JSON.stringify(told));
  });
