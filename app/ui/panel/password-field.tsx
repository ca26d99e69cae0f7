// A password is typed unseen, and can be shown.
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { controlProps, Field, type FieldState } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** The control alone, with its eye. @param onShown called with whether it is shown now */
export function PasswordInput({
  onShown,
  ...input
}: { onShown?: (isShown: boolean) => void } & Omit<ComponentProps<"input">, "type" | "className">) {
  const [isShown, setShown] = useState(false);
  const toggle = () => {
    setShown(!isShown);
    onShown?.(!isShown);
  };
  return (
    <div className="pw">
      <input
        className="input"
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        {...input}
      />
      <IconButton icon={isShown ? EyeOff : Eye} onClick={toggle}>
        {isShown ? "Hide password" : "Show password"}
      </IconButton>
    </div>
  );
}

/** The control with label, hint and message. */
export function PasswordField({
  field,
  label,
  hint,
  ...input
}: { field: FieldState; label: string; hint?: ReactNode } & ComponentProps<typeof PasswordInput>) {
  return (
    <Field field={field} label={label} hint={hint}>
      <PasswordInput {...controlProps(field, hint)} {...input} />
    </Field>
  );
}
