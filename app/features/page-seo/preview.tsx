import { useState } from "react";
import { Mark } from "../../ui/panel/mark.tsx";
import { cutResult, DEVICES, type Device } from "./search-result.ts";

const LABELS: Record<Device, string> = { desktop: "Desktop", mobile: "Mobile" };

/**
 * Live previews of a page as a search result and a social card.
 * @param props.url the page's absolute URL
 * @param props.image the share image's URL, null for a page without a URL
 * @param props.focus the part that stays in view, as CSS `object-position`
 */
export function SeoPreview({
  title,
  description,
  siteTitle,
  url,
  image,
  focus,
  isIndexable,
}: {
  title: string;
  description: string;
  siteTitle: string;
  url: string;
  image: string | null;
  focus?: string;
  isIndexable: boolean;
}) {
  const [device, setDevice] = useState<Device>("desktop");
  const shown = cutResult(device, title, description);
  const { host, origin, pathname } = new URL(url);
  const trail = [origin, ...pathname.split("/").filter(Boolean)].join(" › ");
  return (
    <section className="prev" aria-label="Live previews">
      <div className="prev__h">
        <h3>Search result</h3>
        <fieldset className="seg">
          <legend className="sr">Device</legend>
          {DEVICES.map((one) => (
            <button key={one} type="button" aria-pressed={one === device} onClick={() => setDevice(one)}>
              {LABELS[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={`serp serp--${device}`} data-testid="search-result">
        <div className="serp__s">
          <Mark siteTitle={siteTitle} size={28} />
          <span>
            <b>{siteTitle}</b>
            {trail}
          </span>
        </div>
        <p className="serp__t">{shown.title}</p>
        <p className="serp__d">{shown.description}</p>
      </div>
      {!isIndexable && <p className="hint">Hidden from search engines (noindex).</p>}
      <div className="prev__h">
        <h3>Link preview</h3>
      </div>
      <div className="social" data-testid="social-card">
        {image && <img src={image} alt="" width="1200" height="630" style={{ objectPosition: focus }} />}
        <div>
          <small>{host}</small>
          <b>{title}</b>
        </div>
      </div>
    </section>
  );
}
