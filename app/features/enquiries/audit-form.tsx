import { NameAndEmail, TextArea, WebsiteField } from "../public-forms/fields.tsx";
import { PublicForm, replyTo, SendButton } from "../public-forms/form.tsx";
import type { Reply } from "../public-forms/reply.ts";

/** The words of the free audit form: among those of the home page's section `audit`. */
export type AuditFormTexts = {
  title: string;
  name_label: string;
  email_label: string;
  website_label: string;
  website_placeholder: string;
  goals_label: string;
  goals_placeholder: string;
  form_button: string;
  sending_label: string;
  form_note: string;
};

/**
 * The free audit form of the home page (SPEC 5): name and e-mail required. It has no heading of its own; the
 * section's title names it.
 * @param props.reply the page's action data
 */
export function AuditForm({ texts, reply }: { texts: AuditFormTexts; reply?: Reply }) {
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
