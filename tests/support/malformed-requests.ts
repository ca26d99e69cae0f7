// Malformed requests, generated from a seed.
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";
import { validForms } from "./malformed-forms.ts";
import { PANEL } from "./owner.ts";

const BOUNDARY = "--boundary";
const UUID = "3f0c7a52-8d0e-4c55-9b0a-6a1f9c1f7f10";
const LONG = "a".repeat(3_000);
/** Values of fields and parameters, already encoded for a URL or a form. */
const VALUES = [
  ...[
    "",
    "0",
    "-1",
    "1",
    "2",
    "1e9",
    "99999999999",
    "9".repeat(40),
    "NaN",
    "null",
    "undefined",
    "true",
    "[]",
    "{}",
  ],
  ...["%00", "%ff", "%zz", "%", "%E0%A4%A", "%F0%9F%98%80", "%ED%A0%80", "%2e%2e%2f", "..%2f..", "%0d%0aX:y"],
  ...["'", "%22", "%27%20or%201=1--", "%3Cscript%3E", "$%7B7*7%7D", "__proto__", "constructor", "toString"],
  ...[
    "a+b",
    "a%20b",
    ";",
    "|",
    "*",
    "\\",
    "~",
    "2026-13-45",
    "new",
    "won",
    "seo",
    "web-design",
    "ada@example.com",
  ],
  ...["https%3A%2F%2Fexample.com", "javascript%3Aalert(1)", "//example.com", "/x", "America%2FNew_York"],
  ...["%23", "%3Cp%3Ehello%3C%2Fp%3E", "%7B%22a%22%3A1%7D", "%EF%BB%BF", "%E2%80%AE", UUID, LONG],
];
const QUERIES = [
  ...["page", "industry", "case-studies", "search", "status", "open", "edit", "add", "name", "path", "email"],
  ...[
    "sort",
    "order",
    "from",
    "to",
    "type",
    "_routes",
    "index",
    "for",
    "utm_source",
    "paths",
    "version",
    "p",
  ],
];
const FIELDS = [
  ...[
    "formName",
    "name",
    "email",
    "phone",
    "website",
    "services",
    "message",
    "goals",
    "firstName",
    "lastName",
  ],
  ...["service", "idempotencyKey", "stamp", "landing", "referrer", "subject", "password", "title", "slug"],
  ...["excerpt", "content", "author", "category", "featured_image", "published", "client", "industry_id"],
  ...["result", "duration", "image", "challenge", "solution", "results", "testimonial", "client_name"],
  ...[
    "meta_title",
    "meta_description",
    "meta_keywords",
    "description",
    "page_name",
    "section_name",
    "content_key",
  ],
  ...[
    "content_type",
    "content_value",
    "is_indexable",
    "is_followable",
    "contact_email",
    "phone_number",
    "switches",
  ],
  ...[
    "id",
    "version",
    "autosave",
    "draft",
    "kind",
    "record",
    "fields",
    "from_path",
    "to_path",
    "status",
    "note",
    "ids",
    "file",
  ],
  ...[
    "time_zone",
    "opening_hours",
    "google_analytics_id",
    "custom_head_code",
    "opened",
    "token",
    "__proto__",
  ],
];
const INTENTS = [
  "add",
  "update",
  "delete",
  "restore",
  "save",
  "autosave",
  "forget",
  "remove",
  "import",
  "note",
  "x",
];
const FORM_NAMES = ["hero", "audit", "service", "contact", "newsletter", "x"];
const METHODS = [
  ...Array<string>(24).fill("GET"),
  ...Array<string>(24).fill("POST"),
  ...["HEAD", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "FROB", "get"],
];
const HEADERS: [name: string, values: string[]][] = [
  [
    "Range",
    ["bytes=5-2", "bytes=0-18446744073709551615", "bytes=-0", "bytes=0-0,1-1", "bytes=a-b", "lines=1-2"],
  ],
  ["If-Range", ['"x"', "Thu, 01 Jan 1970 00:00:00 GMT"]],
  ["If-None-Match", ["*", '"x"', 'W/"x", "y"', ",,,", `"${LONG}"`]],
  ["If-Match", ['"x"', "*"]],
  ["If-Modified-Since", ["Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "-1"]],
  ["Accept-Encoding", ["br", "gzip", "identity;q=0", "*;q=0", "br;q=x", "zstd, deflate", LONG]],
  ["Accept", ["*/*", "application/json", "text/html;q=\xff", ";;;"]],
  ["Accept-Language", ["de", "\xff\xfe", LONG]],
  [
    "Cookie",
    ["panel_session=x", "panel_session=%ff; panel_theme=dark", "=;=;=", `a=${LONG}`, "panel_notice=e30="],
  ],
  ["Origin", ["null", "https://evil.example", "http://[", ""]],
  ["Referer", ["https://example.com/", "not an address", "\xff"]],
  ["X-Forwarded-For", ["198.51.100.4", "[2001:db8::1]:443", "x, y, z", ",,,", "::ffff:198.51.100.4", LONG]],
  ["X-Forwarded-Proto", ["https", "javascript", ",,"]],
  ["X-React-Router-SPA-Mode", ["yes"]],
  ["X-React-Router-Prerender-Data", ["%7B%7D", "x"]],
  ["X-HTTP-Method-Override", ["DELETE"]],
  ["Sec-Fetch-Site", ["cross-site", "same-origin", "x"]],
  ["Sec-Fetch-Dest", ["document", "image"]],
  ["Expect", ["100-continue", "a cookie"]],
  ["Upgrade", ["websocket", "h2c"]],
  ["Idempotency-Key", ["x", LONG]],
  ["Authorization", ["Bearer x", "Basic %%%"]],
  ["Content-Encoding", ["gzip", "br", "identity"]],
  ["Transfer-Encoding", ["x"]],
  ["Content-Length", ["-1", "1e3", "99999999999999999999"]],
  ["__proto__", ["x"]],
  ["Connection", ["upgrade", "keep-alive, te"]],
];

/** Returns every path in `routes.ts` with unfilled parameters, such as `/blog/:slug`. */
function patterns(entries = routes as RouteConfigEntry[], base = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = path ? `${base}/${path}` : base;
    return [...(path || index ? [own || "/"] : []), ...patterns(children, own)];
  });
}

/** How a client uses its connection: it waits for the response, stops sending early or disconnects. */
export type Manner = "waits" | "ends early" | "leaves at once" | "leaves at the first byte";
export type MalformedRequest = { bytes: Buffer; manner: Manner; excerpt: string };

/**
 * Returns a generator of malformed requests.
 * @param options.files URL paths of files
 * @param options.slugs slugs of existing records
 * @param options.ids IDs of existing records
 * @param options.sessions cookies of signed-in people, sent with some of the requests
 */
export function malformedRequests(
  random: () => number,
  { files, slugs, ids, sessions }: Record<"files" | "slugs" | "ids" | "sessions", string[]>,
): () => MalformedRequest {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const chance = (share: number) => random() < share;
  const times = (max: number) => Array.from({ length: Math.floor(random() * (max + 1)) });
  const addresses = patterns();
  function target(): string {
    let path = chance(0.25) ? pick(files) : pick(addresses);
    path = path.replace(/:\w+\??|\*/g, () => (chance(0.4) ? pick(slugs) : pick(VALUES)));
    if (chance(0.15)) path += ".data";
    if (chance(0.05)) path = path.toUpperCase();
    if (chance(0.1)) path += pick(["/", "//", "/..", ";x", "%00", "%zz", "/_.data", "\\", "#x"]);
    if (chance(0.03))
      path = pick(["*", "//example.com", `http://example.com${path}`, "/__manifest", "x", "?"]);
    const query = chance(0.5) ? times(4).map(() => `${pick(QUERIES)}=${pick(VALUES)}`) : [];
    return query.length ? `${path}?${query.join("&")}` : path;
  }

  const fields = (max: number): [string, string][] => [
    ...(chance(0.6) ? ([["intent", pick(INTENTS)]] as [string, string][]) : []),
    ...(chance(0.5) ? ([["formName", pick(FORM_NAMES)]] as [string, string][]) : []),
    ...times(max).map((): [string, string] => [pick(FIELDS), pick(VALUES)]),
  ];
  const plain = (value: string) => {
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  };

  const part = ([name, value]: [string, string]) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${chance(0.2) ? '; filename="x.csv"' : ""}\r\n\r\n${plain(value)}\r\n`;
  const multipart = { type: `multipart/form-data; boundary=${BOUNDARY}` };

  function body(): { type?: string; bytes: string } {
    return pick<() => { type?: string; bytes: string }>([
      () => ({ bytes: "" }),
      ...Array(5).fill(() => ({
        type: "application/x-www-form-urlencoded",
        bytes: fields(12)
          .map((one) => one.join("="))
          .join("&"),
      })),
      () => ({ ...multipart, bytes: `${fields(8).map(part).join("")}--${BOUNDARY}--` }),
      () => ({ ...multipart, bytes: fields(4).map(part).join("").slice(0, -10) }),
      () => ({ type: "multipart/form-data", bytes: "x" }),
      () => ({
        type: "application/json",
        bytes: JSON.stringify(
          Object.fromEntries(fields(10).map(([name, value]) => [name, chance(0.2) ? [1] : plain(value)])),
        ),
      }),
      () => ({ type: "application/json", bytes: "[".repeat(20_000) }),
      () => ({ type: "application/json; charset=utf-16", bytes: "{}" }),
      () => ({ type: pick(["text/plain", "x", "", "application/xml"]), bytes: "password=x" }),
      () => ({ bytes: String.fromCharCode(...times(2_000).map(() => Math.floor(random() * 256))) }),
      () => ({ type: "application/x-www-form-urlencoded", bytes: "a&".repeat(5_000) }),
      // Three entries, so that any two thousand requests include this body.
      ...Array(3).fill(() => ({
        type: "application/x-www-form-urlencoded",
        bytes: `a=${"x".repeat(70_000)}`,
      })),
    ])();
  }

  /** Returns a form in which some fields may be missing or invalid. */
  function spoiltForm(): { address: string; type: string; bytes: string } {
    const { path, fields } = pick(validForms(pick(ids)));
    const spoilt = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
      if (chance(0.05)) return [];
      if (chance(0.15)) return [[name, pick(VALUES)]];
      return [[name, encodeURIComponent(value)]];
    });
    const address = path.startsWith(PANEL) && chance(0.5) ? `${path}.data` : path;
    if (path.startsWith("/api/")) {
      const odd = () => pick<unknown>([null, 1, [], {}, ["x", 2], true, "\0", "\ud800"]);
      const entries = spoilt.map(([name, value]) => [name, chance(0.1) ? odd() : plain(value)]);
      return { address, type: "application/json", bytes: JSON.stringify(Object.fromEntries(entries)) };
    }
    if (!chance(0.3)) {
      const bytes = spoilt.map((one) => one.join("=")).join("&");
      return { address, type: "application/x-www-form-urlencoded", bytes };
    }
    return { address, ...multipart, bytes: `${spoilt.map(part).join("")}--${BOUNDARY}--` };
  }

  return () => {
    const method = pick(METHODS);
    const form = method === "POST" && chance(0.6) ? spoiltForm() : null;
    const address = form?.address ?? target();
    const lines = [chance(0.02) ? "Host: a b" : "Host: localhost", "Connection: close"];
    const isSignedIn = chance(form ? 0.85 : 0.35);
    if (isSignedIn) lines.push(`Cookie: ${pick(sessions)}`);
    // Each request comes from a new visitor, so rate limits don't apply.
    lines.push(`X-Forwarded-For: 10.${times(255).length}.${times(255).length}.${times(255).length}`);
    for (const _ of form && chance(0.8) ? [] : times(3)) {
      const [name, values] = pick(HEADERS);
      lines.push(`${name}: ${pick(values)}`);
    }
    let sent = "";
    let manner: Manner = chance(0.9) ? "waits" : pick(["leaves at once", "leaves at the first byte"]);
    if (!["GET", "HEAD"].includes(method) || chance(0.05)) {
      const { type, bytes } = form ?? body();
      // A logout would end the session that later requests use.
      sent = isSignedIn && address.startsWith(PANEL) ? bytes.replaceAll("logout", "") : bytes;
      if (type !== undefined) lines.push(`Content-Type: ${type}`);
      if (chance(0.85)) lines.push(`Content-Length: ${Buffer.byteLength(sent, "latin1")}`);
      else {
        lines.push("Transfer-Encoding: chunked");
        sent = chance(0.8) ? `${sent.length.toString(16)};x=y\r\n${sent}\r\n0\r\n\r\n` : "zz\r\n";
      }
      if (chance(0.03)) {
        sent = sent.slice(0, sent.length / 2);
        manner = "ends early";
      }
    }
    const head = `${method} ${address} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
    return { bytes: Buffer.from(head + sent, "latin1"), manner, excerpt: (head + sent).slice(0, 1_500) };
  };
}
