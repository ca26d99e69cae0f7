// A toast for the next page after a sign-in or sign-out, passed across the redirect in a one-time cookie.
import { messages } from "../../copy/messages.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";

const NOTICES = { "logged-in": messages.login.success, "logged-out": messages.login.loggedOut };
const cookieOf = ownCookie("panel_notice", { httpOnly: true, sameSite: "lax", maxAge: 60 });

/** @returns the value of `Set-Cookie` for the redirect */
export const noticeCookie = (request: Request, notice: keyof typeof NOTICES) =>
  cookieOf(request).serialize(notice);

/**
 * Reads the notice of a request.
 * @returns its toast and the headers that delete the cookie; null and undefined if there is none
 */
export async function consumeNotice(request: Request) {
  const cookie = cookieOf(request);
  const notice: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof notice !== "string") return { notice: null, headers: undefined };
  const words = Object.hasOwn(NOTICES, notice) ? NOTICES[notice as keyof typeof NOTICES] : null;
  return {
    notice: words && { tone: "good" as const, ...words },
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}
