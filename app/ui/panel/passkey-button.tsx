import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { passkeyLogin as words } from "../../copy/panel/factor.ts";
import { signInWithPasskey, useHasPasskeys } from "./passkey.ts";

const ADDRESS = href("/admin-control-panel-seoprozone/passkey");

/**
 * Renders the button that signs in with a passkey, if this browser can.
 * @param props.email of the person it has to be, empty for the one-password owner; absent for anyone
 * @param props.isOffered whether the page's fields offer passkeys too
 * @param props.onRight called once signed in
 */
export function PasskeyButton({
  email,
  isOffered = false,
  onRight,
}: {
  email?: string;
  isOffered?: boolean;
  onRight: () => void;
}) {
  const hasPasskeys = useHasPasskeys();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const right = useRef(onRight);
  right.current = onRight;
  useEffect(() => {
    if (!hasPasskeys || !isOffered) return;
    signInWithPasskey(ADDRESS, undefined, true).then((problem) => {
      if (problem === null) right.current();
      else setError(problem);
    });
  }, [hasPasskeys, isOffered]);
  if (!hasPasskeys) return null;
  const ask = async () => {
    setBusy(true);
    setError("");
    const problem = await signInWithPasskey(ADDRESS, email);
    if (problem === null) return right.current();
    setError(problem);
    setBusy(false);
  };
  return (
    <div className="passkey">
      <button type="button" className="btn btn--line btn--block" disabled={isBusy} onClick={ask}>
        <KeyRound className="i" aria-hidden />
        {words.use}
      </button>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
