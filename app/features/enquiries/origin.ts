// Where an enquiry came from, as far as the request itself says so: no cookie, no fingerprint.

/** Kept with an enquiry for the owner. */
export type Origin = {
  /** path of the page it was sent from, empty where unknown */
  page: string;
  /** host of the site whose link was followed, empty where unknown or our own */
  referrer_host: string;
  /** `utm_source` and its like, by their full names */
  utm: Record<string, string>;
  /** the browser's first language, such as `en-US` */
  language: string;
};

const VALUE_CHARS = 200;
const PAGE_CHARS = 500;
const UTM_KEYS_MAX = 10;

/**
 * Reads the origin of a request that carries an enquiry.
 * @param request.url the page itself where a form was posted, mostly without its query: a page that was made for
 *   everybody knows none, and the Referer has it
 * @param options.page whether the request's own address is the page; else its Referer is
 * @param options.referrer what a script read of `document.referrer`: the page before this one
 * @param options.landing the page of this visit to which a campaign led (`landingOf`)
 */
export function readOrigin(
  request: Pick<Request, "url" | "headers">,
  options: { siteUrl: string; isPage: boolean; referrer?: string; landing?: string },
): Origin {
  const { siteUrl, isPage, referrer = "", landing = "" } = options;
  // A form's origin is one of ours, by whatever name: others were refused before.
  const ours = [siteUrl, isPage ? request.headers.get("Origin") : null];
  const sender = URL.parse(request.headers.get("Referer") ?? "");
  const page = isPage ? new URL(request.url) : sender?.origin === siteUrl ? sender : null;
  const before = URL.parse(referrer);
  const visited = [page, sender, before, URL.parse(landing)].filter((url) => url !== null);
  // A program on another site that uses the endpoint is what it came from.
  const outside = [before, isPage ? null : sender].find(
    (url) => url && /^https?:$/.test(url.protocol) && url.origin !== siteUrl,
  );
  return {
    page: (page?.pathname ?? "").replace(/\.data$/, "").slice(0, PAGE_CHARS),
    referrer_host: outside?.hostname.slice(0, VALUE_CHARS) ?? "",
    // A page before this one counts where it is ours: a campaign's link leads to one page, the form is on another.
    utm:
      visited
        .filter((url) => url === page || ours.includes(url.origin))
        .map(({ searchParams }) => utmOf(searchParams))
        .find((utm) => Object.keys(utm).length > 0) ?? {},
    language: languageOf(request.headers.get("Accept-Language") ?? ""),
  };
}

/**
 * The page to which a campaign led, for a form that comes back with something to correct: without scripts its next
 * post knows no more than its own address.
 * @param sent what the form itself says, from a script or from the answer before
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
