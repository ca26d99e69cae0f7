// Where an enquiry came from, based on the request alone: no cookies, no fingerprinting.

/** Stored with an enquiry for the owner. */
export type Origin = {
  /** path of the page it was sent from, empty if unknown */
  page: string;
  /** host of the referring site, empty if unknown or our own */
  referrer_host: string;
  /** `utm_source` and the like, by their full names */
  utm: Record<string, string>;
  /** the browser's first language, such as `en-US` */
  language: string;
};

const VALUE_CHARS = 200;
const PAGE_CHARS = 500;
const UTM_KEYS_MAX = 10;

/**
 * Reads the origin of a request that carries an enquiry.
 * @param request.url for a posted form, the page itself, usually without its query: cached pages are the same for all
 * visitors, so only the Referer has the query
 * @param options.page whether the request's own URL is the page; otherwise the Referer is
 * @param options.referrer `document.referrer` as read by a script: the previous page
 * @param options.landing the page of this visit that a campaign linked to (`landingOf`)
 */
export function readOrigin(
  request: Pick<Request, "url" | "headers">,
  options: { siteUrl: string; isPage: boolean; referrer?: string; landing?: string },
): Origin {
  const { siteUrl, isPage, referrer = "", landing = "" } = options;
  // A form's Origin header names our site, whichever host name it uses: other origins were rejected earlier.
  const ours = [siteUrl, isPage ? request.headers.get("Origin") : null];
  const sender = URL.parse(request.headers.get("Referer") ?? "");
  const page = isPage ? new URL(request.url) : sender?.origin === siteUrl ? sender : null;
  const before = URL.parse(referrer);
  const visited = [page, sender, before, URL.parse(landing)].filter((url) => url !== null);
  // For the endpoint, another site that calls it is itself the source.
  const outside = [before, isPage ? null : sender].find(
    (url) => url && /^https?:$/.test(url.protocol) && url.origin !== siteUrl,
  );
  return {
    page: (page?.pathname ?? "").replace(/\.data$/, "").slice(0, PAGE_CHARS),
    referrer_host: outside?.hostname.slice(0, VALUE_CHARS) ?? "",
    // Earlier pages count only if they are ours: a campaign links to one page, the form may be on another.
    utm:
      visited
        .filter((url) => url === page || ours.includes(url.origin))
        .map(({ searchParams }) => utmOf(searchParams))
        .find((utm) => Object.keys(utm).length > 0) ?? {},
    language: languageOf(request.headers.get("Accept-Language") ?? ""),
  };
}

/**
 * Returns the campaign's landing page for a form that comes back with errors: without scripts, the next post only knows
 * its own URL.
 * @param sent what the form says, set by a script or by the previous response
 */
export function landingOf({ headers }: Pick<Request, "headers">, sent: string): string | undefined {
  return [sent, headers.get("Referer") ?? ""].find((address) => /[?&]utm_/.test(address));
}

function utmOf(query: URLSearchParams): Record<string, string> {
  const values = [...query]
    .filter(([key]) => /^utm_[a-z_]{1,30}$/.test(key))
    .map(([key, value]) => [key, oneLine(value)] as const)
    .filter(([, value]) => value !== "");
  return Object.fromEntries(values.slice(0, UTM_KEYS_MAX));
}

const oneLine = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, VALUE_CHARS)
    .toWellFormed();

const languageOf = (header: string) => /^\s*([a-z]{2,3}(-[a-z0-9]{2,8})*)\s*(,|;|$)/i.exec(header)?.[1] ?? "";
