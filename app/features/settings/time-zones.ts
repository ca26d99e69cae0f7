// Time zones as owners name and search for them; the IANA name is what is stored.

const HOUR_MS = 3_600_000;
/** Input is compared with hundreds of names before its length is validated, so longer input is skipped. */
const NAME_MAX = 100;

/**
 * Returns whether a name is a time zone with its daylight saving rules: `Intl` also accepts "+02:00", which has none.
 */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/**
 * Returns the IANA name of the time zone that the owner means by a city, a label from the list, or the IANA name in any
 * spelling; the input itself if there is no match.
 */
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

/** The list has one name per zone, but `Intl` also knows the other names of renamed cities. */
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
 * Returns all time zones with labels such as "New York (America), GMT-05:00". The offsets are the current ones.
 * Computing them takes a while, so they're cached for an hour.
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
