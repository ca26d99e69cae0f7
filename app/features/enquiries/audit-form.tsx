import { fill } from "../../copy/site/fill.ts";
import type { home } from "../../copy/site/home.ts";
import { NameAndEmail, TextArea, WebsiteField } from "../public-forms/fields.tsx";
import { PublicForm, replyTo, SendButton } from "../public-forms/form.tsx";
import type { Reply } from "../public-forms/reply.ts";

/**
 * Renders the audit form on the home page (SPEC 5), which starts with what's checked. The section's title labels it.
 * @param props.reply the page's action data
 */
export function AuditForm({ texts, reply }: { texts: typeof home.audit; reply?: Reply }) {
  const field = { form: "audit", reply: replyTo("audit", reply) } as const;
  return (
    <PublicForm
      name="audit"
      reply={reply}
      label={texts.title}
      isOnInk
      outcome={field.reply?.check && <CheckAnswer texts={texts} check={field.reply.check} />}
    >
      <WebsiteField {...field} texts={texts} />
      <NameAndEmail {...field} texts={texts} />
      <TextArea
        {...field}
        name="goals"
        label={texts.goals_label}
        placeholder={texts.goals_placeholder}
        minHeight="3.5rem"
      />
      <SendButton text={texts.form_button} sending={texts.sending_label} isBlock />
      <p className="xs subtle">
        {texts.form_note} <a href={texts.method_href}>{texts.method_label}</a>
      </p>
    </PublicForm>
  );
}

/** Shows the audit's progress until a script replaces it with the report. Without scripts, there's a link. */
function CheckAnswer({ texts, check }: { texts: typeof home.audit; check: NonNullable<Reply["check"]> }) {
  const { host, path } = check;
  if (path === null) return <p className="check__answer">{fill(texts.check_by_hand, { host })}</p>;
  return (
    <div className="check__answer">
      <div role="status" data-check={path}>
        <b>{fill(texts.check_running, { host })}</b>
        <p className="small muted">{texts.check_text}</p>
      </div>
      <a className="btn btn--block" href={path}>
        {texts.check_link}
      </a>
    </div>
  );
}
