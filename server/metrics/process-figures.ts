import { performance } from "node:perf_hooks";
import type { Sample } from "./samples.ts";

export function processFigures(): Sample[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    { name: "process_resident_memory_bytes", value: rss },
    { name: "process_cpu_seconds_total", value: (user + system) / 1_000_000 },
    { name: "process_start_time_seconds", value: Math.round(performance.timeOrigin / 1000) },
    { name: "nodejs_heap_used_bytes", value: heapUsed },
    {
      name: "nodejs_eventloop_active_seconds_total",
      value: performance.eventLoopUtilization().active / 1000,
    },
  ];
}

export const labeled = (samples: Sample[], process: string): Sample[] =>
  samples.map((one) => ({ ...one, labels: { process, ...one.labels } }));
