import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { passkeyLogin as words } from "../../copy/panel/factor.ts";
import { signInWithPasskey, useHasPasskeys } from "./passkey.ts";

const ADDRESS = href("/admin-control-panel-seoprozone/passkey");

/**
 * Renders the button that signs in with a passkey, if this browser can.
 * @param props.onRight called once signed in
 * @param props.isPage whether it's on the sign-in page, whose fields then offer passkeys too
 */
export function PasskeyButton({ onRight, isPage = false }: { onRight: () => void; isPage?: boolean }) {
  const hasPasskeys = useHasPasskeys();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const right = useRef(onRight);
  right.current = onRight;
  useEffect(() => {
    if (!hasPasskeys || !isPage) return;
    signInWithPasskey(ADDRESS, { isAutofill: true, isPage }).then((problem) => {
      if (problem === null) right.current();
      else setError(problem);
    });
  }, [hasPasskeys, isPage]);
  if (!hasPasskeys) return null;
  const ask = async () => {
    setBusy(true);
    setError("");
    const problem = await signInWithPasskey(ADDRESS, { isPage });
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
