// What the public forms share: the form itself with its reply, its fields and its button. Plain markup that the
// server renders whole; `enhance/` finds `form[data-form]` and takes the same post further.
import { ArrowRight, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useFormAction, useOutletContext } from "react-router";
import { afterSending, fieldErrors, trapLabel } from "../../copy/enquiries.ts";
import { messages } from "../../copy/messages.ts";
import { newsletter } from "../../copy/newsletter.ts";
import { Toast } from "../../ui/site/toast.tsx";
import type { FormContext, Reply, ShownForm, ToastWords } from "./reply.ts";

/**
 * A public form: posts to the page that shows it and comes back to itself without scripts. Its toast stands first
 * in it; `data-failure-*` carry the words for a script whose request never arrived.
 * @param props.name what `receiveEnquiry` reads and `data-form` says
 * @param props.reply the page's action data; a reply to another form of the page is left to that form
 * @param props.label the form's accessible name where no heading inside names it
 */
export function EnquiryForm(props: {
  name: ShownForm;
  reply?: Reply;
  label?: string;
  className?: string;
  /** the panel stays light where its section is dark */
  isOnInk?: boolean;
  children: ReactNode;
}) {
  const { name, label, className = "panel form", isOnInk, children } = props;
  const reply = replyTo(name, props.reply);
  const failure: ToastWords = (name === "newsletter" ? newsletter.form : messages[name]).failure;
  const { formStamp } = useOutletContext<FormContext>();
  // The home page is an index route: a post to it needs `?index`, which this knows.
  const action = useFormAction();
  return (
    <form
      id={`${name}-form`}
      className={className}
      method="post"
      action={`${action}#${name}-form`}
      data-form={name}
      data-theme={isOnInk ? "light" : undefined}
      style={isOnInk ? { color: "var(--text)" } : undefined}
      data-failure-title={failure.title}
      data-failure-text={failure.text}
      aria-label={label}
      aria-labelledby={label ? undefined : `${name}-form-title`}
    >
      {reply && <Toast tone={reply.ok ? "good" : "bad"} {...reply.toast} />}
      {reply?.ok && name !== "newsletter" && <p className="small muted">{afterSending}</p>}
      <input type="hidden" name="formName" value={name} />
      {/* Empty at first, since a kept page is the same for everybody: the script or the answer to a post fills it. */}
      <input type="hidden" name="idempotencyKey" value={reply?.idempotencyKey ?? ""} />
      <input type="hidden" name="stamp" value={reply?.stamp ?? formStamp} />
      {reply?.landing && <input type="hidden" name="landing" value={reply.landing} />}
      <div hidden>
        <label htmlFor={`${name}-subject`}>{trapLabel}</label>
        <input id={`${name}-subject`} name="subject" autoComplete="off" tabIndex={-1} />
      </div>
      {children}
    </form>
  );
}

/** The reply if it is to this form; a page may have several. */
export const replyTo = (name: ShownForm, reply: Reply | undefined) =>
  reply?.form === name ? reply : undefined;

/** The head of a form's panel; it also names the form. */
export function FormTitle({ form, title, intro }: { form: ShownForm; title: string; intro?: string }) {
  return (
    <div>
      <h2 className="panel__t" id={`${form}-form-title`}>
        {title}
      </h2>
      {intro && <p className="small muted">{intro}</p>}
    </div>
  );
}

type FieldProps = {
  form: ShownForm;
  reply?: Reply;
  name: string;
  /** "(optional)" at its end is set apart */
  label: string;
  required?: boolean;
};

/** A labelled line of text with its inline error. */
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

/** Who writes: name and e-mail address, both required. */
export function NameAndEmail({ texts, ...field }: ContactProps) {
  return (
    <>
      <TextField {...field} name="name" label={texts.name_label} autoComplete="name" required />
      <EmailField {...field} label={texts.email_label} />
    </>
  );
}

/** The sender's e-mail address: required in every form. */
export function EmailField(props: Pick<FieldProps, "form" | "reply" | "label">) {
  return <TextField {...props} name="email" type="email" autoComplete="email" required />;
}

/** The sender's website: optional in every form that asks. */
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

/** A labelled box for longer text with its inline error. */
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

/**
 * A labelled choice of one. Without `required`: the browser's own bubble would come before the toast that SPEC 5
 * wants for a missing service. A script says it without sending anything (decision 0035.30), the server to those without.
 */
export function ServiceSelect(
  props: FieldProps & { placeholder: string; options: readonly string[]; initial?: string },
) {
  const { form, reply, name, label, placeholder, options, initial = "" } = props;
  const field = describeField(form, name, reply);
  return (
    <div className="field">
      <Label htmlFor={field.id} text={label} />
      <select
        className="input"
        name={name}
        defaultValue={field.text ?? initial}
        aria-required
        {...field.aria}
        data-empty-error={fieldErrors.service}
        data-empty-toast={messages.hero.missingService.title}
      >
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
 * A choice of many as rows of checkboxes named `services`, in a named group.
 * @param props.named options by the fragment of the address that ticks them; one that is not among `options` is hidden
 *   until it is named
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

/** The button that sends the form; `data-sending` is what a script shows on it meanwhile (SPEC 4). */
export function SendButton(props: {
  text: string;
  sending: string;
  isBlock?: boolean;
  /** the button stands on ink: in the zone's colour, beside its field */
  isOnInk?: boolean;
}) {
  const { text, sending, isBlock, isOnInk } = props;
  const look = isOnInk ? "btn btn--zone" : "btn btn--lg";
  return (
    <button type="submit" className={isBlock ? `${look} btn--block` : look} data-sending={sending}>
      {text}
      <ArrowRight className="i i-arrow" aria-hidden="true" />
    </button>
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
