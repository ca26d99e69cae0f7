// The sign-in over a page whose session has expired, so that what's typed behind it can be saved.
import { type FormEvent, useEffect, useState } from "react";
import { login as words } from "../../copy/panel/login.ts";
import { Dialog, DialogHead } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { SaveFooter } from "./form-parts.tsx";
import { showToast } from "./toaster.tsx";

/** The header of a rejected sign-in with the number of tries left. */
export const TRIES_LEFT = "RateLimit-Remaining";

/** Set while a `LoginAgain` is on the page. */
let ask: (() => Promise<boolean>) | null = null;

/**
 * Asks for the password in place.
 * @returns whether the browser is signed in again
 */
export const logInAgain = (): Promise<boolean> => ask?.() ?? Promise.resolve(false);

/**
 * Where the dialog appears, once in the panel's layout.
 * @param address where a plain sign-in form posts to
 * @param email of the person who was signed in; empty for the one-password owner
 * @param wrong the toast for a wrong password
 */
export function LoginAgain({
  address,
  email,
  wrong,
}: {
  address: string;
  email: string;
  wrong: { title: string; text: string };
}) {
  const [answer, setAnswer] = useState<((isLoggedIn: boolean) => void) | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    ask = () =>
      new Promise((resolve) => {
        setError(null);
        setAnswer((before: typeof answer) => (isLoggedIn: boolean) => {
          before?.(isLoggedIn);
          resolve(isLoggedIn);
        });
      });
    return () => {
      ask = null;
    };
  }, []);

  if (!answer) return null;
  const close = (isLoggedIn: boolean) => {
    setAnswer(null);
    answer(isLoggedIn);
  };
  const logIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    setBusy(true);
    try {
      const body = new URLSearchParams(email ? { intent: "person-login", email, password } : { password });
      const response = await fetch(address, { method: "POST", body, redirect: "manual" });
      // Only the correct password continues.
      if (response.type === "opaqueredirect") return close(true);
      if (response.status === 401) {
        showToast({ tone: "bad", ...(email ? { title: wrong.title } : wrong) });
        const triesLeft = response.headers.get(TRIES_LEFT);
        setError(words.wrong(triesLeft === null ? undefined : Number(triesLeft)));
      } else {
        const seconds = Number(response.headers.get("Retry-After"));
        setError(seconds ? words.wait(seconds) : "We couldn't check the password. Try again.");
      }
    } catch {
      setError("We couldn't reach the site. Try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={() => close(false)} hasChanges={() => false} size="small">
      <form className="dlg" onSubmit={logIn} noValidate>
        <DialogHead title="Log in again" about="Your session has ended. What you typed is still here." />
        <div className="dlg__b">
          <TextField
            field={{ id: "password-again", name: "password", errors: error ? [error] : undefined }}
            label={email ? `Password of ${email}` : "Password"}
            type="password"
            autoComplete="current-password"
          />
        </div>
        <SaveFooter isBusy={isBusy} onCancel={() => close(false)} save="Log in" />
      </form>
    </Dialog>
  );
}
