// A cached page costs 45 µs in total, so counting must be a single addition.
import type { ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { histogramSamples, type Sample } from "./samples.ts";

const KINDS = ["kept", "page", "picture", "file", "panel", "form"] as const;
export type Kind = (typeof KINDS)[number];

/** Histogram buckets in seconds. */
const UP_TO = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const STATUSES = 600;

class Histogram {
  readonly #counts = UP_TO.map(() => 0);
  #count = 0;
  #seconds = 0;

  add(ms: number) {
    const seconds = ms / 1000;
    this.#count++;
    this.#seconds += seconds;
    const i = UP_TO.findIndex((upTo) => seconds <= upTo);
    if (i >= 0) this.#counts[i]!++;
  }

  samples(name: "site_render_seconds" | "site_panel_seconds"): Sample[] {
    let sum = 0;
    const buckets = UP_TO.map((upTo, i): [number, number] => {
      sum += this.#counts[i]!;
      return [upTo, sum];
    });
    return histogramSamples(name, { buckets, count: this.#count, seconds: this.#seconds });
  }
}

export class RequestCounts {
  readonly #counts = Object.fromEntries(KINDS.map((kind) => [kind, new Float64Array(STATUSES)])) as Record<
    Kind,
    Float64Array
  >;
  readonly #renders = new Histogram();
  readonly #panel = new Histogram();

  /** Counts a response whose head has been written. */
  count(kind: Kind, { statusCode }: ServerResponse) {
    this.#counts[kind][statusCode]!++;
  }

  /** Counts a response once it's sent or aborted. Returns `answering`. */
  whenSent<Answering>(kind: Kind, res: ServerResponse, answering?: Answering): Answering | undefined {
    const startedAt = performance.now();
    res.once("close", () => {
      // If the visitor left before there was a response, there's nothing to count.
      if (!res.headersSent) return;
      this.count(kind, res);
      if (kind === "panel") this.#panel.add(performance.now() - startedAt);
    });
    return answering;
  }

  async render<Result>(make: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await make();
    } finally {
      this.#renders.add(performance.now() - startedAt);
    }
  }

  samples(): Sample[] {
    const requests = KINDS.flatMap((kind) =>
      [...this.#counts[kind].entries()]
        .filter(([, count]) => count > 0)
        .map(([status, value]): Sample => {
          return { name: "site_requests_total", value, labels: { kind, status: String(status) } };
        }),
    );
    return [
      ...requests,
      ...this.#renders.samples("site_render_seconds"),
      ...this.#panel.samples("site_panel_seconds"),
    ];
  }
}
