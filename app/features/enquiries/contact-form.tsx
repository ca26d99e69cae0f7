import type { contact } from "../../copy/site/contact.ts";
import {
  ChoiceFields,
  NameAndEmail,
  ServiceChecks,
  TextArea,
  TextField,
  WebsiteField,
} from "../public-forms/fields.tsx";
import { FormTitle, PublicForm, replyTo, SendButton } from "../public-forms/form.tsx";
import type { Reply } from "../public-forms/reply.ts";

/**
 * Renders the form on the contact page (SPEC 5).
 * @param props.services options, keyed by the URL fragment that preselects each
 * @param props.reply the page's action data
 */
export function ContactForm(props: {
  texts: typeof contact.form;
  services: Record<string, string>;
  service?: string | undefined;
  reply?: Reply;
}) {
  const { texts, services, service, reply } = props;
  const field = { form: "contact", reply: replyTo("contact", reply) } as const;
  return (
    <PublicForm name="contact" reply={reply}>
      <FormTitle form="contact" title={texts.title} intro={texts.intro} />
      <div className="form__row">
        <NameAndEmail {...field} texts={texts} />
      </div>
      <div className="form__row">
        <TextField {...field} name="phone" label={texts.phone_label} type="tel" autoComplete="tel" />
        <WebsiteField {...field} texts={texts} />
      </div>
      <ServiceChecks
        {...field}
        label={texts.services_label}
        options={texts.service_options}
        named={services}
        initial={service === undefined ? [] : [service]}
      />
      <ChoiceFields {...field} />
      <TextArea
        {...field}
        name="message"
        label={texts.message_label}
        placeholder={texts.message_placeholder}
        minHeight="10rem"
        required
      />
      <div>
        <SendButton text={texts.form_button} sending={texts.sending_label} />
      </div>
      <p className="xs subtle">
        {texts.note} <a href={texts.privacy_href}>{texts.privacy_label}</a>
      </p>
    </PublicForm>
  );
}
