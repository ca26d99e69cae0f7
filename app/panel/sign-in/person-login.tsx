import { type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import { personLogin as words } from "../../copy/panel/people.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { SubmitButton } from "../../ui/panel/form-parts.tsx";
import { PasswordField } from "../../ui/panel/password-field.tsx";

/**
 * @param typed email address of a rejected attempt
 * @param error why it was rejected
 */
export function PersonLogin({
  isBusy,
  typed,
  error,
  children,
}: {
  isBusy: boolean;
  typed?: string;
  error?: string;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);
  return (
    <Form method="post" className="form login__person" data-form="person-login" noValidate>
      <input type="hidden" name="intent" value="person-login" />
      <div>
        <h2>{words.title}</h2>
        <p className="muted">{words.about}</p>
      </div>
      <TextField
        field={{ id: "person-email", name: "email", initialValue: typed }}
        label={words.email}
        type="email"
        autoComplete="username webauthn"
        isRequired
      />
      <PasswordField
        ref={input}
        field={{ id: "person-password", name: "password", errors: error ? [error] : undefined }}
        label="Password"
        autoComplete="current-password"
        required
      />
      <SubmitButton isBusy={isBusy} className="btn btn--block">
        {words.submit}
      </SubmitButton>
      <p className="login__lost">{words.forgotten}</p>
      {children}
    </Form>
  );
}
