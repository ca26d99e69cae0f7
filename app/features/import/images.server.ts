import { rm } from "node:fs/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { decoded } from "../../platform/text/decoded.ts";
import { imagePath } from "../../platform/text/image.ts";
import type { SourceItem } from "../imported/item.ts";
import { import_items } from "../imported/table.server.ts";
import { addImage } from "../media/files.server.ts";
import { originalKey } from "../media/keys.ts";
import { findMediaByHash } from "../media/queries.owner.server.ts";
import type { Store } from "../media/store.server.ts";
import { media } from "../media/table.server.ts";
import { nameOfFile } from "../media/upload.server.ts";
import { isShownFromThere } from "./image-source.ts";
import { type ImportRun, nameImport } from "./runs.server.ts";

/** The receiver must delete `file`. `isGone`: visitors can't see the image where it is, either. */
export type FetchedImage = { url: string } & (
  | { file: string; sha256: string; bytes: number }
  | { reason: string; isGone?: boolean }
);

/** Calls `take` for each image, one at a time. */
export type FetchImages = (
  urls: readonly string[],
  take: (image: FetchedImage) => Promise<void>,
) => Promise<void>;

/** Ends the reason of an image that isn't in the texts. */
const REMOVED = " It was removed.";
const STAYS = " Its URL stays in the text.";

type Tools = {
  fetchImages: FetchImages;
  store: Store;
  progress: (done: number, total: number) => Promise<boolean>;
};

/** Number of images per download process. */
const AT_ONCE = 20;

/**
 * Copies images to the library. An image that can't be copied keeps its URL if visitors can see it there.
 * @param of.keys source keys of the items whose images are copied
 * @param of.copies whether to copy images at all
 * @returns image paths by old URL, empty for images to remove; null if the import was stopped
 */
export async function storeImages(
  db: Database,
  run: ImportRun,
  of: { keys: ReadonlySet<string>; copies: boolean },
  tools: Tools,
): Promise<Map<string, string> | null> {
  const alts = await listImages(db, run.import_id, of.keys);
  const paths = of.copies ? await findImagePaths(db, [...alts.keys()]) : new Map<string, string>();
  const tried = await listTried(db, run.import_id);
  for (const [url, isRemoved] of tried) if (isRemoved && !paths.has(url)) paths.set(url, "");
  const left = [...alts.keys()].filter((url) => !paths.has(url) && !tried.has(url));
  const todo = of.copies ? left : [];
  const take = async (image: FetchedImage) => {
    const path = await takeImage(db, run, { image, alt: alts.get(image.url) ?? "" }, tools.store);
    if (path !== null) paths.set(image.url, path);
  };
  if (!of.copies)
    for (const url of left.filter((one) => !isShownFromThere(one))) await take({ url, reason: NOT_SHOWN });
  for (let at = 0; at < todo.length; at += AT_ONCE) {
    if (!(await tools.progress(at, todo.length))) return null;
    await tools.fetchImages(todo.slice(at, at + AT_ONCE), take);
  }
  return paths;
}

/** Returns the alt text of each image by URL. */
async function listImages(db: Database, id: string, keys: ReadonlySet<string>): Promise<Map<string, string>> {
  const { rows } = await db.execute<{
    key: string;
    images: SourceItem["images"] | null;
    featured: SourceItem["featuredImage"];
  }>(sql`
    select source_key as key, data -> 'images' as images, data -> 'featuredImage' as featured from import_items
    where import_id = ${id} and kind = 'record' and data -> 'images' is not null`);
  const alts = new Map<string, string>();
  for (const { key, images, featured } of rows)
    for (const { url, alt } of keys.has(key) ? [...(images ?? []), ...(featured ? [featured] : [])] : [])
      alts.set(url, alts.get(url) || alt);
  return alts;
}

/** Returns library paths by old URL, even from earlier imports. */
async function findImagePaths(db: Database, urls: string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ url: string; path: string }>(sql`
    select distinct on (item.old_url) item.old_url as url, item.new_path as path
    from import_items item join media on item.new_path = '/media/' || media.id
    where item.kind = 'image' and media.deleted_at is null
      and item.old_url in (select jsonb_array_elements_text(${JSON.stringify(urls)}::jsonb))`);
  return new Map(rows.map(({ url, path }) => [url, path]));
}

/** Returns which images this import has tried, and whether each was removed. */
async function listTried(db: Database, id: string): Promise<Map<string, boolean>> {
  const rows = await db
    .select({ url: import_items.old_url, reason: import_items.reason })
    .from(import_items)
    .where(and(eq(import_items.import_id, id), inArray(import_items.kind, ["image"])));
  return new Map(rows.map(({ url, reason }) => [url, reason.endsWith(REMOVED)]));
}

const NOT_SHOWN = "Pages can't show images from this server.";

/** Adds an image to the library. Returns its path, "" if it has to be removed, or null if it stays where it is. */
async function takeImage(
  db: Database,
  run: ImportRun,
  { image, alt }: { image: FetchedImage; alt: string },
  store: Store,
): Promise<string | null> {
  const item = {
    ...{ import_id: run.import_id, source_key: `image:${image.url}`, kind: "image" as const },
    ...{ old_url: image.url, title: image.url, stored_at: new Date() },
  };
  if ("reason" in image) {
    const isRemoved = image.isGone || !isShownFromThere(image.url);
    const failed = { state: "failed" as const, reason: image.reason + (isRemoved ? REMOVED : STAYS) };
    await db
      .insert(import_items)
      .values({ ...item, ...failed })
      .onConflictDoNothing();
    return isRemoved ? "" : null;
  }
  try {
    await store.put(originalKey(image.sha256), image.file, "application/octet-stream");
    return await db.transaction(async (tx) => {
      await nameImport(tx, run);
      const known = await findMediaByHash(tx, image.sha256);
      const id = known?.id ?? (await addImage(tx, nameOfFile(fileOf(image.url)), image));
      const new_path = imagePath(id);
      if (!known)
        await tx
          .update(media)
          .set({ alt: alt.slice(0, 500), import_id: run.import_id })
          .where(eq(media.id, id));
      const added = known
        ? { state: "unchanged" as const }
        : { state: "added" as const, record_kind: "media", record_id: id };
      await tx
        .insert(import_items)
        .values({ ...item, ...added, new_path })
        .onConflictDoNothing();
      return new_path;
    });
  } finally {
    await rm(image.file, { force: true });
  }
}

/** Returns the file's name in a URL. */
export const fileOf = (url: string) =>
  decoded(URL.parse(url)?.pathname.split("/").at(-1) ?? "").slice(0, 200);
