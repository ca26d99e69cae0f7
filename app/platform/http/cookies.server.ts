import { type CookieOptions, createCookie } from "react-router";

const PREFIX = "__Host-";

/**
 * A cookie that no other host can set: where the site is https its name says so to browsers, which then take it from
 * this host alone, over https (RFC 6265bis, 4.1.3.2). Elsewhere it has the plain name.
 * @returns the cookie to read and write on a request; its address begins with SITE_URL
 */
export function ownCookie(name: string, options: CookieOptions) {
  const everywhere = { ...options, path: "/" };
  const plain = createCookie(name, everywhere);
  const own = createCookie(PREFIX + name, { ...everywhere, secure: true });
  return ({ url }: Request) => (url.startsWith("https:") ? own : plain);
}

/**
 * The cookies of a request to a site that is https, without those that another host of the domain may have set in the
 * place of one of ours.
 * @param header that of the request
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
