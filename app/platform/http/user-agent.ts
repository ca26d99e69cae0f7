// Names the browser of a request, as its user would recognize it.

/** In this order, because derived browsers also include the names of the ones they are based on. */
const FAMILIES: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/**
 * Returns a browser's family and system in a few words of our own, whatever the header contains: "Firefox on Windows".
 * @param userAgent the header; browsers all begin it with "Mozilla/5.0", programs don't
 */
export function browserOf(userAgent: string | null): string {
  if (!userAgent?.startsWith("Mozilla/")) return "A program, not a browser";
  const find = (all: [RegExp, string][]) => all.find(([sign]) => sign.test(userAgent))?.[1];
  const system = find(SYSTEMS);
  const family = find(FAMILIES) ?? "Another browser";
  return system ? `${family} on ${system}` : family;
}
