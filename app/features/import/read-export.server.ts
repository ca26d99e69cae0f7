import { open } from "node:fs/promises";
import {
  addFinding,
  type ReadSource,
  type SourceItem,
  type SourceSummary,
  UnreadableSource,
} from "../imported/item.ts";
import { readCsv } from "./csv.server.ts";
import { fitItem } from "./fit.server.ts";
import { readGhost } from "./ghost.server.ts";
import { readMarkdown } from "./markdown.server.ts";
import { isUtf16 } from "./text-file.server.ts";
import { noteUnused, readWordPress } from "./wordpress.server.ts";
import { readLibraries } from "./wordpress-library.server.ts";

export type SourceName = "wordpress" | "ghost" | "csv" | "markdown";
export type SourceFile = { path: string; name: string };

const READERS: Record<Exclude<SourceName, "wordpress">, ReadSource> = {
  ghost: readGhost,
  csv: readCsv,
  markdown: readMarkdown,
};

/**
 * Reads uploaded files one after the other.
 * @throws UnreadableSource if a file's format is unknown or its content is invalid
 */
export async function* readExport(
  files: readonly SourceFile[],
  summary: SourceSummary,
): AsyncGenerator<SourceItem> {
  const counts = new Map<string, number>();
  const sources = new Map<SourceFile, SourceName>();
  for (const file of files) sources.set(file, await sourceOf(file));
  const exports = files.filter((file) => sources.get(file) === "wordpress").map(({ path }) => path);
  const libraries = await readLibraries(exports, summary.siteUrl);
  for (const [file, source] of sources) {
    const hasIds = source === "wordpress" || source === "ghost";
    const items =
      source === "wordpress"
        ? readWordPress(file.path, libraries.get(file.path)!, summary)
        : READERS[source](file, summary);
    for await (const read of items) {
      const item = fitItem(read, summary);
      if (!item) continue;
      const count = (counts.get(item.key) ?? 0) + 1;
      counts.set(item.key, count);
      if (hasIds && count > 1)
        addFinding(summary.changed, {
          title: item.title,
          why: "It's in the upload twice. The later one counts.",
        });
      // Rows and files may share a title, and so a slug.
      yield count > 1 && !hasIds ? { ...item, key: `${item.key}:${count}` } : item;
    }
  }
  for (const library of new Set(libraries.values())) noteUnused(library, summary);
}

/**
 * Detects a file's format.
 * @throws UnreadableSource if it's unknown
 */
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
  const isTable = ["csv", "tsv", "txt"].includes(extension);
  if (isTable && isUtf16(head)) return "csv";
  if (head.includes(0))
    throw new UnreadableSource(
      `“${name}” isn't a text file. If it's an archive, unpack it and upload the file inside.`,
    );
  if (start.startsWith("<")) return "wordpress";
  if (start.startsWith("{")) return "ghost";
  if (isTable) return "csv";
  throw new UnreadableSource(
    `“${name}” isn't a WordPress export (.xml), a Ghost export (.json), a CSV file or a Markdown file.`,
  );
}
