import { type CookieOptions, createCookie } from "react-router";

const PREFIX = "__Host-";

/**
 * Returns a function that picks a request's cookie. On https sites, the name gets the `__Host-` prefix, so
 * other hosts can't set the cookie (RFC 6265bis, 4.1.3.2).
 */
export function ownCookie(name: string, options: CookieOptions) {
  const everywhere = { ...options, path: "/" };
  const plain = createCookie(name, everywhere);
  const own = createCookie(PREFIX + name, { ...everywhere, secure: true });
  return ({ url }: Request) => (url.startsWith("https:") ? own : plain);
}

/**
 * Removes cookies that another host on the domain may have set. For https sites.
 * @param header the request's Cookie header
 * @param name without the prefix
 */
export function withoutForeignCookies(header: string, name: string): string {
  return header
    .split(";")
    .filter((cookie) => {
      const own = cookie.split("=", 1)[0]!.trim();
      return !own.endsWith(name) || own === PREFIX + name;
    })
    .join(";");
}
