// Finds out what an uploaded file is, and reads it.
import { open } from "node:fs/promises";
import { readCsv } from "./csv.server.ts";
import { readGhost } from "./ghost.server.ts";
import { type ReadSource, type SourceItem, type SourceSummary, UnreadableSource } from "./item.ts";
import { readMarkdown } from "./markdown.server.ts";
import { readWordPress } from "./wordpress.server.ts";

export type SourceName = "wordpress" | "ghost" | "csv" | "markdown";
export type SourceFile = { path: string; name: string };

const READERS: Record<SourceName, ReadSource> = {
  wordpress: readWordPress,
  ghost: readGhost,
  csv: readCsv,
  markdown: readMarkdown,
};

/** Reads uploaded files one after the other. @throws UnreadableSource */
export async function* readExport(
  files: readonly SourceFile[],
  summary: SourceSummary,
): AsyncGenerator<SourceItem> {
  for (const file of files) yield* READERS[await sourceOf(file)](file, summary);
}

/** @throws UnreadableSource if it's none of the formats */
export async function sourceOf({ path, name }: SourceFile): Promise<SourceName> {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? "";
  if (["md", "markdown", "mdx"].includes(extension)) return "markdown";
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0).finally(() => file.close());
  const head = buffer.subarray(0, bytesRead);
  const start = head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (!start) throw new UnreadableSource(`“${name}” is empty.`);
  if (head.includes(0))
    throw new UnreadableSource(
      `“${name}” isn't a text file. If it's an archive, unpack it and upload the file inside.`,
    );
  if (start.startsWith("<")) return "wordpress";
  if (start.startsWith("{")) return "ghost";
  if (["csv", "tsv", "txt"].includes(extension)) return "csv";
  throw new UnreadableSource(
    `“${name}” isn't a WordPress export (.xml), a Ghost export (.json), a CSV file or a Markdown file.`,
  );
}
