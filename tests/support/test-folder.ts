// Temporary folders, deleted when the test, or the last test in the file, is done.
import fs from "node:fs";
import { afterAll, onTestFinished } from "vitest";
import { makeTemporaryFolder } from "./site.ts";

/** Creates a folder for one test. Call it inside the test. */
export function folderOfTest(): string {
  const folder = makeTemporaryFolder();
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder for a file's tests. Stop whatever uses it in a later `afterAll`. */
export function folderOfFile(): string {
  const folder = makeTemporaryFolder();
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
