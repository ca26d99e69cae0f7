export type Sample = { name: Name; value: number; labels?: Record<string, string> };

type Metric = { type: "counter" | "gauge" | "histogram"; help: string };
export type Name = keyof typeof METRICS;

const METRICS = {
  site_requests_total: {
    type: "counter",
    help: "Responses by status and kind: kept (a page from the cache), page (a rendered one), picture, file, panel, form.",
  },
  site_render_seconds: {
    type: "histogram",
    help: "Time to render a page for visitors, excluding time in the queue.",
  },
  site_panel_seconds: { type: "histogram", help: "Time to answer a request of the control panel." },
  site_renders_running: { type: "gauge", help: "Pages being rendered for visitors." },
  site_pages_kept: { type: "gauge", help: "Pages in the cache." },
  site_pages_kept_bytes: { type: "gauge", help: "Memory used by cached pages." },
  site_content_changes_total: {
    type: "counter",
    help: "Content changes that the process was notified of. Each one invalidates its cached pages.",
  },
  site_cache_hears: {
    type: "gauge",
    help: "1 while the process receives content change notifications; 0 means every page is rendered for each visitor.",
  },
  site_pool_connections: { type: "gauge", help: "Open connections to the database by pool." },
  site_pool_idle: { type: "gauge", help: "Idle open connections." },
  site_pool_waiting: { type: "gauge", help: "Requests waiting for a connection." },
  site_pool_waits_total: { type: "counter", help: "How often a request had to wait for a connection." },
  site_pool_wait_seconds_total: { type: "counter", help: "Total time spent waiting for connections." },
  site_database_up: { type: "gauge", help: "1 if the database responded just now." },
  site_mails_waiting: { type: "gauge", help: "Emails in the outbox that haven't been sent." },
  site_mails_oldest_seconds: { type: "gauge", help: "Age of the oldest unsent email." },
  site_mails_refused: { type: "gauge", help: "Emails permanently rejected by a mail server." },
  site_jobs_due: { type: "gauge", help: "Jobs that are due but not running." },
  site_jobs_oldest_seconds: { type: "gauge", help: "How long the oldest of them has been due." },
  site_jobs_failed: { type: "gauge", help: "Jobs that failed permanently." },
  site_jobs_last_seconds: {
    type: "gauge",
    help: "Time since the last completed job; one runs every minute.",
  },
  site_backup_last_seconds: { type: "gauge", help: "Age of the last backup." },
  process_resident_memory_bytes: { type: "gauge", help: "Memory of each process." },
  process_cpu_seconds_total: { type: "counter", help: "CPU time of each process." },
  process_start_time_seconds: { type: "gauge", help: "Start time of each process, in Unix time." },
  nodejs_heap_used_bytes: { type: "gauge", help: "Memory used by JavaScript objects." },
  nodejs_eventloop_active_seconds_total: {
    type: "counter",
    help: "Time the event loop was busy, in seconds.",
  },
} satisfies Record<string, Metric>;

const PART = /_(bucket|sum|count)$/;

/** Returns a histogram's samples. Buckets have an upper bound in seconds. */
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

/** Returns the samples in Prometheus's text format. */
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
