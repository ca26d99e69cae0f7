import { describe, expect, test } from "vitest";
import { findLeftover, replyRules } from "./reply.ts";
import { composeReply } from "./reply-mail.ts";

test.each([
  ["Hi {first name},", "{first name}"],
  ["Hi {{ first_name }},", "{{ first_name }}"],
  ["Call { phone 2 } or {Tür}", "{ phone 2 }"],
])("a placeholder that's left in %j blocks sending and is found", (text, leftover) => {
  const found = findLeftover(text)!;
  expect(text.slice(found.start, found.start + found.text.length)).toBe(leftover);
  const { error } = replyRules.safeParse({ message: text });
  expect(error?.issues[0]?.message).toBe(`Replace ${leftover} with the real words, or delete it.`);
});

test.each(['{"@type": "Person"}', "a { b: 1 }", "{}", "{\n}", "if (a) { return }; {1}"])(
  "code in braces doesn't: %j",
  (message) => {
    expect(replyRules.safeParse({ message }).success).toBe(message !== "if (a) { return }; {1}");
  },
);

describe("a reply's email", () => {
  const quote = {
    name: "Ada\r\nBcc: eve@example.com",
    message: "Line one\n<script>x</script>",
    day: "Nov 28",
  };
  const compose = (earlier: { message_id: string; subject: string }[], quoted: typeof quote | null = quote) =>
    composeReply("Hello <Ada>,\nthanks.", { earlier, quote: quoted, siteTitle: "SEO Pro Zone" });

  test("quotes the message, escaped in HTML, and has no visitor's text in its headers", () => {
    const { subject, headers, text_body, html_body } = compose([]);
    expect([subject, headers]).toEqual(["Your message to SEO Pro Zone", {}]);
    expect(text_body).toMatch(
      /^Hello <Ada>,\nthanks\.\n\nOn Nov 28, Ada[\s\S]*wrote:\n> Line one\n> <script>/,
    );
    expect(html_body).toContain("<p>Hello &lt;Ada&gt;,<br>\nthanks.</p>");
    expect(html_body).toContain("Line one<br>\n&lt;script&gt;x&lt;/script&gt;</blockquote>");
  });

  test("answers the last email that the sender got, and refers to all of them", () => {
    const earlier = ["We received your message", "Re: We received your message"].map((subject, at) => ({
      ...{ message_id: `<${at}@seo.example>`, subject },
    }));
    const { subject, headers, text_body } = compose(earlier, null);
    expect(subject).toBe("Re: We received your message");
    expect(headers).toEqual({
      "In-Reply-To": "<1@seo.example>",
      References: "<0@seo.example> <1@seo.example>",
    });
    expect(text_body).toBe("Hello <Ada>,\nthanks.\n");
  });

  test("refers to the first and the latest emails of a long conversation", () => {
    const earlier = Array.from({ length: 100 }, (_, at) => ({ message_id: `<${at}@x>`, subject: "s" }));
    const references = compose(earlier).headers.References!.split(" ");
    expect(references).toHaveLength(21);
    expect([references[0], references[1], references.at(-1)]).toEqual(["<0@x>", "<80@x>", "<99@x>"]);
  });
});
