import { afterEach, expect, test, vi } from "vitest";
import type { Log } from "../../platform/log.server.ts";
import { absenceLog } from "./absence-log.server.ts";

afterEach(() => void vi.useRealTimers());

test("unknown paths beyond 60 a minute are only counted", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const lines: object[] = [];
  const logAbsence = absenceLog({ info: ((facts: object) => lines.push(facts)) as Log["info"] });
  const ask = (paths: number) => {
    for (let path = 0; path < paths; path++) logAbsence({ request: "one", path: `/${path}` });
  };

  ask(60);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(60);

  ask(1_000);
  expect(lines).toHaveLength(120);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(120)).toEqual([{ paths: 940 }]);

  ask(1);
  expect(lines.at(-1)).toEqual({ request: "one", path: "/0" });
});
