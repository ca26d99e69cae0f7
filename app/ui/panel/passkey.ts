// Asks the browser for a passkey, with options from the server, and sends the answer to the server.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useSyncExternalStore } from "react";
import { passkeyLogin as words } from "../../copy/panel/factor.ts";

/** What `POST …/passkey` replies. */
export type PasskeyReply = {
  options?: PublicKeyCredentialRequestOptionsJSON;
  isRight?: true;
  error?: string;
};

const never = () => () => {};
/** Returns whether this browser can use passkeys; false until scripts run. */
export const useHasPasskeys = () =>
  useSyncExternalStore(
    never,
    () => "PublicKeyCredential" in window,
    () => false,
  );

/**
 * Signs in with a passkey.
 * @param address where `POST …/passkey` is
 * @param email of the only person accepted, empty for the one-password owner; undefined to accept anyone
 * @param isAutofill offers passkeys in the page's fields instead of asking; another call ends the offer
 * @returns null once signed in, otherwise the error to show; empty if there's nothing to say
 */
export async function signInWithPasskey(
  address: string,
  email?: string,
  isAutofill = false,
): Promise<string | null> {
  try {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await import("@simplewebauthn/browser");
    if (isAutofill && !(await browserSupportsWebAuthnAutofill())) return "";
    const { options: optionsJSON, error = words.failed } = await post(address, { intent: "options" });
    if (!optionsJSON) return isAutofill ? "" : error;
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

/**
 * Creates a passkey.
 * @returns the browser's answer as JSON; null if there's none, for example because the person canceled
 */
export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<string | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const answer = await startRegistration({ optionsJSON }).catch(canceled);
  return answer && JSON.stringify(answer);
}

/** Browsers don't say whether there was no passkey, the person canceled, or time ran out. */
const canceled = () => null;

async function post(address: string, fields: Record<string, string>): Promise<PasskeyReply> {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  return (await response.json()) as PasskeyReply;
}
