import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { factorLogin as words } from "../../copy/panel/factor.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { SubmitButton } from "../../ui/panel/form-parts.tsx";

/**
 * The step after a right password, for someone with a second factor. It works without scripts.
 * @param error why the code was rejected
 */
export function FactorStep({ isBusy, error }: { isBusy: boolean; error?: string }) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each rejected code is selected, to be typed over
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
        <p className="muted">{words.about}</p>
      </div>
      <TextField
        field={{ id: "code", name: "code", errors: error ? [error] : undefined }}
        label={words.code}
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
