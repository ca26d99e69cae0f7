// Folders for Vitest that are gone again by themselves.
import fs from "node:fs";
import { afterAll, onTestFinished } from "vitest";
import { makeTemporaryFolder } from "./site.ts";

/** A folder of a test; call it inside one. */
export function folderOfTest(): string {
  const folder = makeTemporaryFolder();
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder of a test file, for all of its tests; what uses it is to be stopped by an `afterAll` that comes later. */
export function folderOfFile(): string {
  const folder = makeTemporaryFolder();
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
