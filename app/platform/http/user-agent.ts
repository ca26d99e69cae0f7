// Which browser a request came from, as far as its owner would tell it by sight.

/** In this order: each one's name also stands in what browsers made of it say of themselves. */
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
 * A browser's family and system, in a few words of ours whatever the header holds: "Firefox on Windows".
 * @param userAgent the header; browsers all begin it with "Mozilla/5.0", programs do not
 */
export function browserOf(userAgent: string | null): string {
  if (!userAgent?.startsWith("Mozilla/")) return "A program, not a browser";
  const find = (all: [RegExp, string][]) => all.find(([sign]) => sign.test(userAgent))?.[1];
  const system = find(SYSTEMS);
  const family = find(FAMILIES) ?? "Another browser";
  return system ? `${family} on ${system}` : family;
}
