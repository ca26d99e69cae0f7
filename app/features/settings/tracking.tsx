// The owner's tracking on a public page: its elements, each marked with the setting that it comes from.

type Marked = { source: string };
/** The text of programs and style sheets that a script brings into the page: the policy names them too. */
type Started = { scripts: string[]; sheets: string[] };
/** One element of the owner's, or one that an id becomes. */
export type TrackingPart =
  | (Marked & { tag: "script"; attribs: Record<string, string>; code: string; started: Started })
  | (Marked & { tag: "data"; attribs: Record<string, string>; code: string })
  | (Marked & { tag: "style"; code: string })
  | (Marked & { tag: "meta" | "link"; attribs: Record<string, string> })
  | (Marked & { tag: "html"; isNoscript: boolean; html: string });

export type Tracking = {
  head: TrackingPart[];
  body: Extract<TrackingPart, { tag: "html" }>[];
  /** of the scripts, for the policy of the page; empty where nothing runs, a verification tag for one */
  hashes: string[];
  /** of the style sheets that the owner's code brings, for the same policy */
  styles: string[];
  /** the policy is to let run whatever stands in the page (decision 0035.37) */
  isOpen: boolean;
  /** the programs of the consent banner, conversions with it, and of the site's own script; null where nothing runs */
  banner: string | null;
  start: string | null;
};

export const hasTracking = (data: unknown): data is { tracking: Tracking | null } =>
  typeof data === "object" && data !== null && "tracking" in data;

/** React has names of its own for some attributes, and another form of `style`, which nothing in a head needs. */
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

/** Goes first into the body: what browsers without scripts load, and frames and pixels. */
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
