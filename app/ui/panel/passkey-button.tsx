import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { passkeyLogin as words } from "../../copy/panel/factor.ts";
import { signInWithPasskey, useHasPasskeys } from "./passkey.ts";

const ADDRESS = href("/admin-control-panel-seoprozone/passkey");

/**
 * @param props.email accepts only this person; empty for the single-password owner, absent for anyone
 * @param props.isOffered whether the browser also suggests passkeys in the page's fields
 */
export function PasskeyButton({
  email,
  isOffered = false,
  onSignedIn,
}: {
  email?: string;
  isOffered?: boolean;
  onSignedIn: () => void;
}) {
  const hasPasskeys = useHasPasskeys();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const signedIn = useRef(onSignedIn);
  signedIn.current = onSignedIn;
  useEffect(() => {
    if (!hasPasskeys || !isOffered) return;
    signInWithPasskey(ADDRESS, undefined, true).then((problem) => {
      if (problem === null) signedIn.current();
      // Without a problem, the button's own error stays.
      else if (problem) setError(problem);
    });
  }, [hasPasskeys, isOffered]);
  if (!hasPasskeys) return null;
  const ask = async () => {
    setBusy(true);
    setError("");
    const problem = await signInWithPasskey(ADDRESS, email);
    if (problem === null) return signedIn.current();
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
