import { CircleAlert } from "lucide-react";
import { useOutletContext } from "react-router";
import { choiceFields, fieldErrors } from "../../copy/enquiries.ts";
import { messages } from "../../copy/messages.ts";
import type { FormContext, Reply, ShownForm } from "./reply.ts";

type FieldProps = {
  form: ShownForm;
  reply?: Reply;
  name: string;
  /** a trailing "(optional)" is styled differently */
  label: string;
  required?: boolean;
};

export function TextField(
  props: FieldProps & {
    type?: "text" | "email" | "tel";
    inputMode?: "url";
    autoComplete?: string;
    placeholder?: string;
  },
) {
  const { form, reply, name, label, ...input } = props;
  const field = describeField(form, name, reply);
  return (
    <div className="field">
      <Label htmlFor={field.id} text={label} />
      <input className="input" name={name} defaultValue={field.text} {...field.aria} type="text" {...input} />
      <FieldError {...field} />
    </div>
  );
}

type ContactProps = Pick<FieldProps, "form" | "reply"> & {
  texts: { name_label: string; email_label: string };
};

export function NameAndEmail({ texts, ...field }: ContactProps) {
  return (
    <>
      <TextField {...field} name="name" label={texts.name_label} autoComplete="name" required />
      <EmailField {...field} label={texts.email_label} />
    </>
  );
}

export function EmailField(props: Pick<FieldProps, "form" | "reply" | "label">) {
  return <TextField {...props} name="email" type="email" autoComplete="email" required />;
}

export function WebsiteField({
  texts,
  ...field
}: Pick<FieldProps, "form" | "reply"> & { texts: { website_label: string; website_placeholder: string } }) {
  return (
    <TextField
      {...field}
      name="website"
      label={texts.website_label}
      placeholder={texts.website_placeholder}
      inputMode="url"
      autoComplete="url"
    />
  );
}

export function TextArea(props: FieldProps & { placeholder?: string; minHeight: string }) {
  const { form, reply, name, label, minHeight, ...input } = props;
  const field = describeField(form, name, reply);
  return (
    <div className="field">
      <Label htmlFor={field.id} text={label} />
      <textarea
        className="input"
        name={name}
        defaultValue={field.text}
        {...field.aria}
        style={{ minHeight }}
        {...input}
      />
      <FieldError {...field} />
    </div>
  );
}

type SelectProps = FieldProps & { placeholder: string; options: readonly string[]; initial?: string };

/**
 * Renders a select for a service. It isn't `required`, because the browser's own message would replace SPEC 5's
 * toast (decision 0035.30).
 */
export const ServiceSelect = (props: SelectProps) => (
  <Select
    {...props}
    aria-required
    data-empty-error={fieldErrors.service}
    data-empty-toast={messages.hero.missingService.title}
  />
);

/** Renders the questions that the owner turned on, if any. */
export function ChoiceFields(props: Pick<FieldProps, "form" | "reply">) {
  const { choices } = useOutletContext<FormContext>();
  const asked = (["budget", "timeline"] as const).filter((name) => choices[name].length);
  if (!asked.length) return null;
  const { labels, none } = choiceFields;
  return (
    <div className="form__row">
      {asked.map((name) => (
        <Select
          key={name}
          {...props}
          name={name}
          label={labels[name]}
          placeholder={none}
          options={choices[name]}
        />
      ))}
    </div>
  );
}

function Select(
  props: SelectProps & { "aria-required"?: true; "data-empty-error"?: string; "data-empty-toast"?: string },
) {
  const { form, reply, name, label, placeholder, options, initial = "", ...select } = props;
  const field = describeField(form, name, reply);
  return (
    <div className="field">
      <Label htmlFor={field.id} text={label} />
      <select className="input" name={name} defaultValue={field.text ?? initial} {...field.aria} {...select}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <FieldError {...field} />
    </div>
  );
}

/**
 * Renders a group of checkboxes named `services`.
 * @param props.named options by URL fragment. Those not in `options` are hidden until they're selected or the
 *   URL has their fragment.
 */
export function ServiceChecks(props: {
  form: ShownForm;
  reply?: Reply;
  label: string;
  options: readonly string[];
  initial?: readonly string[];
  named?: Record<string, string>;
}) {
  const { form, reply, label, options, initial = [], named = {} } = props;
  const kept = reply?.values.services;
  const chosen = kept === undefined ? initial : [kept].flat();
  const fragmentOf = (option: string) => Object.keys(named).find((one) => named[one] === option);
  const others = Object.values(named).filter((option) => !options.includes(option));
  const error = reply?.errors.services;
  const errorId = `${form}-services-error`;
  return (
    <fieldset className="field" aria-describedby={error && errorId}>
      <legend className="label" style={{ marginBottom: ".375rem", padding: 0 }}>
        <LabelText text={label} />
      </legend>
      <div className="checks">
        {[...options, ...others].map((option) => {
          const isChosen = chosen.includes(option);
          const isHidden = others.includes(option) && !isChosen;
          return (
            <label className="check" key={option} data-service={fragmentOf(option)} hidden={isHidden}>
              <input type="checkbox" name="services" value={option} defaultChecked={isChosen} />
              {option}
            </label>
          );
        })}
      </div>
      <FieldError error={error} errorId={errorId} />
    </fieldset>
  );
}

function Label({ htmlFor, text }: { htmlFor: string; text: string }) {
  return (
    <label className="label" htmlFor={htmlFor}>
      <LabelText text={text} />
    </label>
  );
}

function LabelText({ text }: { text: string }) {
  const [, words, optional] = /^(.*?)\s*(\(optional\))?$/.exec(text) ?? [];
  return (
    <>
      {words}
      {optional && (
        <>
          {" "}
          <span className="opt">{optional}</span>
        </>
      )}
    </>
  );
}

function FieldError({ error, errorId }: { error?: string; errorId: string }) {
  if (!error) return null;
  return (
    <p className="error" id={errorId}>
      <CircleAlert className="i i-sm" aria-hidden="true" />
      {error}
    </p>
  );
}

function describeField(form: ShownForm, name: string, reply: Reply | undefined) {
  const id = `${form}-${name}`;
  const errorId = `${id}-error`;
  const error = reply?.errors[name];
  const value = reply?.values[name];
  return {
    id,
    error,
    errorId,
    text: Array.isArray(value) ? value[0] : value,
    aria: { id, "aria-invalid": error ? true : undefined, "aria-describedby": error ? errorId : undefined },
  };
}
