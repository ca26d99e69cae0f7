// The sign-in over a page whose session has expired, so that what's typed behind it can be saved.
import { type FormEvent, useEffect, useState } from "react";
import { factorLogin as factor, sentenceOf } from "../../copy/panel/factor.ts";
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
 * Asks for the password in place, and for a second factor if there is one.
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
  /** the password was right, and the second factor is missing */
  const [isFactor, setFactor] = useState(false);

  useEffect(() => {
    ask = () =>
      new Promise((resolve) => {
        setError(null);
        setFactor(false);
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
    const typed = String(new FormData(event.currentTarget).get("typed") ?? "");
    setBusy(true);
    try {
      const body = new URLSearchParams(isFactor ? { intent: "factor", code: typed } : { password: typed });
      if (email && !isFactor) {
        body.set("intent", "person-login");
        body.set("email", email);
      }
      const response = await fetch(address, { method: "POST", body, redirect: "manual" });
      // Only a finished sign-in is a redirect.
      if (response.type === "opaqueredirect") return close(true);
      if (response.ok || response.status === 409) {
        setFactor(response.ok);
        setError(response.ok ? null : factor.expired);
      } else if (response.status === 401 && isFactor) {
        showToast({ tone: "bad", ...factor.toast });
        const triesLeft = response.headers.get(TRIES_LEFT);
        setError(sentenceOf("wrong", triesLeft === null ? undefined : Number(triesLeft)));
      } else if (response.status === 401) {
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
            key={String(isFactor)}
            field={{ id: "password-again", name: "typed", errors: error ? [error] : undefined }}
            label={isFactor ? factor.codeAgain : email ? `Password of ${email}` : "Password"}
            type={isFactor ? "text" : "password"}
            autoComplete={isFactor ? "one-time-code" : "current-password"}
            autoFocus={isFactor}
          />
        </div>
        <SaveFooter isBusy={isBusy} onCancel={() => close(false)} save="Log in" />
      </form>
    </Dialog>
  );
}
