// Fetches JSON from the panel next to an open form: neither an expired session nor the network replaces the form.
import { refusals } from "../../copy/refusals.ts";
import { confirmInPlace, logInAgain } from "./login-again.tsx";

/** The response, or why there is none. */
export type JsonReply<Answer> =
  | { answer: Answer; problem?: undefined }
  | { answer?: undefined; problem: "loggedOut" | "failed"; needsProof?: boolean };

/**
 * Options.
 * @property form posted, to keep the query out of the URL
 * @property signal aborts if the response is no longer needed
 */
type How = { form?: Record<string, string>; signal?: AbortSignal };

/** @param address a URL of the panel that returns JSON */
export async function fetchJson<Answer>(
  address: string,
  { form, signal }: How = {},
): Promise<JsonReply<Answer>> {
  try {
    const post = form && { method: "POST", body: new URLSearchParams(form) };
    const response = await fetch(address, { ...post, signal, redirect: "manual" });
    // Without a session, GETs redirect to the sign-in and posts return 401.
    if (response.type === "opaqueredirect") return { problem: "loggedOut" };
    if (response.status === 401)
      return { problem: "loggedOut", needsProof: (await response.text()).includes(refusals.confirm) };
    if (!response.ok) return { problem: "failed" };
    return { answer: (await response.json()) as Answer };
  } catch {
    return { problem: "failed" };
  }
}

/**
 * Does the same as `fetchJson` for a button: an expired session is renewed in place, then the request is repeated.
 */
export async function fetchJsonLoggedIn<Answer>(address: string, how?: How): Promise<JsonReply<Answer>> {
  const asked = await fetchJson<Answer>(address, how);
  if (asked.problem !== "loggedOut") return asked;
  if (!(await (asked.needsProof ? confirmInPlace() : logInAgain()))) return asked;
  return fetchJson<Answer>(address, how);
}
