import fs from "node:fs";
import path from "node:path";
import { readExport } from "../../app/features/import/read-export.server.ts";
import { emptySummary, type SourceItem } from "../../app/features/imported/item.ts";

export type Read = { items: SourceItem[]; summary: ReturnType<typeof emptySummary> };

/** Reads exports, by name, as an upload would. */
export async function readFiles(
  folder: string,
  files: Readonly<Record<string, string | Buffer>> | [name: string, content: string | Buffer][],
  siteUrl = "",
): Promise<Read> {
  const summary = { ...emptySummary(), siteUrl };
  const list = Array.isArray(files) ? files : Object.entries(files);
  const given = list.map(([name, content], i) => {
    const file = path.join(folder, `${i}`);
    fs.writeFileSync(file, content);
    return { path: file, name };
  });
  const items: SourceItem[] = [];
  for await (const item of readExport(given, summary)) items.push(item);
  return { items, summary };
}

/** Returns the report's lines about imported items. */
export const changesIn = ({ summary }: Read): string[] => summary.changed.map(({ why }) => why);
