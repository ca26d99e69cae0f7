import { useEffect, useState } from "react";
import { searchFields as words } from "../../copy/panel/search-fields.ts";
import { cutResult, DEVICES, type Device } from "../../platform/text/search-result.ts";
import { Mark } from "../../ui/panel/mark.tsx";

const LABELS: Record<Device, string> = { desktop: "Desktop", mobile: "Mobile" };

type Previewed = { title: string; siteTitle: string; url: string };

/**
 * Renders a search result as it looks on a desktop or a phone.
 * @param props.url absolute
 * @param props.notes reasons why search engines might not show the page
 */
export function SearchResult(props: Previewed & { description: string; notes: string[] }) {
  const { title, description, siteTitle, url, notes } = props;
  const [device, setDevice] = useState<Device>("desktop");
  useEffect(() => {
    if (matchMedia("(width < 40rem)").matches) setDevice("mobile");
  }, []);
  const shown = cutResult(device, title, description);
  const { origin, pathname } = new URL(url);
  const trail = [origin, ...pathname.split("/").filter(Boolean)].join(" › ");
  return (
    <section className="prev" aria-label={words.result}>
      <div className="prev__h">
        <h3>{words.result}</h3>
        <fieldset className="seg">
          <legend className="sr">{words.device}</legend>
          {DEVICES.map((one) => (
            <button key={one} type="button" aria-pressed={one === device} onClick={() => setDevice(one)}>
              {LABELS[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <div
        className={`serp serp--${device}`}
        data-testid="search-result"
        // This scrolls in narrow windows, so it must be focusable.
        {...(device === "desktop" && { role: "group", tabIndex: 0, "aria-label": LABELS.desktop })}
      >
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
      {notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
    </section>
  );
}

/**
 * Renders a link as social networks show it.
 * @param props.image null if there's no image yet
 */
export function LinkPreview(props: Previewed & { image: { src: string; focus?: string } | null }) {
  const { title, siteTitle, url, image } = props;
  return (
    <section className="prev" aria-label={words.share}>
      <div className="prev__h">
        <h3>{words.share}</h3>
      </div>
      <div className="social" data-testid="social-card">
        {image ? (
          <img src={image.src} alt="" width="1200" height="630" style={{ objectPosition: image.focus }} />
        ) : (
          <div className="social__drawn" aria-hidden>
            {siteTitle}
            <strong>{title}</strong>
          </div>
        )}
        <div className="social__words">
          <small>{new URL(url).host}</small>
          <b>{title}</b>
        </div>
      </div>
    </section>
  );
}
