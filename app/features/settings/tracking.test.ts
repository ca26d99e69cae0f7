import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { hashSource } from "../../platform/http/content-security-policy.ts";
import { builtInSettings, type Settings } from "./defaults.ts";
import { trackingOf } from "./tracking.server.ts";
import { TrackingBody, TrackingHead } from "./tracking.tsx";
import { readCode } from "./tracking-code.server.ts";
import { describeCode, describeTracking } from "./tracking-notes.server.ts";
import type { Step } from "./tracking-scripts.ts";

/** Code runs without consent by default, to keep tests short. */
const AT_ONCE = { google_analytics_code_at_once: "on", google_tag_manager_code_at_once: "on" };
const build = (settings: Partial<Settings>) =>
  trackingOf({ ...builtInSettings(), ...AT_ONCE, ...settings }, "/assets/main.js");

function render(settings: Partial<Settings>) {
  const tracking = build(settings);
  if (!tracking) throw new Error("There is no tracking");
  const head = renderToStaticMarkup(TrackingHead(tracking));
  const body = renderToStaticMarkup(TrackingBody(tracking));
  const scripts = [...head.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text!);
  const isAllowed = (text: string) =>
    tracking.hashes.includes(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return { ...tracking, html: { head, body }, scripts, isAllowed };
}

describe("tracking on the page", () => {
  test("a page without tags or in safe mode has no tracking", () => {
    expect(build({})).toBeNull();
    const all = { google_analytics_id: "G-A1", google_search_console: "token" };
    expect(build(all)).not.toBeNull();
    expect(build({ ...all, tracking_safe_mode: "on" })).toBeNull();
  });

  test("SPEC 7: 'external analytics script plus config snippet if the analytics id is set'", () => {
    const { html, scripts } = render({ google_analytics_id: "G-AB12CD34EF" });
    expect(html.head).toContain("https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF");
    expect(scripts.at(-1)).toContain('gtag("config","G-AB12CD34EF")');
  });

  test("the tag manager's frame comes first in the body", () => {
    const { html } = render({
      google_analytics_code: '<noscript><img src="https://pixel.example/1"></noscript>',
      google_tag_manager: "GTM-B2",
    });
    expect(html.body).toMatch(
      /^<noscript data-tracking="google_tag_manager"><iframe src="https:\/\/www\.googletagmanager\.com\/ns\.html\?id=GTM-B2"/,
    );
    expect(html.body).toContain('<img alt="" src="https://pixel.example/1">');
  });

  test("elements follow SPEC 7's order and are marked with their setting", () => {
    const { html } = render({
      google_tag_manager_code: "<script>six()</script>",
      google_tag_manager: "GTM-B2",
      google_search_console_code: '<meta name="msvalidate.01" content="four">',
      google_search_console: "three",
      google_analytics_code: "<script>two()</script>",
      google_analytics_id: "G-A1",
    });
    const marks = [...html.head.matchAll(/<(?:script|meta|link)[^>]* data-tracking="([^"]*)"/g)].map(
      ([, mark]) => mark,
    );
    expect([...new Set(marks)]).toEqual([
      // React writes <meta> first.
      ...["google_search_console", "google_search_console_code"],
      ...["consent", "google_analytics_id", "google_analytics_code"],
      ...["google_tag_manager", "google_tag_manager_code"],
    ]);
    expect(html.head.match(/<(script|meta|link)\b/g)).toHaveLength(marks.length);
  });
});

describe("the page's policy", () => {
  test("the policy allows only the page's own inline scripts", () => {
    const { scripts, isAllowed, banner, start } = render({
      google_analytics_id: "G-A1",
      google_tag_manager: "GTM-B2",
      google_analytics_code:
        "<script>\r\nif (1 < 2 && '\"') x('<script><\\/script>', '</p>')\r\n</script><script async src='https://a.example/a.js'></script>",
    });
    expect(scripts).toHaveLength(7);
    for (const text of [...scripts, banner!, start!]) expect(isAllowed(text), text).toBe(true);
    expect(isAllowed("alert(1)")).toBe(false);
  });

  test("an allowed script loads each external script with its attributes", () => {
    const { html, scripts, isAllowed } = render({
      google_analytics_code:
        '<script defer data-domain="us.example" src="https://a.example/a.js?x=1&amp;y=</script>"></script>',
    });
    expect(html.head).not.toMatch(/<script[^>]* src=/);
    expect(isAllowed(scripts[1]!)).toBe(true);
    const steps = JSON.parse(/\)\((\[.*\])\)$/.exec(scripts[1]!)![1]!);
    expect(steps).toEqual([
      {
        attribs: {
          defer: "",
          "data-domain": "us.example",
          src: "https://a.example/a.js?x=1&y=</script>",
          "data-tracking": "google_analytics_code",
        },
      },
    ]);
  });

  test("code after a blocking script runs after that script", () => {
    const { scripts, isAllowed } = render({
      google_analytics_code: "<script>one()</script><script src='/two.js'></script><script>three()</script>",
    });
    expect(scripts).toHaveLength(3);
    expect(scripts[1]).toBe("one()");
    expect(scripts[2]).toContain('"code":"three()"');
    expect(isAllowed("three()")).toBe(true);
  });
});

describe("code that waits for consent", () => {
  const code =
    "<script>one('<b>')</script><script src='https://a.example/two.js'></script><style>.a{color:red}</style><link rel='preconnect' href='https://b.example'><img src='https://c.example/3'><noscript><img src='https://d.example/4'></noscript><script type='application/ld+json'>{}</script>";

  test("without consent, the page only has a script that creates the elements", () => {
    const { html, scripts, isAllowed, styles } = render({
      ...builtInSettings(),
      google_analytics_code: code,
    });
    expect(html.body).toBe("");
    expect(html.head).not.toMatch(/<(style|link|img|noscript)/);
    expect(scripts).toHaveLength(2);
    const waiting = scripts[1]!;
    expect(waiting).toMatch(
      /^\(function\(run\)\{siteConsent\.isGiven\?run\(\):siteConsent\.waiting\.push\(run\)\}\)/,
    );
    const steps = JSON.parse(/\)\((\[.*\])\)\}\)$/.exec(waiting)![1]!) as Step[];
    expect(steps.map(({ tag, attribs, code }) => [tag ?? "script", attribs.src ?? code])).toEqual([
      ["script", "one('<b>')"],
      ["script", "https://a.example/two.js"],
      ["style", ".a{color:red}"],
      ["link", undefined],
      ["img", "https://c.example/3"],
      ["script", "{}"],
    ]);
    for (const text of [waiting, "one('<b>')"]) expect(isAllowed(text), text).toBe(true);
    expect(isAllowed("{}")).toBe(false);
    expect(styles).toEqual([hashSource(".a{color:red}")]);
  });

  test("each field has its own consent switch", () => {
    const { html } = render({
      google_analytics_code: "<script>one()</script>",
      google_analytics_code_at_once: "off",
      google_tag_manager_code: "<script>two()</script>",
      google_search_console_code: '<meta name="msvalidate.01" content="four">',
    });
    expect(html.head).not.toContain(">one()<");
    expect(html.head).toContain(">two()</script>");
    expect(html.head).toContain("msvalidate.01");
    expect(describeTracking({ google_analytics_code: "<script>one()</script>" }).live).toEqual([
      "Analytics code (after consent)",
    ]);
  });
});

describe("allowed code", () => {
  test("comments and common wrapper elements are removed from code", () => {
    const { pieces, leftOut } = readCode(
      "google_tag_manager_code",
      '<!-- Start --><div><link rel="preconnect" href="https://a.example"></div><style>.a{color:red}</style><iframe src="https://b.example" hidden></iframe><script type="application/ld+json">{"a":1}</script>',
    );
    expect(leftOut).toEqual([]);
    expect(pieces).toEqual([
      { tag: "link", attribs: { rel: "preconnect", href: "https://a.example" } },
      { tag: "style", code: ".a{color:red}" },
      { tag: "html", isNoscript: false, html: '<iframe src="https://b.example" hidden=""></iframe>' },
      { tag: "script", attribs: { type: "application/ld+json" }, code: '{"a":1}' },
    ]);
  });

  test("elements and attributes that were left out are reported", () => {
    for (const [code, what] of [
      ['<img src="https://a.example/1" onload="alert(1)">', "onload on <img>"],
      ['<iframe srcdoc="<script>alert(1)</script>" src="https://a.example"></iframe>', "srcdoc on <iframe>"],
      ['<iframe src="javascript:alert(1)"></iframe>', "<iframe> without an https URL"],
      [
        '<script src="data:text/javascript,alert(1)"></script>',
        '<script src="data:text/javascript,alert(1)">',
      ],
      ['<script type="importmap">{}</script>', '<script type="importmap">'],
      ['<link rel="canonical" href="https://a.example">', '<link rel="canonical">'],
      ["<form><input></form>", "<form>"],
      ["gtag('config')", "text outside of tags"],
      ['<noscript><object data="x"></object></noscript>', "<object>"],
    ] as const)
      expect(readCode("google_analytics_code", code).leftOut, code).toEqual([what]);
  });

  test("the Search Console field only accepts meta tags", () => {
    const code =
      '<meta http-equiv="refresh" content="0"><meta property="p:domain_verify" content="x"><script>a()</script>';
    expect(readCode("google_search_console_code", code)).toEqual({
      pieces: [{ tag: "meta", attribs: { property: "p:domain_verify", content: "x" } }],
      leftOut: ["<meta> without name and content", "<script>"],
    });
  });

  test("code that can't work is reported", () => {
    expect(describeCode({ google_analytics_code: "<script>a()</script>" })).toBeUndefined();
    expect(describeCode({ google_analytics_code: "<b>x</b>" })).toBe(
      "Left out of Analytics code: <b>. Analytics code contains nothing that can run.",
    );
    expect(describeCode({ google_analytics_code: "<script>document.write('x')</script>" })).toContain(
      "document.write",
    );
    expect(
      describeCode({ google_analytics_id: "G-A1", google_analytics_code: "<script>gtag('G-A1')</script>" }),
    ).toContain("counted twice");
  });

  test("only tags on the page are listed as active", () => {
    expect(describeTracking({ google_tag_manager: "GTM-B2", google_analytics_code: "<b>x</b>" })).toEqual({
      live: ["Google Tag Manager ID"],
      notes: expect.stringContaining("nothing that can run"),
    });
  });
});
