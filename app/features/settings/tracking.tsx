// Renders tracking on public pages. Each element is marked with its setting.

type Marked = { source: string };
/** Inline code that a script adds to the page, which the policy must also allow. */
type Started = { scripts: string[]; sheets: string[] };
export type TrackingPart =
  | (Marked & { tag: "script"; attribs: Record<string, string>; code: string; started: Started })
  | (Marked & { tag: "data"; attribs: Record<string, string>; code: string })
  | (Marked & { tag: "style"; code: string })
  | (Marked & { tag: "meta" | "link"; attribs: Record<string, string> })
  | (Marked & { tag: "html"; isNoscript: boolean; html: string });

export type Tracking = {
  head: TrackingPart[];
  body: Extract<TrackingPart, { tag: "html" }>[];
  /** hashes of scripts for the policy; empty if nothing runs */
  hashes: string[];
  /** hashes of style sheets for the policy */
  styles: string[];
  /** whether the policy must allow all scripts (decision 0035.37) */
  isOpen: boolean;
  /** `banner` handles consent and conversions; `start` loads the site's own script; both are null if nothing runs */
  banner: string | null;
  start: string | null;
};

export const hasTracking = (data: unknown): data is { tracking: Tracking | null } =>
  typeof data === "object" && data !== null && "tracking" in data;

/**
 * Converts attribute names for React. Drops `style`, which React expects as an object and which no head
 * element needs.
 */
const toProps = ({ style, ...attribs }: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(attribs).map(([name, value]) => {
      const isSwitch = ["async", "defer", "nomodule"].includes(name);
      return [REACT_NAMES[name] ?? name, isSwitch || value];
    }),
  );
const REACT_NAMES: Record<string, string> = {
  class: "className",
  crossorigin: "crossOrigin",
  referrerpolicy: "referrerPolicy",
  fetchpriority: "fetchPriority",
  nomodule: "noModule",
  charset: "charSet",
  imagesrcset: "imageSrcSet",
  imagesizes: "imageSizes",
  hreflang: "hrefLang",
};

export function TrackingHead({ head }: Pick<Tracking, "head">) {
  return head.map((part, position) => {
    const key = `${part.source}-${position}`;
    const mark = { "data-tracking": part.source };
    switch (part.tag) {
      case "meta":
        return <meta {...toProps(part.attribs)} {...mark} key={key} />;
      case "link":
        return <link {...toProps(part.attribs)} {...mark} key={key} />;
      case "style":
        return (
          <style {...mark} key={key}>
            {part.code}
          </style>
        );
      case "html":
        return null;
      default:
        return (
          <script {...toProps(part.attribs)} {...mark} key={key}>
            {part.code}
          </script>
        );
    }
  });
}

/** Renders body content: frames, pixels, and content for browsers without scripts. */
export function TrackingBody({ body }: Pick<Tracking, "body">) {
  return body.map(({ source, isNoscript, html }) => {
    const Holder = isNoscript ? "noscript" : "div";
    return (
      <Holder
        key={`${source} ${html}`}
        data-tracking={source}
        hidden={isNoscript ? undefined : true}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: written by readCode, element by element
        dangerouslySetInnerHTML={{ __html: html }}
      />
    );
  });
}
