import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { factorLogin as words } from "../../copy/panel/factor.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { SubmitButton } from "../../ui/panel/form-parts.tsx";
import { PasskeyButton } from "../../ui/panel/passkey-button.tsx";

/** Loads the panel as a full page, because only full pages contain the key for panel requests. */
export const openPanel = () => location.assign(href("/admin-control-panel-seoprozone"));

/**
 * Renders the second sign-in step. Works without JavaScript, except for passkeys.
 * @param factors the person's factors; a recovery code can replace any of them
 */
export function FactorStep({
  isBusy,
  factors,
  error,
}: {
  isBusy: boolean;
  factors: { hasApp: boolean; hasPasskey: boolean };
  error?: string;
}) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: selects each rejected code, so that typing replaces it
  useEffect(() => {
    const input = form.current?.querySelector<HTMLInputElement>("[name=code]");
    input?.focus();
    input?.select();
  }, [error, isBusy]);
  return (
    <Form ref={form} method="post" className="form" data-form="login-factor" noValidate>
      <input type="hidden" name="intent" value="factor" />
      <div>
        <h1>{words.title}</h1>
        <p className="muted">{factors.hasApp ? words.about : words.aboutPasskey}</p>
      </div>
      {factors.hasPasskey && <PasskeyButton onSignedIn={openPanel} />}
      <TextField
        field={{ id: "code", name: "code", errors: error ? [error] : undefined }}
        label={factors.hasApp ? words.code : words.recoveryCode}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        isRequired
      />
      <label className="login__trust">
        <input type="checkbox" name="trust" />
        {words.trust}
      </label>
      <SubmitButton isBusy={isBusy} className="btn btn--block">
        {words.submit}
      </SubmitButton>
      <details className="login__lost">
        <summary>{words.lost.title}</summary>
        <p>{words.lost.codes}</p>
        <p>{words.lost.reset}</p>
      </details>
      <Link className="more login__back" to={href("/admin-control-panel-seoprozone")} reloadDocument>
        <ArrowLeft className="i" aria-hidden />
        {words.again}
      </Link>
    </Form>
  );
}
