// The figures of /metrics: what each is called and means, and how they are written (Prometheus' text format).

/** One figure: its name, its value, and what it is of. */
export type Sample = { name: Name; value: number; labels?: Record<string, string> };

type Metric = { type: "counter" | "gauge" | "histogram"; help: string };
export type Name = keyof typeof METRICS;

const METRICS = {
  site_requests_total: {
    type: "counter",
    help: "Answers by status and kind: kept (a page from memory), page (one that was made), picture, file, panel, form.",
  },
  site_render_seconds: { type: "histogram", help: "Time to make a page for visitors, waiting left out." },
  site_panel_seconds: { type: "histogram", help: "Time to answer a request of the control panel." },
  site_renders_running: { type: "gauge", help: "Pages that are being made for visitors." },
  site_pages_kept: { type: "gauge", help: "Pages in memory." },
  site_pages_kept_bytes: { type: "gauge", help: "What the pages in memory take." },
  site_cache_hears: {
    type: "gauge",
    help: "1 while the process hears of changes of content; while it does not, each page is made anew.",
  },
  site_pool_connections: { type: "gauge", help: "Open connections to the database by pool." },
  site_pool_idle: { type: "gauge", help: "Open connections that nothing uses." },
  site_pool_waiting: { type: "gauge", help: "Requests that wait for a connection at this moment." },
  site_pool_waits_total: { type: "counter", help: "How often a connection had to be waited for." },
  site_pool_wait_seconds_total: { type: "counter", help: "How long connections were waited for in all." },
  site_database_up: { type: "gauge", help: "1 where the database answered just now." },
  site_mails_waiting: { type: "gauge", help: "Mails in the outbox that no mail server has taken." },
  site_mails_oldest_seconds: { type: "gauge", help: "Age of the oldest of them." },
  site_mails_refused: { type: "gauge", help: "Mails that a mail server refused for good." },
  site_jobs_due: { type: "gauge", help: "Jobs that are due and not being done." },
  site_jobs_oldest_seconds: { type: "gauge", help: "For how long the first of them has been due." },
  site_jobs_failed: { type: "gauge", help: "Jobs that failed as often as they may." },
  site_jobs_last_seconds: { type: "gauge", help: "Time since a job was done; one is each minute." },
  site_backup_last_seconds: { type: "gauge", help: "Age of the last backup that was made." },
  process_resident_memory_bytes: { type: "gauge", help: "Memory of each of the site's processes." },
  process_cpu_seconds_total: { type: "counter", help: "Processor time of each of the site's processes." },
  process_start_time_seconds: { type: "gauge", help: "When each process was started, Unix time." },
  nodejs_heap_used_bytes: { type: "gauge", help: "What of its memory holds objects." },
  nodejs_eventloop_active_seconds_total: {
    type: "counter",
    help: "How long the process was at work and could take nothing else up.",
  },
} satisfies Record<string, Metric>;

/** Name and parts of a histogram. */
const PART = /_(bucket|sum|count)$/;

/**
 * Figures of a histogram: `upTo` in seconds and how many took no longer, in order; then all of them.
 * @param name of the histogram
 */
export function histogramSamples(
  name: Name,
  { buckets, count, seconds }: { buckets: [upTo: number, count: number][]; count: number; seconds: number },
): Sample[] {
  const part = (suffix: string) => `${name}${suffix}` as Name;
  return [
    ...buckets.map(([upTo, count]) => ({
      name: part("_bucket"),
      value: count,
      labels: { le: String(upTo) },
    })),
    { name: part("_bucket"), value: count, labels: { le: "+Inf" } },
    { name: part("_sum"), value: seconds },
    { name: part("_count"), value: count },
  ];
}

/** The figures as Prometheus reads them, those of one name together. */
export function writeSamples(samples: Sample[]): string {
  const byMetric = Map.groupBy(samples, ({ name }) => (name in METRICS ? name : name.replace(PART, "")));
  const lines = [...byMetric].flatMap(([name, group]) => {
    const { type, help }: Metric = METRICS[name as Name];
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...group.map(writeSample)];
  });
  return `${lines.join("\n")}\n`;
}

function writeSample({ name, value, labels = {} }: Sample): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`);
  return `${name}${pairs.length ? `{${pairs.join(",")}}` : ""} ${value}`;
}
