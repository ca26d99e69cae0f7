import { href } from "react-router";
import type { blog } from "../../copy/site/blog.ts";
import { TextField } from "../public-forms/fields.tsx";
import { PublicForm, replyTo, SendButton } from "../public-forms/form.tsx";
import type { Reply } from "../public-forms/reply.ts";

/** Renders the newsletter box (SPEC 2, blog list), which posts to the blog list from every page. */
export function NewsletterBox({ texts, reply }: { texts: typeof blog.newsletter; reply?: Reply }) {
  return (
    <div className="news on-ink">
      <div>
        <h2 className="h2" id="newsletter-form-title">
          {texts.title}
        </h2>
        <p className="lead">{texts.text}</p>
      </div>
      <PublicForm name="newsletter" reply={reply} to={href("/blog")} className="news__form">
        <TextField
          form="newsletter"
          reply={replyTo("newsletter", reply)}
          name="email"
          label={texts.email_label}
          type="email"
          autoComplete="email"
          placeholder={texts.email_placeholder}
          required
        />
        <SendButton text={texts.button_label} sending={texts.sending_label} isOnInk />
        <p className="news__note xs subtle">{texts.note}</p>
      </PublicForm>
    </div>
  );
}
