import type { services } from "../../copy/site/services.ts";
import {
  ChoiceFields,
  NameAndEmail,
  ServiceChecks,
  TextArea,
  TextField,
  WebsiteField,
} from "../public-forms/fields.tsx";
import { PublicForm, replyTo, SendButton } from "../public-forms/form.tsx";
import type { Reply } from "../public-forms/reply.ts";

type ServiceFormTexts = typeof services.shared_forms & Record<"title" | "button_label" | "note", string>;

/**
 * Renders the form at the bottom of a service page (SPEC 5). The section's title labels it.
 * @param props.services options, including `service`
 * @param props.service preselected at first and again after success (SPEC 4)
 * @param props.reply the page's action data
 */
export function ServiceForm(props: {
  texts: ServiceFormTexts;
  services: readonly string[];
  service: string;
  reply?: Reply;
}) {
  const { texts, services, service, reply } = props;
  const field = { form: "service", reply: replyTo("service", reply) } as const;
  return (
    <PublicForm name="service" reply={reply} label={texts.title} isOnInk>
      <div className="form__row">
        <NameAndEmail {...field} texts={texts} />
      </div>
      <div className="form__row">
        <TextField {...field} name="phone" label={texts.phone_optional_label} type="tel" autoComplete="tel" />
        <WebsiteField {...field} texts={texts} />
      </div>
      <ServiceChecks {...field} label={texts.services_label} options={services} initial={[service]} />
      <ChoiceFields {...field} />
      <TextArea
        {...field}
        name="message"
        label={texts.message_label}
        placeholder={texts.message_placeholder}
        minHeight="8rem"
        required
      />
      <SendButton text={texts.button_label} sending={texts.sending_label} isBlock />
      <p className="xs subtle">{texts.note}</p>
    </PublicForm>
  );
}
