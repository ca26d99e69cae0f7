// Renders the owner's tracking on a public page; each element is marked with the setting it comes from.

type Marked = { source: string };
/** The text of scripts and style sheets that a script adds to the page. The policy must allow these too. */
type Started = { scripts: string[]; sheets: string[] };
/** One element from the owner's code, or one derived from an ID. */
export type TrackingPart =
  | (Marked & { tag: "script"; attribs: Record<string, string>; code: string; started: Started })
  | (Marked & { tag: "data"; attribs: Record<string, string>; code: string })
  | (Marked & { tag: "style"; code: string })
  | (Marked & { tag: "meta" | "link"; attribs: Record<string, string> })
  | (Marked & { tag: "html"; isNoscript: boolean; html: string });

export type Tracking = {
  head: TrackingPart[];
  body: Extract<TrackingPart, { tag: "html" }>[];
  /** of the scripts, for the page's policy; empty if nothing runs, for example with only a verification tag */
  hashes: string[];
  /** of the style sheets in the owner's code, for the same policy */
  styles: string[];
  /** true if the policy must allow any script on the page (decision 0035.37) */
  isOpen: boolean;
  /**
   * `banner` is the script for the consent banner and conversions, `start` starts the site's own script; null if
   * nothing runs
   */
  banner: string | null;
  start: string | null;
};

export const hasTracking = (data: unknown): data is { tracking: Tracking | null } =>
  typeof data === "object" && data !== null && "tracking" in data;

/** React renames some attributes and expects `style` as an object, which nothing in a head needs. */
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

/** Rendered first in the body: content for browsers without scripts, and frames and pixels. */
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
