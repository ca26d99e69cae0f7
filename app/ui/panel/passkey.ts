import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useSyncExternalStore } from "react";
import { passkeyLogin as words } from "../../copy/panel/factor.ts";

/** The reply to `POST …/passkey`. */
export type PasskeyReply = {
  options?: PublicKeyCredentialRequestOptionsJSON;
  isRight?: true;
  error?: string;
};

const never = () => () => {};
/** Returns whether the browser supports passkeys; false until hydration. */
export const useHasPasskeys = () =>
  useSyncExternalStore(
    never,
    () => "PublicKeyCredential" in window,
    () => false,
  );

let calls = 0;

/**
 * @param email accepts only this person; empty for the single-password owner, undefined for anyone
 * @param isAutofill makes the browser suggest passkeys in the page's fields, until the next call
 * @returns null on success, otherwise an error message (may be empty)
 */
export async function signInWithPasskey(
  address: string,
  email?: string,
  isAutofill = false,
): Promise<string | null> {
  const call = ++calls;
  try {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await import("@simplewebauthn/browser");
    if (isAutofill && !(await browserSupportsWebAuthnAutofill())) return "";
    const { options: optionsJSON, error = words.failed } = await post(address, { intent: "options" });
    if (!optionsJSON) return isAutofill ? "" : error;
    // Starting now would end what the person has started since.
    if (isAutofill && call !== calls) return "";
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }).catch(canceled);
    if (!answer) return isAutofill ? "" : words.canceled;
    const response = JSON.stringify(answer);
    const checked = await post(address, {
      intent: "passkey",
      response,
      ...(email !== undefined && { email }),
    });
    return checked.isRight ? null : (checked.error ?? words.failed);
  } catch {
    return words.failed;
  }
}

/** @returns JSON; null if the person canceled */
export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<string | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const answer = await startRegistration({ optionsJSON }).catch(canceled);
  return answer && JSON.stringify(answer);
}

/** Browsers don't tell "no passkey", "canceled" and "timed out" apart. */
const canceled = () => null;

async function post(address: string, fields: Record<string, string>): Promise<PasskeyReply> {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  return (await response.json()) as PasskeyReply;
}
