import { processesOf, type SiteProcess } from "./site.ts";

const HOUR_MS = 3_600_000;
/** No other process of the site listens to this signal. */
const FORWARD = "SIGUSR2";

/**
 * Returns environment variables for a site whose `Date` starts yesterday at 17:10 UTC: in the past, because
 * PostgreSQL, whose clock is the real one, starts no job before its time. Timers run as usual.
 */
export function testClock(now = new Date()): { NODE_OPTIONS: string } {
  const start = new Date(now);
  start.setUTCDate(now.getUTCDate() - 1);
  start.setUTCHours(17, 10, 0, 0);
  const code = `(${install})(${start.getTime() - now.getTime()}, ${HOUR_MS}, "${FORWARD}")`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

/** Runs in every process of the site. */
function install(offset: number, hourMs: number, forward: NodeJS.Signals) {
  const real = Date;
  const now = () => real.now() + offset;
  process.on(forward, () => {
    offset += hourMs;
  });
  globalThis.Date = new Proxy(real, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made),
    apply: () => new real(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}

/** Sets a site's clock forward by an hour. */
export function forwardOneHour(site: SiteProcess): void {
  for (const role of ["serving", "jobs"] as const)
    for (const id of processesOf(site, role)) process.kill(id, FORWARD);
}
