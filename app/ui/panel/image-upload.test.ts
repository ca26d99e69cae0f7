import { afterAll, expect, test, vi } from "vitest";
import type { MediaItem } from "../../platform/text/image.ts";
import { createUploads, isRunning, type Send, type Sent } from "./image-upload.ts";

const image = { id: "abcdefghijkl", name: "a.png" } as MediaItem;
const stored: Sent = { status: 201, body: JSON.stringify({ image }) };
const file = (name: string, bytes = 3, type = "image/png") =>
  new File([new Uint8Array(bytes)], name, { type });

afterAll(() => void vi.unstubAllGlobals());

/** Makes the library return this image for any hash; null for an empty library. */
const libraryHas = (known: MediaItem | null) =>
  vi.stubGlobal("fetch", async () => Response.json({ image: known }));

/** Returns a `send` whose requests the test answers. Hashing times vary, and with them the order of requests. */
function heldSend() {
  const open: { address: string; answer: (sent: Sent) => void; progress: (sent: number) => void }[] = [];
  const send: Send = (address, _, { progress }) =>
    new Promise((answer) => open.push({ address, answer, progress }));
  const sending = (name: string) => open.find(({ address }) => address.includes(`name=${name}`))!;
  return { open, sending, send };
}

const states = (uploads: ReturnType<typeof createUploads>) => uploads.list().map(({ state }) => state);

test("at most three files upload at once", async () => {
  libraryHas(null);
  const { open, sending, send } = heldSend();
  const done: string[] = [];
  const uploads = createUploads("/media", { send, onDone: (_, { file }) => done.push(file.name) });
  uploads.add(["a.png", "b.png", "c.png", "d.png"].map((name) => file(name)));
  await expect.poll(() => open.length).toBe(3);
  expect(states(uploads)).toEqual(["sending", "sending", "sending", "waiting"]);
  sending("b.png").progress(0.5);
  expect(uploads.list()[1]!.sent).toBe(0.5);
  sending("b.png").answer(stored);
  await expect.poll(() => open.length).toBe(4);
  expect(done).toEqual(["b.png"]);
});

test("an upload fails after three tries and can be retried by hand", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  libraryHas(null);
  let tries = 0;
  const answers: Sent[] = [];
  const send: Send = async () => {
    tries++;
    return answers.shift() ?? { status: 0, body: "" };
  };
  const uploads = createUploads("/media", { send });
  const [key] = uploads.add([file("a.png")]);
  // Hashing doesn't use fake timers.
  const settle = async () => {
    while (uploads.list().some(isRunning)) await vi.advanceTimersByTimeAsync(1_000);
  };
  await settle();
  expect(tries).toBe(3);
  expect(uploads.list()[0]).toMatchObject({ state: "failed", canRetry: true });
  expect(uploads.list()[0]!.problem).toContain("failed three times");

  answers.push(stored);
  uploads.retry(key!);
  await settle();
  expect(states(uploads)).toEqual(["done"]);
  vi.useRealTimers();
});

test("a duplicate isn't uploaded unless the owner wants a copy", async () => {
  libraryHas(image);
  const { open, send } = heldSend();
  const done: string[] = [];
  const uploads = createUploads("/media", { send, onDone: ({ id }) => done.push(id) });
  const [one, other] = uploads.add([file("a.png"), file("b.png")]);
  await expect.poll(() => states(uploads)).toEqual(["known", "known"]);
  expect(open).toEqual([]);
  uploads.takeKnown(one!);
  expect(done).toEqual([image.id]);
  uploads.keepSecond(other!);
  await expect.poll(() => open.length).toBe(1);
  expect(open[0]!.address).toBe("/media/upload?name=b.png&keep=second");
});

test("an unsupported file shows an error and isn't uploaded", () => {
  libraryHas(null);
  const { open, send } = heldSend();
  const uploads = createUploads("/media", { send });
  uploads.add([
    file("large.jpg", 25 * 1024 * 1024 + 1, "image/jpeg"),
    file("empty.png", 0),
    file("paper.pdf", 3, "application/pdf"),
  ]);
  expect(uploads.list().map(({ state, canRetry }) => [state, canRetry])).toEqual(
    Array(3).fill(["failed", false]),
  );
  expect(uploads.list().map(({ problem }) => problem)).toEqual([
    expect.stringContaining("25 MB"),
    expect.stringContaining("This file is empty"),
    expect.stringContaining("isn't an image"),
  ]);
  expect(open).toEqual([]);
});

test("a rejected file shows the server's reason, and a canceled upload disappears", async () => {
  libraryHas(null);
  const { open, sending, send } = heldSend();
  const uploads = createUploads("/media", { send });
  const [, second] = uploads.add([file("a.heic", 3, "image/heic"), file("b.png")]);
  await expect.poll(() => open.length).toBe(2);
  sending("a.heic").answer({ status: 415, body: JSON.stringify({ error: "Save it as JPEG." }) });
  await expect.poll(() => uploads.list()[0]!.problem).toBe("Save it as JPEG.");
  expect(uploads.list()[0]!.canRetry).toBe(false);
  uploads.remove(second!);
  sending("b.png").answer(stored);
  await expect.poll(() => uploads.list().map(({ file }) => file.name)).toEqual(["a.heic"]);
});
