import type { home } from "../../copy/site/home.ts";
import { NameAndEmail, TextArea, WebsiteField } from "../public-forms/fields.tsx";
import { PublicForm, replyTo, SendButton } from "../public-forms/form.tsx";
import type { Reply } from "../public-forms/reply.ts";

/**
 * The free audit form of the home page (SPEC 5): name and e-mail required. It has no heading of its own; the
 * section's title names it.
 * @param props.reply the page's action data
 */
export function AuditForm({ texts, reply }: { texts: typeof home.audit; reply?: Reply }) {
  const field = { form: "audit", reply: replyTo("audit", reply) } as const;
  return (
    <PublicForm name="audit" reply={reply} label={texts.title} isOnInk>
      <NameAndEmail {...field} texts={texts} />
      <WebsiteField {...field} texts={texts} />
      <TextArea
        {...field}
        name="goals"
        label={texts.goals_label}
        placeholder={texts.goals_placeholder}
        minHeight="6rem"
      />
      <SendButton text={texts.form_button} sending={texts.sending_label} isBlock />
      <p className="xs subtle">{texts.form_note}</p>
    </PublicForm>
  );
}
