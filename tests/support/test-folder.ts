// Folders for Vitest that are deleted automatically.
import fs from "node:fs";
import { afterAll, onTestFinished } from "vitest";
import { makeTemporaryFolder } from "./site.ts";

/** Creates a folder for one test. Call it inside the test. */
export function folderOfTest(): string {
  const folder = makeTemporaryFolder();
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder for all tests of a file. Whatever uses it must be stopped by a later `afterAll`. */
export function folderOfFile(): string {
  const folder = makeTemporaryFolder();
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
