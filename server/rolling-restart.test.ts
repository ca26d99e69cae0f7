import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderOfTest } from "../tests/support/test-folder.ts";
import { RestartedProcess } from "./child-processes.ts";
import { RollingRestart, type Running } from "./rolling-restart.ts";

test("a successor that hangs is stopped, and the old processes keep running", async () => {
  const program = path.join(folderOfTest(), "hangs.mjs");
  // Receives its task and never answers.
  fs.writeFileSync(program, `process.on("message", () => {}); process.on("SIGTERM", () => process.exit());`);
  const logged: string[] = [];
  const tell = (about: object | string, text?: string) => void logged.push(text ?? String(about));
  const log = { info: tell, warn: tell, error: tell } as never;
  const processes = new Set<RestartedProcess>();
  const begin = () => {
    const one = new RestartedProcess(program, "jobs", log);
    processes.add(one);
    return one;
  };
  onTestFinished(async () => void (await Promise.all([...processes].map((one) => one.end()))));
  const connection = { host: "", user: "", database: "" };
  const serve: Running["serve"] = { do: "serve", connection, visitorRole: true };
  const running: Running = {
    ...{ program, processes, serve, begin, found: connection },
    ...{ jobs: begin(), serving: [begin()], ports: [] },
  };
  const [before] = running.serving;
  const rolling = new RollingRestart(running, { asked: new Promise<never>(() => {}) } as never, log, 500);
  await rolling.run();
  expect(logged).toContain("A process of the new build didn't get ready in time and is being stopped");
  expect(logged).toContain(
    "The rolling restart was interrupted: processes that weren't replaced keep running",
  );
  expect(running.serving).toEqual([before]);
  await rolling.run();
  expect(logged).not.toContain("A rolling restart is already in progress");
});
