import { judgeAddress } from "../../platform/http/website.ts";

const LAZY = [
  "data-src",
  "data-lazy-src",
  "data-original",
  "data-orig-file",
  "data-full-url",
  "data-large-file",
];

/** Returns the URL of the largest image that an `img` offers, or an empty string. */
export function imageSource(attributes: Record<string, string>): string {
  const lazy = LAZY.map((name) => attributes[name]).find((url) => url && !url.startsWith("data:"));
  const sets = [attributes.srcset, attributes["data-srcset"], attributes["data-lazy-srcset"]];
  const own =
    attributes.src && !/^data:|blank\.gif|placeholder|spacer/i.test(attributes.src) ? attributes.src : "";
  // Photos may be called "placeholder", too.
  return (lazy || largestOf(sets.find(Boolean) ?? "") || own || (attributes.src ?? "")).trim();
}

function largestOf(srcset: string): string {
  const candidates = srcset.split(/,\s+/).map((one) => {
    const [url = "", size = ""] = one.trim().split(/\s+/);
    return { url, size: Number.parseFloat(size) || 0 };
  });
  return candidates.toSorted((a, b) => b.size - a.size)[0]?.url ?? "";
}

/** Returns the original's URL, without a size in the file name, a proxy or a resizing query. */
export function fullSize(url: string): string {
  const direct = url.replace(/^https?:\/\/i\d\.wp\.com\/(?:https?:\/\/)?/i, "https://");
  const [path = "", query = ""] = direct.split("?", 2);
  const isUpload = /\/wp-content\/uploads\//i.test(path);
  const original = isUpload ? path.replace(/-\d{2,4}x\d{2,4}(?=\.(jpe?g|png|gif|webp|avif)$)/i, "") : path;
  const kept = [...new URLSearchParams(query)].filter(
    ([name]) => !/^(w|h|width|height|resize|fit|crop|quality|ssl|strip)$/i.test(name),
  );
  return kept.length ? `${original}?${new URLSearchParams(kept)}` : original;
}

export const withoutScheme = (url: string) => url.replace(/^https?:/i, "");

/** Returns whether an image may be on a public server: on a usual name or any IP address, on any port. */
export function isOnPublicHost(url: string): boolean {
  const address = URL.parse(url);
  if (address) Object.assign(address, { port: "", username: "", password: "" });
  return address !== null && judgeAddress(address) !== null;
}

/** Returns whether visitors can see an image where it is. Pages only show images over https, so its host needs a name. */
export const isShownFromThere = (url: string): boolean =>
  isOnPublicHost(url) && !/^(\[|[\d.]+$)/.test(new URL(url).hostname);
