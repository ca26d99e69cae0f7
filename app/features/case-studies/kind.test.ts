import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { caseStudy } from "./kind.ts";

const complete = {
  title: "How We Grew: 312% More!",
  client: "Harbor & Pine",
  industry_id: "7f2c5b52-3a0e-4a41-9d5d-0c6f6a3f6b11",
};

function post(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const submission = parseWithZod(form, { schema: caseStudy.schema });
  return submission.status === "success"
    ? { value: submission.value, error: {} as Record<string, string[] | null> }
    : { value: null, error: submission.error ?? {} };
}

test("SPEC 5: 'Duration marked required but save defaults to \"6 months\"'", () => {
  expect(post(complete).value?.duration).toBe("6 months");
  expect(post({ ...complete, duration: "   " }).value?.duration).toBe("6 months");
  expect(post({ ...complete, duration: "9 months" }).value?.duration).toBe("9 months");
});

test("SPEC 5: 'Slug generated from title as above if empty'", () => {
  expect(post(complete).value?.slug).toBe("how-we-grew-312-more");
  expect(post({ ...complete, slug: "  " }).value?.slug).toBe("how-we-grew-312-more");
  expect(post({ ...complete, slug: "My Own -- Slug!" }).value?.slug).toBe("my-own-slug");
});

test("numbers per month are stored one per line, and a line that can't be read is named", () => {
  const pasted = (monthly: string) => post({ ...complete, monthly });
  expect(pasted("Month\tCalls\nFeb 2025\t1,200\nMar 2025\t1,310").value?.monthly).toBe(
    "Calls\n2025-02 1200\n2025-03 1310",
  );
  expect(post(complete).value?.monthly).toBe("");
  expect(pasted("Feb 2025 1,200\nsoon").error).toEqual({
    monthly: ["Line 2 isn't a month and a number. Write it like this: 2026-03 1,240"],
  });
});

test("a title that can't become a slug is rejected with an error on the slug field", () => {
  expect(Object.keys(post({ ...complete, title: "日本語" }).error)).toEqual(["slug"]);
  expect(Object.keys(post({ ...complete, slug: "!!!" }).error)).toEqual(["slug"]);
});

test("without the switch, `published` is undefined", () => {
  expect(post(complete).value?.published).toBeUndefined();
  expect(post({ ...complete, published: "on" }).value?.published).toBe(true);
  expect(post({ ...complete, published: "off" }).value?.published).toBe(false);
  expect(post({ ...complete, published: "true" }).value?.published).toBe(true);
  expect(post({ ...complete, published: "false" }).value?.published).toBe(false);
});

test.each(["", "/placeholder.svg", "https://example.com/a.jpg", "https://example.com"])(
  "an image may be %j",
  (image) => {
    expect(post({ ...complete, image }).value?.image).toBe(image);
  },
);

test.each([
  "javascript:alert(1)",
  "data:image/svg+xml,x",
  "//evil.example/x.png",
  "/\\evil.example",
  "cat.png",
  "http://example.com/a.jpg",
  "https://",
])("an image may not be %j", (image) => {
  expect(Object.keys(post({ ...complete, image }).error)).toEqual(["image"]);
});

test("text is trimmed and NUL is removed", () => {
  expect(post({ ...complete, client: "  Harbor\u0000 & Pine \n" }).value?.client).toBe("Harbor & Pine");
});

test("text that is too long is rejected with an error on its field", () => {
  expect(Object.keys(post({ ...complete, result: "x".repeat(201) }).error)).toEqual(["result"]);
});
