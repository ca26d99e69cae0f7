// Acts as the owner of a running site, without a browser.
import { once } from "node:events";
import http from "node:http";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "./owner.ts";

/** Signs in to a site whose password is `ADMIN_PASSWORD`. */
export async function logIn(url: string) {
  const login = await send(url + PANEL, { password: ADMIN_PASSWORD });
  const cookie = login.headers.getSetCookie().find((one) => one.includes(`${SESSION_COOKIE}=`)) ?? "";
  return asOwner(url, { Cookie: cookie.split(";")[0] ?? "" });
}

/**
 * Returns functions that send requests as a site's signed-in owner.
 * @returns `session`, the headers of a signed-in request; `request`, which GETs a path or POSTs a form to it; `read`,
 * which returns a path's text; `save`, which posts a form to a tab such as "blog"; `undo`, which posts a toast's Undo;
 * and `download`, which requests a file the way a click does
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

/** The headers of a click on a link with a `download` attribute. Other links send the destination `document`. */
const CLICK = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty" };

/** Doesn't use `fetch`, which can't set these headers. */
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
