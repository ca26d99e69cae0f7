const HOUR_MS = 3_600_000;
/** Longer input is skipped, because hundreds of names are compared before validation. */
const NAME_MAX = 100;

/** Zones that never observe daylight saving time, unlike nearly every place where people use these names. */
const WITHOUT_SUMMER = /^(EST|MST)$/i;

/**
 * Returns whether a name is a time zone. Excludes offsets such as "+02:00" and "EST", which `Intl` accepts but which
 * lack daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return !/^[+-]/.test(name) && !WITHOUT_SUMMER.test(name);
  } catch {
    return false;
  }
}

/** Returns the IANA name for a city, a list label or an IANA name. Returns other input unchanged. */
export function timeZoneOf(typed: string): string {
  if (typed.length > NAME_MAX) return typed;
  const zones = Intl.supportedValuesOf("timeZone");
  const named = zones.find((zone) => letters(zone) === letters(typed));
  if (named || isTimeZone(typed)) return named ?? typed;
  const city = typed.replace(/[(,].*$/, "").trim();
  return (
    zones.find((zone) => letters(cityOf(zone)) === letters(city)) ??
    otherNames(city, zones).find(isTimeZone) ??
    typed
  );
}

/**
 * Returns names that a city's zone might have. The list has one name per zone, but `Intl` also accepts others.
 */
function otherNames(city: string, zones: string[]): string[] {
  const areas = new Set(zones.map((zone) => zone.split("/")[0]));
  const name = city.replace(/(^|\s+)(\S)/g, (_, gap, first) => (gap && "_") + first.toUpperCase());
  return [...areas].map((area) => `${area}/${name}`);
}

const letters = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

const cityOf = (zone: string) => (zone.split("/").at(-1) ?? "").replaceAll("_", " ");

export type TimeZone = { name: string; label: string };
let made: { hour: number; list: TimeZone[] } | undefined;

/**
 * Returns time zones with labels such as "New York (America), GMT-05:00". Cached for up to an hour,
 * because computing the offsets is slow.
 */
export function listTimeZones(now = new Date()): TimeZone[] {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  if (made?.hour !== hour)
    made = {
      hour,
      list: Intl.supportedValuesOf("timeZone").map((name) => ({ name, label: labelOf(name, now) })),
    };
  return made.list;
}

function labelOf(name: string, now: Date): string {
  const area = name.split("/").slice(0, -1).join(", ").replaceAll("_", " ");
  const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
  const offset = format.formatToParts(now).find(({ type }) => type === "timeZoneName")?.value;
  return `${cityOf(name)}${area && ` (${area})`}, ${offset}`;
}
