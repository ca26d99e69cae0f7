/** In this order, because derived browsers also name the browser they're based on. */
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
 * Returns a browser and system in fixed words, such as "Firefox on Windows".
 * @param userAgent the header, which starts with "Mozilla/5.0" in every browser
 */
export function browserOf(userAgent: string | null): string {
  if (!userAgent?.startsWith("Mozilla/")) return "A program, not a browser";
  const find = (all: [RegExp, string][]) => all.find(([sign]) => sign.test(userAgent))?.[1];
  const system = find(SYSTEMS);
  const family = find(FAMILIES) ?? "Another browser";
  return system ? `${family} on ${system}` : family;
}
