// Fetches JSON from the panel beside an open form: neither an ended login nor the network replaces the form.
import { logInAgain } from "./login-again.tsx";

/** The answer of a request, or why there is none. */
export type JsonReply<Answer> =
  | { answer: Answer; problem?: undefined }
  | { answer?: undefined; problem: "loggedOut" | "failed" };

/**
 * How to fetch.
 * @property form what is posted, where the query is not to be in the URL
 * @property signal aborted where the answer is no longer needed
 */
type How = { form?: Record<string, string>; signal?: AbortSignal };

/** @param address a URL of the panel that answers with JSON */
export async function fetchJson<Answer>(
  address: string,
  { form, signal }: How = {},
): Promise<JsonReply<Answer>> {
  try {
    const post = form && { method: "POST", body: new URLSearchParams(form) };
    const response = await fetch(address, { ...post, signal, redirect: "manual" });
    // An owner who is logged out is redirected to the login; a post is answered with 401.
    if (response.type === "opaqueredirect" || response.status === 401) return { problem: "loggedOut" };
    if (!response.ok) return { problem: "failed" };
    return { answer: (await response.json()) as Answer };
  } catch {
    return { problem: "failed" };
  }
}

/** `fetchJson` for a press of a button: an ended login is renewed in place, then it is fetched again. */
export async function fetchJsonLoggedIn<Answer>(address: string, how?: How): Promise<JsonReply<Answer>> {
  const asked = await fetchJson<Answer>(address, how);
  if (asked.problem !== "loggedOut" || !(await logInAgain())) return asked;
  return fetchJson<Answer>(address, how);
}
