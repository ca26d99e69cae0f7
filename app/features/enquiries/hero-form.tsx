import { LockKeyhole } from "lucide-react";
import { EmailField, ServiceSelect, TextField } from "../public-forms/fields.tsx";
import { FormTitle, PublicForm, replyTo, SendButton } from "../public-forms/form.tsx";
import type { Reply } from "../public-forms/reply.ts";

type HeroFormTexts = {
  form_title: string;
  form_intro: string;
  first_name_label: string;
  last_name_label: string;
  phone_label: string;
  email_label: string;
  service_label: string;
  service_placeholder: string;
  form_button: string;
  sending_label: string;
  form_note: string;
};

/**
 * Renders the form in the hero of the home and service pages (SPEC 5).
 * @param props.services options, e.g. SERVICE_OPTIONS (SPEC 3)
 * @param props.reply the page's action data
 */
export function HeroForm(props: {
  texts: HeroFormTexts;
  services: readonly string[];
  service?: string;
  reply?: Reply;
}) {
  const { texts, services, service, reply } = props;
  const field = { form: "hero", reply: replyTo("hero", reply) } as const;
  return (
    <PublicForm name="hero" reply={reply} className="panel hero__form form">
      <FormTitle form="hero" title={texts.form_title} intro={texts.form_intro} />
      <div className="form__row">
        <TextField
          {...field}
          name="firstName"
          label={texts.first_name_label}
          autoComplete="given-name"
          required
        />
        <TextField
          {...field}
          name="lastName"
          label={texts.last_name_label}
          autoComplete="family-name"
          required
        />
      </div>
      <TextField {...field} name="phone" label={texts.phone_label} type="tel" autoComplete="tel" required />
      <EmailField {...field} label={texts.email_label} />
      <ServiceSelect
        {...field}
        name="service"
        label={texts.service_label}
        placeholder={texts.service_placeholder}
        options={services}
        initial={service}
      />
      <SendButton text={texts.form_button} sending={texts.sending_label} isBlock />
      <p className="xs subtle" style={{ display: "flex", gap: ".5rem", alignItems: "center" }}>
        <LockKeyhole className="i i-sm" aria-hidden="true" />
        {texts.form_note}
      </p>
    </PublicForm>
  );
}
