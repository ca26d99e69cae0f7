import { hashSource } from "../../platform/http/content-security-policy.ts";
import type { Settings } from "./defaults.ts";
import type { Tracking, TrackingPart } from "./tracking.tsx";
import { type CodeKey, isHeldBack, type Piece, readCode, readFrame } from "./tracking-code.server.ts";
import {
  analyticsConfig,
  consentBanner,
  consentDefaults,
  conversions,
  type Step,
  starter,
  startWhenAccepted,
  tagManagerStart,
} from "./tracking-scripts.ts";

const ANALYTICS = "https://www.googletagmanager.com/gtag/js?id=";
const TAG_MANAGER = "https://www.googletagmanager.com/gtm.js?id=";
const TAG_MANAGER_FRAME = "https://www.googletagmanager.com/ns.html?id=";

/**
 * Returns the tracking for public pages, in SPEC 7's order; null without tags or in safe mode.
 * @param enhancement URL of the site's own script; on pages with tags, the policy only allows it if an
 *   allowed script loads it
 */
export function trackingOf(settings: Settings, enhancement: string): Tracking | null {
  if (settings.tracking_safe_mode === "on") return null;
  const { google_analytics_id, google_search_console, google_tag_manager } = settings;
  const head = [
    ...(google_analytics_id ? analyticsParts(google_analytics_id) : []),
    ...codeParts(settings, "google_analytics_code"),
    ...(google_search_console ? [verificationPart(google_search_console)] : []),
    ...codeParts(settings, "google_search_console_code"),
    ...(google_tag_manager ? tagManagerParts(google_tag_manager) : []),
    ...codeParts(settings, "google_tag_manager_code"),
  ];
  if (!head.length) return null;
  const isTagged = head.some(({ tag }) => tag !== "meta");
  if (!isTagged) return { head, body: [], hashes: [], styles: [], isOpen: false, banner: null, start: null };

  const banner = `${consentBanner};${conversions(hasGtag(settings))}`;
  const start = starter([{ attribs: { type: "module", async: "", src: enhancement } }]);
  const all = [inlinePart("consent", consentDefaults), ...head];
  const started = head.flatMap((part) => (part.tag === "script" ? [part.started] : []));
  const texts = all.flatMap((part) => (part.tag === "script" ? [part.code] : []));
  const sheets = head.flatMap((part) => (part.tag === "style" ? [part.code] : []));
  return {
    body: all.filter(({ tag }) => tag === "html").sort((a, b) => order(a) - order(b)) as Tracking["body"],
    head: all.filter(({ tag }) => tag !== "html"),
    isOpen: settings.google_tag_manager_custom_html === "on" && hasTagManager(settings),
    banner,
    start,
    hashes: [
      ...new Set([...texts, ...started.flatMap(({ scripts }) => scripts), banner, start].map(hashSource)),
    ],
    styles: [...sheets, ...started.flatMap((one) => one.sheets)].map(hashSource),
  };
}

/** Returns whether the page has gtag.js, from an ID or the owner's code. */
const hasGtag = ({ google_analytics_id, google_analytics_code, google_tag_manager_code }: Settings) =>
  Boolean(google_analytics_id) || /gtag\/js/.test(`${google_analytics_code} ${google_tag_manager_code}`);

/** Returns whether the page has a Tag Manager container, from an ID or the owner's code. */
const hasTagManager = ({ google_tag_manager, google_analytics_code, google_tag_manager_code }: Settings) =>
  Boolean(google_tag_manager) || /\bGTM-/.test(`${google_analytics_code} ${google_tag_manager_code}`);

const order = ({ source }: TrackingPart) => (source === "google_tag_manager" ? 0 : 1);

const external = (src: string): Piece => ({ tag: "script", attribs: { async: "", src }, code: "" });

const analyticsParts = (id: string): TrackingPart[] => [
  startPart("google_analytics_id", [external(ANALYTICS + id)]),
  inlinePart("google_analytics_id", analyticsConfig(id)),
];

const tagManagerParts = (id: string): TrackingPart[] => [
  inlinePart("google_tag_manager", tagManagerStart),
  startPart("google_tag_manager", [external(TAG_MANAGER + id)]),
  {
    tag: "html",
    source: "google_tag_manager",
    isNoscript: true,
    html: `<iframe src="${TAG_MANAGER_FRAME}${id}" height="0" width="0" style="display:none;visibility:hidden"></iframe>`,
  },
];

const verificationPart = (token: string): TrackingPart => ({
  tag: "meta",
  source: "google_search_console",
  attribs: { name: "google-site-verification", content: token },
});

function codeParts(settings: Settings, key: CodeKey): TrackingPart[] {
  const { pieces } = readCode(key, settings[key] ?? "");
  if (isHeldBack(key, settings)) {
    const steps = pieces.flatMap((piece) => stepsOf(key, piece));
    return steps.length ? [scriptPart(key, startWhenAccepted(steps), pieces)] : [];
  }
  const firstWait = pieces.findIndex(isWaitedFor);
  return pieces.flatMap((piece, position): TrackingPart[] => {
    if (piece.tag === "style") return [{ tag: "style", source: key, code: cssInHtml(piece.code) }];
    if (piece.tag !== "script") return [{ source: key, ...piece }];
    const { type = "" } = piece.attribs;
    if (type.endsWith("json"))
      return [{ tag: "data", source: key, attribs: piece.attribs, code: inHtml(piece.code) }];
    // Scripts after a blocking script are created by the same loader, in order.
    if (firstWait !== -1 && position > firstWait) return [];
    if (position === firstWait) return [startPart(key, pieces.slice(position).filter(isProgram))];
    if (piece.attribs.src !== undefined || type === "module") return [startPart(key, [piece])];
    return [inlinePart(key, piece.code, piece.attribs)];
  });
}

/** Returns the steps to create an element. Skips `noscript`, because consent needs scripts. */
function stepsOf(source: string, piece: Piece): Step[] {
  const mark = { "data-tracking": source };
  if (piece.tag === "script") {
    const { attribs, code } = piece;
    return [{ attribs: { ...attribs, ...mark }, ...(attribs.src === undefined && { code }) }];
  }
  if (piece.tag === "style") return [{ tag: "style", attribs: mark, code: piece.code }];
  if (piece.tag === "link") return [{ tag: "link", attribs: { ...piece.attribs, ...mark } }];
  if (piece.tag !== "html" || piece.isNoscript) return [];
  const { tag, attribs } = readFrame(piece.html);
  return [{ tag, attribs: { ...attribs, hidden: "", ...mark }, isInBody: true }];
}

const isProgram = (piece: Piece) => piece.tag === "script" && !piece.attribs.type?.endsWith("json");

const isWaitedFor = (piece: Piece) =>
  piece.tag === "script" &&
  isProgram(piece) &&
  piece.attribs.src !== undefined &&
  !("async" in piece.attribs || "defer" in piece.attribs || piece.attribs.type === "module");

const startPart = (source: string, pieces: Piece[]) =>
  scriptPart(source, starter(pieces.flatMap((piece) => stepsOf(source, piece))), pieces);

/**
 * Builds a script part.
 * @param pieces elements that the script creates; inline code needs its own hash
 */
const scriptPart = (source: string, code: string, pieces: Piece[]): TrackingPart => ({
  tag: "script",
  source,
  attribs: {},
  code,
  started: {
    scripts: pieces.flatMap((piece) =>
      piece.tag === "script" && isProgram(piece) && piece.attribs.src === undefined ? [piece.code] : [],
    ),
    sheets: pieces.flatMap((piece) => (piece.tag === "style" ? [piece.code] : [])),
  },
});

const inlinePart = (source: string, code: string, attribs: Record<string, string> = {}): TrackingPart => ({
  tag: "script",
  source,
  attribs,
  code: inHtml(code),
  started: { scripts: [], sheets: [] },
});

/**
 * Returns a script exactly as React writes it, because its hash must match. React escapes the first letter of
 * a nested `<script`.
 */
const inHtml = (code: string) =>
  code.replace(
    /(<\/|<)(s)(cript)/gi,
    (_, start: string, s: string, rest: string) => `${start}${s === "s" ? "\\u0073" : "\\u0053"}${rest}`,
  );

/** Like `inHtml`, but for style sheets, with a CSS escape. */
const cssInHtml = (code: string) =>
  code.replace(
    /(<\/|<)(s)(tyle)/gi,
    (_, start: string, s: string, rest: string) => `${start}${s === "s" ? "\\73 " : "\\53 "}${rest}`,
  );
