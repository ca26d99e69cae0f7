import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { controlProps, Field, type FieldState } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

export function PasswordField({
  field,
  label,
  hint,
  onShown,
  ...input
}: {
  field: FieldState;
  label: string;
  hint?: ReactNode;
  onShown?: (isShown: boolean) => void;
} & Omit<ComponentProps<"input">, "type" | "className">) {
  const [isShown, setShown] = useState(false);
  const toggle = () => {
    setShown(!isShown);
    onShown?.(!isShown);
  };
  return (
    <Field field={field} label={label} hint={hint}>
      <div className="pw">
        <input
          className="input"
          type={isShown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          {...controlProps(field, hint)}
          {...input}
        />
        <IconButton icon={isShown ? EyeOff : Eye} onClick={toggle}>
          {isShown ? "Hide password" : "Show password"}
        </IconButton>
      </div>
    </Field>
  );
}
