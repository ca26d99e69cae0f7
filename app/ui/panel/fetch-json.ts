// Fetches JSON for an open form. An expired session or a network error doesn't replace the page.
import { refusals } from "../../copy/refusals.ts";
import { confirmInPlace, logInAgain } from "./login-again.tsx";

/** The response, or why there's none. With `needsProof`, the session is valid, but the owner must confirm it's them. */
export type JsonReply<Answer> =
  | { answer: Answer; problem?: undefined }
  | { answer?: undefined; problem: "loggedOut" | "failed"; needsProof?: boolean };

/** @property form fields to POST, to keep a query out of the URL */
type How = { form?: Record<string, string>; method?: "PUT"; signal?: AbortSignal };

export async function fetchJson<Answer>(
  address: string,
  { form, method, signal }: How = {},
): Promise<JsonReply<Answer>> {
  try {
    const post = form && { method: "POST", body: new URLSearchParams(form) };
    const response = await fetch(address, { method, ...post, signal, redirect: "manual" });
    // Without a session, GETs redirect to the sign-in page and POSTs return a 401.
    if (response.type === "opaqueredirect") return { problem: "loggedOut" };
    if (response.status === 401)
      return { problem: "loggedOut", needsProof: (await response.text()).includes(refusals.confirm) };
    if (!response.ok) return { problem: "failed" };
    return { answer: (await response.json()) as Answer };
  } catch {
    return { problem: "failed" };
  }
}

/** Works like `fetchJson`, but if the owner must sign in or confirm it's them, asks for that and tries again. */
export async function fetchJsonLoggedIn<Answer>(address: string, how?: How): Promise<JsonReply<Answer>> {
  const asked = await fetchJson<Answer>(address, how);
  if (asked.problem !== "loggedOut") return asked;
  if (!(await (asked.needsProof ? confirmInPlace() : logInAgain()))) return asked;
  return fetchJson<Answer>(address, how);
}
