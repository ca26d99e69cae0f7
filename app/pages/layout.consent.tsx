import { href } from "react-router";
import type { Texts } from "../features/website-content/built-in.ts";

/**
 * Asks for consent to tracking. Hidden until its inline script finds no earlier choice.
 * @param script the inline script, which the page's CSP must allow
 */
export function ConsentBanner({ texts, script }: { texts: Texts<"footer">["consent"]; script: string }) {
  return (
    <>
      <section className="consent" data-consent aria-label={texts.title} tabIndex={-1} hidden>
        <p>
          {texts.text} <a href={href("/privacy")}>{texts.policy_label}</a>
        </p>
        <div className="consent__choice">
          <button type="button" className="btn btn--line" data-consent-choice="denied">
            {texts.decline_label}
          </button>
          <button type="button" className="btn btn--line" data-consent-choice="granted">
            {texts.accept_label}
          </button>
        </div>
      </section>
      <script>{script}</script>
    </>
  );
}
