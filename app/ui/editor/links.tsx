// The bars below the editor's tools for the URL of a link or image.
import { FileText, Images } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { pickerWords } from "../../copy/panel/media.ts";
import { useDebounced } from "../panel/debounced.ts";
import { fetchJson, type JsonReply } from "../panel/fetch-json.ts";
import { logInAgain } from "../panel/login-again.tsx";
import { readTypedLink } from "./link-address.ts";

/** A link target on this site. */
export type LinkTarget = { kind: string; title: string; href: string };

/** Search results; null if a later search or closing the bar replaced it. */
type Found = LinkTarget[] | null;

/** Why no page is offered, and what to do about it. */
const PROBLEMS = {
  loggedOut: { text: "Your session has ended. You can still enter a URL.", button: "Log in again" },
  failed: {
    text: "We couldn't load this site's pages. You can still enter a URL.",
    button: "Try again",
  },
};

/** A search starts when typing pauses. */
const PAUSE_MS = 200;

/** Enter applies and Escape closes the bar, not the form or dialog around it. */
const keys = (onEnter: () => void, onEscape: () => void) => (event: KeyboardEvent) => {
  if (event.key === "Enter") onEnter();
  else if (event.key === "Escape") onEscape();
  else return;
  event.preventDefault();
  event.stopPropagation();
};

/** A pending request. Whether it may ask for the password can still change. */
type Asked = { controller: AbortController; mayLogIn: boolean };

/**
 * Sets a link's target: a URL sets it, an empty one removes it, null leaves it. Arrow keys move through found pages;
 * Enter on words picks the first.
 * @param props.linksFrom the endpoint that answers `?search=` with this site's `LinkTarget`s
 */
export function LinkBar({
  href,
  linksFrom,
  onDone,
}: {
  href: string;
  linksFrom?: string;
  onDone: (href: string | null) => void;
}) {
  const refusedId = useId();
  const [value, setValue] = useState(href);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [found, setFound] = useState<JsonReply<LinkTarget[]> & { search: string }>();
  const [refused, setRefused] = useState<string>();
  const asking = useRef<{ search: string; asked: Asked; found: Promise<Found> }>(undefined);
  useEffect(() => {
    input.current?.focus();
    return () => asking.current?.asked.controller.abort();
  }, []);
  const request = async (search: string, asked: Asked): Promise<Found> => {
    const { signal } = asked.controller;
    const got = await fetchJson<LinkTarget[]>(`${linksFrom}?search=${encodeURIComponent(search)}`, {
      signal,
    });
    if (got.problem === "loggedOut" && asked.mayLogIn && (await logInAgain()))
      return request(search, { ...asked, mayLogIn: false });
    if (signal.aborted) return null;
    asking.current = undefined;
    setFound({ ...got, search });
    return got.answer ?? [];
  };
  const find = (mayLogIn: boolean): Promise<Found> => {
    if (!linksFrom) return Promise.resolve([]);
    const search = searchOf(input.current?.value ?? value);
    // Enter and the pause share one request; neither aborts the other's. A click on "Log in again" joins it, too.
    if (asking.current?.search === search) {
      asking.current.asked.mayLogIn ||= mayLogIn;
      return asking.current.found;
    }
    asking.current?.asked.controller.abort();
    const asked = { controller: new AbortController(), mayLogIn };
    const found = request(search, asked);
    asking.current = { search, asked, found };
    return found;
  };
  // No sign-in dialog while someone types.
  useDebounced(value, value === href ? 0 : PAUSE_MS, () => find(!found && value === href));
  const targets = found?.answer ?? [];
  const apply = async () => {
    const typed = readTypedLink(value);
    if (typed.href !== undefined) return onDone(typed.href);
    if (typed.refused !== undefined) return setRefused(typed.refused);
    // Words mean the page they find, even if the response is still pending.
    const answer = found?.search === typed.search ? targets : await find(false);
    if (answer?.[0]) onDone(answer[0].href);
    else if (answer) setRefused(NO_ADDRESS);
  };
  const leave = () => onDone(null);
  /** Down from the field through the results, and back up. */
  const go = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = [input.current, ...(list.current?.querySelectorAll("button") ?? [])];
    const next = stops[stops.indexOf(document.activeElement as HTMLButtonElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div className="rte__ask">
      <div className="rte__link">
        <input
          ref={input}
          className="input"
          type="text"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          aria-label="Link URL"
          aria-invalid={refused ? true : undefined}
          aria-describedby={refused && refusedId}
          placeholder={linksFrom ? "https:// or part of a page title" : "https:// or /contact"}
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setRefused(undefined);
          }}
          onKeyDown={(event) => {
            go(event);
            keys(apply, leave)(event);
          }}
        />
        <button type="button" className="btn btn--soft" disabled={!value.trim()} onClick={apply}>
          Set link
        </button>
        {href && (
          <button type="button" className="btn btn--ghost" onClick={() => onDone("")}>
            Remove link
          </button>
        )}
      </div>
      {refused && (
        <p className="error" id={refusedId} role="alert">
          {refused}
        </p>
      )}
      {linksFrom && (
        <ul className="rte__targets" aria-label="Pages on this site" ref={list}>
          {targets.map((target) => (
            <li key={target.href}>
              <button
                type="button"
                className="btn btn--ghost"
                onClick={() => onDone(target.href)}
                onKeyDown={(event) => {
                  go(event);
                  if (event.key === "Escape") keys(apply, leave)(event);
                }}
              >
                <FileText className="i" aria-hidden />
                <span>{target.title}</span>
                <small>{target.kind}</small>
              </button>
            </li>
          ))}
          {found?.answer && !targets.length && <li className="hint">No pages on this site match.</li>}
        </ul>
      )}
      {found?.problem && (
        <p className="rte__none" role="alert">
          <span className="hint">{PROBLEMS[found.problem].text}</span>
          <button type="button" className="btn btn--soft" onClick={() => find(true)}>
            {PROBLEMS[found.problem].button}
          </button>
        </p>
      )}
    </div>
  );
}

/** A URL isn't a search unless it's on this site. */
const searchOf = (typed: string) => (/^(https?:|mailto:|tel:|#)/i.test(typed) ? "" : typed.trim());

const NO_ADDRESS =
  "No pages on this site match. To link to another site, enter its URL, such as https://example.com.";

/** An image's URL and alt text. */
type ImageValue = { src: string; alt: string; title: string | null };

/** Renders an image in the text; null leaves it unchanged. */
export function ImageBar({
  image,
  onChoose,
  onDone,
}: {
  image: ImageValue | null;
  /** opens the library; absent if there is none */
  onChoose?: () => void;
  onDone: (image: ImageValue | null) => void;
}) {
  const [src, setSrc] = useState(image?.src ?? "");
  const [alt, setAlt] = useState(image?.alt ?? "");
  const [caption, setCaption] = useState(image?.title ?? "");
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  useEffect(() => (choose.current ?? input.current)?.focus(), []);
  const apply = () => {
    const address = src.trim();
    if (/^(https:\/\/[^\s/]|\/(?![/\\]))\S*$/i.test(address))
      onDone({ src: address, alt: alt.trim(), title: caption.trim() || null });
    else {
      setWrong(true);
      input.current?.focus();
    }
  };
  const onKeyDown = keys(apply, () => onDone(null));
  return (
    <div className="rte__ask">
      {onChoose && !image && (
        <button ref={choose} type="button" className="btn btn--soft rte__choose" onClick={onChoose}>
          <Images className="i" aria-hidden />
          {pickerWords.open}
        </button>
      )}
      <div className="rte__link rte__link--image">
        <input
          ref={input}
          className="input"
          type="url"
          aria-label="Image URL"
          aria-invalid={isWrong || undefined}
          placeholder="Image URL: https:// or /"
          value={src}
          onChange={(event) => setSrc(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <input
          className="input"
          aria-label="Image alt text"
          placeholder="Alt text"
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <input
          className="input"
          aria-label="Image caption"
          placeholder="Caption (optional)"
          value={caption}
          onChange={(event) => setCaption(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="btn btn--soft" onClick={apply}>
          {image ? "Change image" : "Insert image"}
        </button>
      </div>
      {isWrong && (
        <p className="error" role="alert">
          Use a URL that starts with https://, or with / for an image on this site.
        </p>
      )}
    </div>
  );
}
