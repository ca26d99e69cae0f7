import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

/** Compatible with Conform's field metadata. */
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
  /** missing values are reported by the form, not by the browser (CONTRACT) */
  isRequired?: boolean;
};

/** Returns props that connect a control with its label, hint and error. */
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

/** Controlled if it has `value` and `onChange`. */
export const TextField = (props: Control<"input">) => <LabelledControl as="input" type="text" {...props} />;

export const TextAreaField = (props: Control<"textarea">) => <LabelledControl as="textarea" {...props} />;

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
