import { href } from "react-router";
import type { Texts } from "../features/website-content/built-in.ts";

/**
 * Asks whether tracking may store anything. Hidden until its script, which runs at once, finds that nothing was chosen;
 * so it is not there without scripts, where nothing is tracked either.
 * @param script a program that the page's policy knows
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
