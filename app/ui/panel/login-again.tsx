// Asks the owner to sign in again or to confirm it's them, in a dialog, so the page keeps unsaved input.
import { type FormEvent, useEffect, useState } from "react";
import { href } from "react-router";
import { confirmIdentity as confirm, factorLogin as factor, sentenceOf } from "../../copy/panel/factor.ts";
import { login as words } from "../../copy/panel/login.ts";
import { Dialog, DialogHead } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { SaveFooter } from "./form-parts.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { showToast } from "./toaster.tsx";

/** Response header of a rejected sign-in: the number of tries left. */
export const TRIES_LEFT = "RateLimit-Remaining";

/** `factor` follows a correct password. `confirm` asks for proof while the session is still valid. */
type Step = "password" | "factor" | "confirm";

/** Set while `LoginAgain` is mounted. */
let ask: ((step: Step) => Promise<boolean>) | null = null;

/** @returns whether the owner signed in */
export const logInAgain = (): Promise<boolean> => ask?.("password") ?? Promise.resolve(false);

/** @returns whether the owner confirmed it's them */
export const confirmInPlace = (): Promise<boolean> => ask?.("confirm") ?? Promise.resolve(false);

/**
 * Mount it once, in the panel's layout.
 * @param email empty for the single-password owner
 * @param wrong toast for a wrong password
 */
export function LoginAgain({
  email,
  factors,
  wrong,
}: {
  email: string;
  factors: { hasApp: boolean; hasPasskey: boolean };
  wrong: { title: string; text: string };
}) {
  const [answer, setAnswer] = useState<((isLoggedIn: boolean) => void) | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [step, setStep] = useState<Step>("password");

  useEffect(() => {
    ask = (first) =>
      new Promise((resolve) => {
        setError(null);
        setStep(first);
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
  const { label, type, autoComplete } = fieldOf(step, email, factors.hasApp);
  const logIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("typed") ?? "");
    setBusy(true);
    try {
      const response = await fetch(addressOf(step), {
        method: "POST",
        body: new URLSearchParams(fieldsOf(step, email, typed)),
        redirect: "manual",
      });
      // A redirect means success or, when confirming, an expired session.
      const isRedirect = response.type === "opaqueredirect";
      if (step === "confirm" ? response.ok : isRedirect) return close(true);
      const triesLeft = Number(response.headers.get(TRIES_LEFT) ?? Number.POSITIVE_INFINITY);
      if (isRedirect) {
        setStep("password");
        setError(null);
      } else if (response.ok || response.status === 409) {
        setStep(response.ok ? "factor" : "password");
        setError(response.ok ? null : factor.expired);
      } else if (response.status === 401) {
        const toast = step === "password" ? (email ? { title: wrong.title } : wrong) : factor.toast;
        if (step !== "confirm") showToast({ tone: "bad", ...toast });
        setError(
          {
            password: words.wrong,
            factor: (left: number) => sentenceOf("wrong", left),
            confirm: confirm.wrong,
          }[step](triesLeft),
        );
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
  const head =
    step === "confirm"
      ? { title: confirm.title, about: confirm.aboutTyped, save: confirm.submit }
      : {
          ...{ title: "Log in again", about: "Your session has ended. What you typed is still here." },
          save: "Log in",
        };
  return (
    <Dialog onClose={() => close(false)} hasChanges={() => false} size="small">
      <form className="dlg" onSubmit={logIn} noValidate>
        <DialogHead title={head.title} about={head.about} />
        <div className="dlg__b">
          <TextField
            key={step}
            field={{ id: "password-again", name: "typed", errors: error ? [error] : undefined }}
            label={label}
            type={type}
            autoComplete={autoComplete}
            autoFocus={step === "factor"}
          />
          {factors.hasPasskey && <PasskeyButton email={email} onSignedIn={() => close(true)} />}
        </div>
        <SaveFooter isBusy={isBusy} onCancel={() => close(false)} save={head.save} />
      </form>
    </Dialog>
  );
}

const addressOf = (step: Step) =>
  step === "confirm"
    ? href("/admin-control-panel-seoprozone/confirm")
    : href("/admin-control-panel-seoprozone");

function fieldsOf(step: Step, email: string, typed: string): Record<string, string> {
  if (step === "confirm") return { proof: typed };
  if (step === "factor") return { intent: "factor", code: typed };
  return email ? { intent: "person-login", email, password: typed } : { password: typed };
}

function fieldOf(step: Step, email: string, hasApp: boolean) {
  if (step === "factor") return { label: factor.codeAgain, type: "text", autoComplete: "one-time-code" };
  const label = step === "confirm" ? confirm.proof(hasApp) : email ? `Password of ${email}` : "Password";
  return { label, type: "password", autoComplete: "current-password" };
}
