import { type CookieOptions, createCookie } from "react-router";

const PREFIX = "__Host-";

/**
 * Returns a cookie that no other host can set: on an https site, its name has a prefix with which browsers only accept
 * it from this host over https (RFC 6265bis, 4.1.3.2). Otherwise it has the plain name. Use it on requests under
 * SITE_URL.
 */
export function ownCookie(name: string, options: CookieOptions) {
  const everywhere = { ...options, path: "/" };
  const plain = createCookie(name, everywhere);
  const own = createCookie(PREFIX + name, { ...everywhere, secure: true });
  return ({ url }: Request) => (url.startsWith("https:") ? own : plain);
}

/**
 * Returns the cookies of a request to an https site, without those that another host of the domain may have set in
 * place of ours.
 * @param header the request's Cookie header
 * @param name the cookie's, without the prefix
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
