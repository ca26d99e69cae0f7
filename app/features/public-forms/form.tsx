// What all public forms share: plain markup rendered by the server; `enhance/` finds `form[data-form]` and sends the
// same post in the background.
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { useFormAction, useOutletContext } from "react-router";
import { afterSending, trapLabel } from "../../copy/enquiries.ts";
import { messages } from "../../copy/messages.ts";
import { newsletter } from "../../copy/site/newsletter.ts";
import { Toast } from "../../ui/site/toast.tsx";
import type { FormContext, Reply, ShownForm, ToastWords } from "./reply.ts";

/**
 * Renders a public form that posts to its own page and works without scripts. Its toast comes first;
 * `data-failure-*` carry the texts for a script whose request failed.
 * @param props.name what `receiveEnquiry` reads and `data-form` contains
 * @param props.reply the page's action data; a reply to another form is ignored
 * @param props.label the form's accessible name if no heading names it
 */
export function PublicForm(props: {
  name: ShownForm;
  reply?: Reply;
  /** the page that it posts to; its own if absent */
  to?: string;
  label?: string;
  className?: string;
  /** the panel stays light in a dark section */
  isOnInk?: boolean;
  /** shown after sending, such as the progress of an audit */
  outcome?: ReactNode;
  children: ReactNode;
}) {
  const { name, to, label, className = "panel form", isOnInk, outcome, children } = props;
  const reply = replyTo(name, props.reply);
  // The newsletter's single field stays next to its message.
  const isSent = reply?.ok && name !== "newsletter";
  const failure: ToastWords = (name === "newsletter" ? newsletter.form : messages[name]).failure;
  const { formStamp } = useOutletContext<FormContext>();
  // The home page is an index route, so a post needs `?index`, which this adds.
  const ownAction = useFormAction();
  return (
    <form
      id={`${name}-form`}
      className={className}
      method="post"
      action={`${to ?? ownAction}#${name}-form`}
      data-form={name}
      data-theme={isOnInk ? "light" : undefined}
      style={isOnInk ? { color: "var(--text)" } : undefined}
      data-failure-title={failure.title}
      data-failure-text={failure.text}
      aria-label={label}
      aria-labelledby={label ? undefined : `${name}-form-title`}
    >
      {reply && !isSent && <Toast tone={reply.ok ? "good" : "bad"} {...reply.toast} />}
      <input type="hidden" name="formName" value={name} />
      {/* Empty in cached pages, which are the same for everyone. The script or the response to a post fills it in. */}
      <input type="hidden" name="idempotencyKey" value={reply?.idempotencyKey ?? ""} />
      <input type="hidden" name="stamp" value={reply?.stamp ?? formStamp} />
      {reply?.landing && <input type="hidden" name="landing" value={reply.landing} />}
      <div hidden>
        <label htmlFor={`${name}-subject`}>{trapLabel}</label>
        <input id={`${name}-subject`} name="subject" autoComplete="off" tabIndex={-1} />
      </div>
      {isSent ? (
        <>
          <section className="sent" aria-label={afterSending.title} tabIndex={-1}>
            <Toast tone="good" {...reply.toast} />
            {!outcome && <b>{afterSending.title}</b>}
            <p className="small muted">{afterSending.next[name]}</p>
            {outcome}
          </section>
          {outcome ? (
            // The fields stay in view, for another website.
            children
          ) : (
            <details className="again">
              <summary className="btn btn--line">{afterSending.again}</summary>
              <div className="form">{children}</div>
            </details>
          )}
        </>
      ) : (
        children
      )}
    </form>
  );
}

/** Returns the reply, if it's to this form; a page may have several. */
export const replyTo = (name: ShownForm, reply: Reply | undefined) =>
  reply?.form === name ? reply : undefined;

/** Renders the heading of a form's panel, which also names the form. */
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

/** Renders the submit button; while sending, a script shows `data-sending` on it (SPEC 4). */
export function SendButton(props: {
  text: string;
  sending: string;
  isBlock?: boolean;
  /** on a dark background: in the highlight color, next to its field */
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
