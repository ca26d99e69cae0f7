import { expect, test } from "vitest";
import { finalizePage } from "./cached-response.ts";
import { type Cached, PageStore } from "./page-store.ts";

const KB = 1_000;
/** Returns a page of this size. */
const page = (bytes: number) =>
  finalizePage({
    status: 200,
    own: [],
    bodies: { identity: Buffer.alloc(bytes) },
    expiresAt: Number.POSITIVE_INFINITY,
    isKeepable: true,
  });
const keysOf = (store: PageStore) => [...store.entries()].map(([key]) => key);
const use = (store: PageStore, key: string): Cached => {
  const kept = store.get(key)!;
  kept.wasUsed = true;
  return kept;
};

test("over the limit, the oldest page that wasn't requested again is evicted", () => {
  const store = new PageStore(35 * KB);
  for (const key of ["/a", "/b", "/c"]) store.set(key, page(10 * KB), true);
  use(store, "/a");
  store.set("/d", page(10 * KB), true);
  expect(keysOf(store)).toEqual(["/c", "/d", "/a"]);
  store.set("/e", page(10 * KB), true);
  store.set("/f", page(10 * KB), true);
  expect(keysOf(store)).toEqual(["/a", "/e", "/f"]);
});

test("stale pages are evicted before fresh ones", () => {
  const store = new PageStore(35 * KB);
  for (const key of ["/a", "/b"]) store.set(key, page(10 * KB), true);
  store.invalidate();
  expect([store.get("/a"), store.get("/b")].map((kept) => store.isFresh(kept!))).toEqual([false, false]);
  use(store, "/a");
  for (const key of ["/c", "/d"]) store.set(key, page(10 * KB), true);
  expect(keysOf(store)).toEqual(["/b", "/c", "/d"]);
  store.set("/e", page(10 * KB), true);
  expect(keysOf(store)).toEqual(["/c", "/d", "/e"]);
});

test("a page stored as possibly stale never counts as fresh", () => {
  const store = new PageStore(35 * KB);
  store.set("/a", page(KB), false);
  expect(store.isFresh(store.get("/a")!)).toBe(false);
});

test("replacing a page with a smaller one updates the store's size", () => {
  const store = new PageStore(35 * KB);
  store.set("/a", page(10 * KB), true);
  const first = use(store, "/a");
  for (const key of ["/b", "/c", "/d"]) store.set(key, page(10 * KB), true);
  // The page has moved to the end of the line, as the same object.
  expect(store.get("/a")).toBe(first);
  const before = store.bytes;
  store.replace("/a", first, page(4 * KB));
  expect(before - store.bytes).toBe(6 * KB);

  store.set("/a", page(10 * KB), true);
  const size = store.bytes;
  store.replace("/a", first, page(KB));
  expect([store.bytes, store.get("/a")?.answer]).toEqual([size, expect.objectContaining({ bytes: 10 * KB })]);

  const gone = store.get("/a")!;
  for (const key of keysOf(store)) store.delete(key);
  store.replace("/a", gone, page(KB));
  expect([store.bytes, keysOf(store)]).toEqual([0, []]);
});
