// The owner at a running site, without a browser.
import { once } from "node:events";
import http from "node:http";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "./owner.ts";

/** Logs in at a site whose owner's password is `ADMIN_PASSWORD`. */
export async function logIn(url: string) {
  const login = await send(url + PANEL, { password: ADMIN_PASSWORD });
  const cookie = login.headers.getSetCookie().find((one) => one.includes(`${SESSION_COOKIE}=`)) ?? "";
  return asOwner(url, { Cookie: cookie.split(";")[0] ?? "" });
}

/**
 * The owner at a site, where the login has been before.
 * @returns the `session` as headers; `request` and `read`, which ask in the owner's name, by GET or by POST of a form;
 *   `save`, which posts a form to a tab, e.g. "blog", as the panel's scripts do; `undo`, which posts what the Undo button
 *   of a save's toast does; and `download`, which asks for a file as
 *   a browser does after a click
 */
export function asOwner(url: string, session: { Cookie: string }) {
  const request = (path: string, form?: Form) => send(url + path, form, session);
  async function save(tab: string, form: Form) {
    const response = await request(`${PANEL}/${tab}.data`, form);
    return { status: response.status, text: await response.text() };
  }
  return {
    session,
    request,
    read: async (path: string) => (await request(path)).text(),
    download: (path: string, headers: Record<string, string> = CLICK, method = "GET") =>
      download(url + path, method, { ...session, ...headers }),
    save,
    undo: ({ text }: { text: string }, more: Record<string, string> = {}) =>
      save("undo", { operation: /operation\\?",\\?"([\da-f-]{36})/.exec(text)?.[1] ?? "", ...more }),
  };
}

const send = (address: string, form?: Form, headers?: HeadersInit) =>
  fetch(address, {
    method: form ? "POST" : "GET",
    body: form && (form instanceof FormData ? form : new URLSearchParams(form)),
    headers,
    redirect: "manual",
  });

/** What browsers say of a click on a link to a file (`Sec-Fetch-Dest: document` where it is not marked as a download). */
const CLICK = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty" };

/** Not by `fetch`: what it says of itself cannot be set. */
async function download(url: string, method: string, headers: Record<string, string>) {
  const request = http.request(url, { method, headers, agent: false }).end();
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const bytes = Buffer.concat(await response.toArray());
  return {
    status: response.statusCode,
    headers: new Headers(response.headers as HeadersInit),
    bytes,
    text: bytes.toString(),
  };
}

type Form = Record<string, string> | FormData;
