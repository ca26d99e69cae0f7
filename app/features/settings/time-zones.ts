// Time zones as an owner names and finds them; what is stored is the IANA name.

const HOUR_MS = 3_600_000;
/** Whatever is posted is looked for among hundreds of names, before its length is refused. */
const NAME_MAX = 100;

/** Whether a name stands for a time zone with its summer time: `Intl` also takes "+02:00", which knows none. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/**
 * The time zone that the owner means by a city, by its name in the list, or by the IANA name in any spelling.
 * @returns its IANA name, or what was typed where there is none
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

/** The list has one name for each zone; cities that were renamed are known beside it. */
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
 * All time zones, each with a label such as "New York (America), GMT-05:00". The offsets are those of now; asking for
 * all of them takes a while, so that they are asked for once an hour.
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
