// Finds the origin of an enquiry without cookies or fingerprinting.

export type Origin = {
  /** path of the form's page; empty if unknown */
  page: string;
  /** host of the referring site; empty if unknown or ours */
  referrer_host: string;
  /** by full name, such as `utm_source`, with the ads' click IDs, such as `gclid` */
  utm: Record<string, string>;
  /** the browser's first language, such as `en-US` */
  language: string;
  /** paths of the pages opened in the visit, first to last (`trailOf`); empty if unknown */
  trail: string[];
};

const VALUE_CHARS = 200;
const PAGE_CHARS = 500;
const UTM_KEYS_MAX = 10;

/**
 * Returns the origin of an enquiry's request.
 * @param request.url the form's page. Forms on cached pages post without the query, which is only in the Referer.
 * @param options.isPage false for `/api/send-contact-email`, where the page is the Referer
 * @param options.referrer the previous page (`document.referrer`)
 * @param options.landing from `landingOf`
 */
export function readOrigin(
  request: Pick<Request, "url" | "headers">,
  options: { siteUrl: string; isPage: boolean; referrer?: string; landing?: string; trail?: string[] },
): Origin {
  const { siteUrl, isPage, referrer = "", landing = "", trail = [] } = options;
  // Posts from other sites were already rejected, so the form's Origin is ours, even under another host name.
  const ours = [siteUrl, isPage ? request.headers.get("Origin") : null];
  const sender = URL.parse(request.headers.get("Referer") ?? "");
  const page = isPage ? new URL(request.url) : sender?.origin === siteUrl ? sender : null;
  const before = URL.parse(referrer);
  const visited = [page, sender, before, URL.parse(landing)].filter((url) => url !== null);
  // For the endpoint, the calling site counts as the referring site.
  const outside = [before, isPage ? null : sender].find(
    (url) => url && /^https?:$/.test(url.protocol) && url.origin !== siteUrl,
  );
  return {
    page: (page?.pathname ?? "").replace(/\.data$/, "").slice(0, PAGE_CHARS),
    referrer_host: outside?.hostname.slice(0, VALUE_CHARS) ?? "",
    // The form may be on a later page than the campaign's landing page.
    utm:
      visited
        .filter((url) => url === page || ours.includes(url.origin))
        .map(({ searchParams }) => utmOf(searchParams))
        .find((utm) => Object.keys(utm).length > 0) ?? {},
    language: languageOf(request.headers.get("Accept-Language") ?? ""),
    trail,
  };
}

/**
 * Returns the URL of the campaign's landing page.
 * @param sent the one that an earlier try of the form has posted: without scripts, the next try's Referer lacks it
 * @param visit from `readVisit`
 */
export function landingOf(
  { url, headers }: Pick<Request, "url" | "headers">,
  sent: string,
  visit: string[] = [],
): string | undefined {
  const isCampaign = (address: string) => /[?&](utm_|[a-z]+clid=)/.test(address);
  const inTab = visit.findLast(isCampaign);
  if (inTab) return new URL(inTab, url).href;
  return [sent, headers.get("Referer") ?? ""].find(isCampaign);
}

function utmOf(query: URLSearchParams): Record<string, string> {
  const values = [...query]
    .filter(([key]) => /^(utm_[a-z_]{1,30}|[a-z]{1,4}clid)$/.test(key))
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
