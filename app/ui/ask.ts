// Asks an address of the panel beside the form that stands there: neither an ended login nor the network replaces it.
import { logInAgain } from "./login-again.tsx";

/** What came of a question: its answer, or why there is none. */
export type Asked<Answer> =
  | { answer: Answer; problem?: undefined }
  | { answer?: undefined; problem: "loggedOut" | "failed" };

/**
 * @param address of the panel, answering with JSON
 * @param signal aborted where nobody waits for the answer any more
 */
export async function ask<Answer>(address: string, signal?: AbortSignal): Promise<Asked<Answer>> {
  try {
    const response = await fetch(address, { signal, redirect: "manual" });
    // Whoever is logged out is sent to the login.
    if (response.type === "opaqueredirect") return { problem: "loggedOut" };
    if (!response.ok) return { problem: "failed" };
    return { answer: (await response.json()) as Answer };
  } catch {
    return { problem: "failed" };
  }
}

/** `ask` for what was pressed: an ended login is renewed in place, and it goes on. */
export async function askLoggedIn<Answer>(address: string, signal?: AbortSignal): Promise<Asked<Answer>> {
  const asked = await ask<Answer>(address, signal);
  if (asked.problem !== "loggedOut" || !(await logInAgain())) return asked;
  return ask<Answer>(address, signal);
}
