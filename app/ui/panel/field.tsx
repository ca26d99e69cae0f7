// A form's fields: label, control, hint and what is wrong, tied together for screen readers.
import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

/** What a field needs to know of its form; Conform's field metadata fits. */
export type FieldState = {
  id: string;
  name: string;
  errors?: string[] | undefined;
  initialValue?: unknown;
};

type Shared = {
  field: FieldState;
  label: string;
  hint?: ReactNode;
  isOptional?: boolean;
  /** marks it; what is missing is said by the form's own messages, not by the browser's bubble (CONTRACT) */
  isRequired?: boolean;
};

/** What ties a control to its label, hint and message. */
export function controlProps(field: FieldState, hint?: ReactNode) {
  const describedBy = [field.errors?.length && errorId(field), hint && hintId(field)]
    .filter(Boolean)
    .join(" ");
  return {
    id: field.id,
    name: field.name,
    "aria-invalid": field.errors?.length ? true : undefined,
    "aria-describedby": describedBy || undefined,
  } as const;
}

const errorId = (field: FieldState) => `${field.id}-error`;
const hintId = (field: FieldState) => `${field.id}-hint`;
const initialText = (field: FieldState) =>
  typeof field.initialValue === "string" ? field.initialValue : undefined;

/** A label, a hint and a message around a control that takes `controlProps`. */
export function Field({
  field,
  label,
  hint,
  isOptional,
  isRequired,
  children,
  labelId,
}: Shared & { children: ReactNode; labelId?: string }) {
  const words = (
    <>
      {label}
      {isOptional && <span className="opt"> (optional)</span>}
      {isRequired && (
        <span className="req" aria-hidden>
          {" "}
          *
        </span>
      )}
    </>
  );
  return (
    <div className="field">
      {labelId ? (
        <span className="label" id={labelId}>
          {words}
        </span>
      ) : (
        <label className="label" htmlFor={field.id}>
          {words}
        </label>
      )}
      {children}
      {hint && (
        <p className="hint" id={hintId(field)}>
          {hint}
        </p>
      )}
      <FieldErrors field={field} />
    </div>
  );
}

/** What is wrong with a field. */
function FieldErrors({ field }: { field: FieldState }) {
  if (!field.errors?.length) return null;
  return (
    <p className="error" id={errorId(field)}>
      <CircleAlert className="i i-sm" aria-hidden />
      <span>{field.errors.join(" ")}</span>
    </p>
  );
}

type Control<Tag extends "input" | "textarea" | "select"> = Shared &
  Omit<ComponentProps<Tag>, "id" | "name" | "form">;

/** One line of text. Give `value` and `onChange` to steer it, else it starts with the form's value. */
export const TextField = (props: Control<"input">) => <LabelledControl as="input" type="text" {...props} />;

/** Several lines of text, steered as `TextField` is. */
export const TextAreaField = (props: Control<"textarea">) => <LabelledControl as="textarea" {...props} />;

/** A choice of one; `children` are its options. */
export const SelectField = (props: Control<"select">) => <LabelledControl as="select" {...props} />;

function LabelledControl({
  as: Tag,
  field,
  label,
  hint,
  isOptional,
  isRequired,
  ...control
}:
  | (Control<"input"> & { as: "input" })
  | (Control<"textarea"> & { as: "textarea" })
  | (Control<"select"> & { as: "select" })) {
  const Element = Tag as "input";
  return (
    <Field field={field} label={label} hint={hint} isOptional={isOptional} isRequired={isRequired}>
      <Element
        className="input"
        defaultValue={control.value === undefined ? initialText(field) : undefined}
        {...controlProps(field, hint)}
        aria-required={isRequired}
        {...(control as ComponentProps<"input">)}
      />
    </Field>
  );
}
