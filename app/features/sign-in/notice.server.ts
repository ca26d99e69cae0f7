// Passes a toast across a sign-in or sign-out redirect in a one-time cookie.

import { messages } from "../../copy/messages.ts";
import { demo } from "../../copy/panel/demo.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";

const NOTICES = {
  "logged-in": messages.login.success,
  "logged-out": messages.login.loggedOut,
  "demo-reset": demo.ended,
};
const cookieOf = ownCookie("panel_notice", { httpOnly: true, sameSite: "lax", maxAge: 60 });

/** Returns the `Set-Cookie` value for the redirect. */
export const noticeCookie = (request: Request, notice: keyof typeof NOTICES) =>
  cookieOf(request).serialize(notice);

/** Returns the notice's toast and the headers that delete its cookie, if there is one. */
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
