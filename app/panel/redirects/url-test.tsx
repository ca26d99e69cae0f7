import { CornerDownRight } from "lucide-react";
import { Form } from "react-router";
import { redirectWords } from "../../copy/panel/redirects.ts";

const words = redirectWords.test;

/** @param asked the tested URL; empty before a test */
export function UrlTest({
  asked,
  result,
}: {
  asked: string;
  result?: { isGood: boolean; text: string } | null;
}) {
  return (
    <Form className="toolbar url-test" preventScrollReset>
      <label className="affix">
        <CornerDownRight className="i" aria-hidden />
        <input
          className="input mono"
          name="test"
          aria-label={words.label}
          placeholder={`${words.label}: /old-page, /?p=123`}
          defaultValue={asked}
          maxLength={2000}
        />
      </label>
      <button type="submit" className="btn btn--line">
        {words.button}
      </button>
      <p role="status">
        {result && (
          <>
            <span className={`badge badge--${result.isGood ? "up" : "warn"}`}>{asked}</span> {result.text}
          </>
        )}
      </p>
    </Form>
  );
}
