// Shared by all public forms. The server renders plain HTML; `enhance/` finds `form[data-form]` and submits
// it in the background.
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { useFormAction, useOutletContext } from "react-router";
import { afterSending, booking, trapLabel } from "../../copy/enquiries.ts";
import { messages } from "../../copy/messages.ts";
import { newsletter } from "../../copy/site/newsletter.ts";
import { Toast } from "../../ui/site/toast.tsx";
import type { FormContext, Reply, ShownForm, ToastWords } from "./reply.ts";

/**
 * Renders a public form that works without scripts. The `data-failure-*` attributes hold the toast for a failed
 * background request.
 * @param props.reply the page's action data; replies to other forms are ignored
 * @param props.label the form's accessible name if it has no heading
 */
export function PublicForm(props: {
  name: ShownForm;
  reply?: Reply;
  /** URL to post to; defaults to the form's page */
  to?: string;
  label?: string;
  className?: string;
  /** keeps the form light in a dark section */
  isOnInk?: boolean;
  outcome?: ReactNode;
  children: ReactNode;
}) {
  const { name, to, label, className = "panel form", isOnInk, outcome, children } = props;
  const reply = replyTo(name, props.reply);
  // The newsletter form shows its message inline, not as a toast.
  const isSent = reply?.ok && name !== "newsletter";
  const failure: ToastWords = (name === "newsletter" ? newsletter.form : messages[name]).failure;
  const { formStamp, bookingUrl } = useOutletContext<FormContext>();
  // Adds the `?index` that posting to the home page needs.
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
      {/* Empty in cached pages. The script or the response to a post fills it in. */}
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
            {reply.email && (
              <p className="small muted">
                {afterSending.sentFrom} <b>{reply.email}</b>
              </p>
            )}
            {outcome}
            {bookingUrl && (
              <p className="small">
                {booking.text} <a href={bookingUrl}>{booking.button}</a>
              </p>
            )}
          </section>
          {outcome ? (
            <>
              <h3 className="h4">{afterSending.anotherWebsite}</h3>
              {children}
            </>
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

export const replyTo = (name: ShownForm, reply: Reply | undefined) =>
  reply?.form === name ? reply : undefined;

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

/** Renders the submit button. The script shows `data-sending` while the form is being sent (SPEC 4). */
export function SendButton(props: { text: string; sending: string; isBlock?: boolean; isOnInk?: boolean }) {
  const { text, sending, isBlock, isOnInk } = props;
  const look = isOnInk ? "btn btn--zone" : "btn btn--lg";
  return (
    <button type="submit" className={isBlock ? `${look} btn--block` : look} data-sending={sending}>
      {text}
      <ArrowRight className="i i-arrow" aria-hidden="true" />
    </button>
  );
}
