import { describe, expect, test } from "vitest";
import { errorsByField } from "../public-forms/reply.ts";
import { type Enquiry, payloadRules, rules, toWebsite, websiteLink } from "./rules.ts";

const hero = {
  firstName: "Ada",
  lastName: "Byron",
  phone: "+1 212 555 0101",
  email: "ada@example.com",
  service: "Local SEO",
};
const full = {
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "",
  website: "",
  services: ["Local SEO"],
  message: "Hello",
};

const errors = (rule: (typeof rules)[keyof typeof rules] | typeof payloadRules, sent: unknown) => {
  const read = rule.safeParse(sent);
  return read.success ? {} : errorsByField(read.error);
};

test.each([
  ["zero-width spaces", "\u200b\u2060"],
  ["marks of direction", "\u202e \u200f"],
  ["fillers", "\u3164\u2800"],
])("a name or message of %s counts as missing", (_, text) => {
  expect(Object.keys(errors(rules.contact, { ...full, name: text, message: text })).sort()).toEqual([
    "message",
    "name",
  ]);
});

test("names keep joiners, but nothing that reverses them", () => {
  const parsed = rules.contact.parse({ ...full, name: "\u202eAda\u202c \u0646\u200c\u0627" });
  expect(parsed.name).toBe("Ada \u0646\u200c\u0627");
});

describe("the hero form", () => {
  test("the hero form joins the first and last name and sends a message that names the service", () => {
    const enquiry = rules.hero.parse(hero);
    expect(enquiry).toEqual({
      name: "Ada Byron",
      email: "ada@example.com",
      phone: "+1 212 555 0101",
      website: "",
      message: expect.stringContaining("Local SEO"),
      services: ["Local SEO"],
      formType: "contact",
    } satisfies Enquiry);
  });

  test.each(["firstName", "lastName", "phone", "email", "service"])("the hero form requires %s", (field) => {
    expect(Object.keys(errors(rules.hero, { ...hero, [field]: "  " }))).toEqual([field]);
    expect(Object.keys(errors(rules.hero, { ...hero, [field]: undefined }))).toEqual([field]);
  });
});

test("where a phone number is required, it needs six digits", () => {
  const words = { phone: "Enter a phone number with area code." };
  for (const phone of ["abc", "12345", "call me at 5"])
    expect(errors(rules.hero, { ...hero, phone })).toEqual(words);
  for (const phone of ["(212) 555-0101", "+44 20 7946 0958", "555-010"])
    expect(errors(rules.hero, { ...hero, phone })).toEqual({});
});

describe("the audit form", () => {
  test("the audit form sends its goals as the message", () => {
    const sent = {
      name: "Ada",
      email: "ada@example.com",
      website: "example.com",
      goals: "More calls",
      phone: "123",
    };
    expect(rules.audit.parse(sent)).toEqual({
      name: "Ada",
      email: "ada@example.com",
      phone: "",
      website: "https://example.com",
      message: "More calls",
      services: [],
      formType: "audit",
    } satisfies Enquiry);
  });

  test("the audit form requires only name and email", () => {
    expect(errors(rules.audit, { name: "Ada", email: "ada@example.com" })).toEqual({});
    expect(Object.keys(errors(rules.audit, {}))).toEqual(["name", "email"]);
  });
});

describe("the service and contact forms", () => {
  test.each(["service", "contact"] as const)("the %s form requires only name, email and message", (form) => {
    expect(Object.keys(errors(rules[form], {}))).toEqual(["name", "email", "message"]);
    const { name, email, message } = full;
    expect(rules[form].parse({ name, email, message })).toEqual({
      ...{ name, email, message },
      ...{ phone: "", website: "", services: [], formType: form },
    });
  });

  test("a message can have up to 5,000 characters", () => {
    const typed = `${"x".repeat(4998)}\ny`;
    expect(rules.contact.parse({ ...full, message: typed.replace("\n", "\r\n") }).message).toBe(typed);
    expect(Object.keys(errors(rules.contact, { ...full, message: `${typed}z` }))).toEqual(["message"]);
  });

  test.each(["name", "email"])("%s has a maximum length", (field) => {
    expect(
      Object.keys(errors(rules.contact, { ...full, [field]: `${"x".repeat(600)}@example.com` })),
    ).toEqual([field]);
  });

  test("control characters are removed, and single-line fields have no line breaks", () => {
    const sent = { ...full, name: "  Ada\r\nBcc: all@example.com\0 ", message: "a\0b\r\nc" };
    const enquiry = rules.contact.parse(sent);
    expect(enquiry.name).toBe("Ada Bcc: all@example.com");
    expect(enquiry.message).toBe("ab\nc");
  });
});

describe("email addresses", () => {
  test.each([
    "ada@example.com",
    " ada@example.com ",
    "o'brien+seo@mail.example.co.uk",
    "a_b-c%d@xn--bcher-kva.example",
    "1@2.io",
    "jörg@example.com",
    "用户@example.com",
    "अजय@example.in",
    "a..b@docomo.example.jp",
    "a.@ezweb.example.jp",
  ])("%j is valid", (email) => {
    expect(rules.contact.parse({ ...full, email }).email).toBe(email.trim());
  });

  test("an international domain is stored in the form that every mail server understands", () => {
    const { email } = rules.contact.parse({ ...full, email: "joerg.example@Müller.de" });
    expect(email).toBe("joerg.example@xn--mller-kva.de");
  });

  test.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "a b@example.com",
    "ada@exa mple.com",
    "ada@-example.com",
    "ada@example.com, eve@example.com",
    "ada@example.com\nBcc: eve@example.com",
    "<ada@example.com>",
    "ada@müller",
    "ada@müller.de/path",
    "ada@müller.de:25",
  ])("%j is invalid", (email) => {
    expect(Object.keys(errors(rules.contact, { ...full, email }))).toEqual(["email"]);
  });
});

describe("websites", () => {
  test.each([
    ["", ""],
    ["   ", ""],
    ["example.com", "https://example.com"],
    ["  www.example.com/a?b=c#d ", "https://www.example.com/a?b=c#d"],
    ["http://example.com", "http://example.com"],
    ["https://example.com", "https://example.com"],
    ["HTTPS://Example.com", "HTTPS://Example.com"],
    ["Http://example.com", "Http://example.com"],
    ["//example.com", "https://example.com"],
    ["example.com:8080/x", "https://example.com:8080/x"],
    ["bücher.example", "https://bücher.example"],
  ])("%j becomes %j", (typed, website) => {
    expect(toWebsite(typed)).toBe(website);
  });

  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "javascript:1",
    "data:text/html,x",
    "ftp://example.com",
    "mailto:ada@example.com",
    "https://",
    "https://exa mple.com",
    "http://[",
    "\\\\example.com",
  ])("%j is no website, but stays as typed", (website) => {
    expect(toWebsite(website)).toBeNull();
    const kept = rules.contact.parse({ ...full, website }).website;
    expect([kept, websiteLink(kept)]).toEqual([website.replace("\t", " ").trim(), undefined]);
  });
});

/** Every rule of a form or payload, with what it needs. */
const NEEDED: [name: string, rule: (typeof rules)[keyof typeof rules] | typeof payloadRules, sent: object][] =
  [
    ["hero", rules.hero, hero],
    ["audit", rules.audit, { name: "Ada", email: "ada@example.com" }],
    ["service", rules.service, full],
    ["contact", rules.contact, full],
    ["payload", payloadRules, { ...full, formType: "contact" }],
  ];

describe("optional fields", () => {
  test.each(NEEDED)(
    "nothing in an optional field of the %s form rejects the enquiry",
    (name, rule, needed) => {
      for (const field of ["phone", "website", "services", "goals", "extra"]) {
        if (name === "hero" && field === "phone") continue;
        for (const sent of [
          ...["we do not have one yet", "www.a.com / www.b.com", "@mybrand on Instagram", "http://a b.com"],
          ...["call me", "+", "٠١٢٣٤٥", "x".repeat(20_000), "\0\ud800", "javascript:alert(1)"],
          ...[1, true, null, {}, [], ["x".repeat(300)], Array(50).fill("x"), [{}], { a: [1] }],
        ])
          expect([field, sent, errors(rule, { ...needed, [field]: sent })]).toEqual([field, sent, {}]);
      }
    },
  );

  test("what was sent is kept as text", () => {
    const sent = {
      ...{ ...full, formType: "contact", services: [...Array(25).keys()].map((at) => `Service ${at}`) },
      ...{ website: "www.a.com / www.b.com", phone: 2125550101 },
    };
    expect(payloadRules.parse(sent)).toEqual({ ...sent, phone: "2125550101" });
  });
});

describe("the endpoint's payload", () => {
  test.each(["contact", "service", "audit"])("the form type '%s' is accepted", (formType) => {
    expect(payloadRules.parse({ ...full, formType })).toEqual({ ...full, formType });
  });

  test.each([undefined, null, "newsletter", "hero", "Contact", 1, [["contact"]]])(
    "the form type %j is rejected",
    (formType) => {
      expect(Object.keys(errors(payloadRules, { ...full, formType }))).toEqual(["formType"]);
    },
  );

  test("only an audit can be requested without a message", () => {
    const { message, ...rest } = full;
    expect(errors(payloadRules, { ...rest, formType: "audit" })).toEqual({});
    expect(Object.keys(errors(payloadRules, { ...rest, formType: "contact" }))).toEqual(["message"]);
    expect(Object.keys(errors(payloadRules, { ...rest, formType: "service" }))).toEqual(["message"]);
  });

  test("all errors are reported at once, one per field", () => {
    const sent = { formType: "contact", name: 1, email: "x", services: "Local SEO" };
    expect(Object.keys(errors(payloadRules, sent)).sort()).toEqual(["email", "message", "name"]);
  });
});
