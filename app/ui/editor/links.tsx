// Bars below the toolbar that edit a link or an image.
import { FileText, Images } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { pickerWords } from "../../copy/panel/media.ts";
import { useDebounced } from "../panel/debounced.ts";
import { fetchJson, type JsonReply } from "../panel/fetch-json.ts";
import { logInAgain } from "../panel/login-again.tsx";
import { readTypedLink } from "./link-address.ts";

export type LinkTarget = { kind: string; title: string; href: string };

/** Null if the search was canceled. */
type Found = LinkTarget[] | null;

const PROBLEMS = {
  loggedOut: { text: "Your session has ended. You can still enter a URL.", button: "Log in again" },
  failed: {
    text: "We couldn't load this site's pages. You can still enter a URL.",
    button: "Try again",
  },
};

const PAUSE_MS = 200;

/** Handles Enter and Escape in the bar before they reach the surrounding form or dialog. */
const keys = (onEnter: () => void, onEscape: () => void) => (event: KeyboardEvent) => {
  if (event.key === "Enter") onEnter();
  else if (event.key === "Escape") onEscape();
  else return;
  event.preventDefault();
  event.stopPropagation();
};

/** A pending request. `mayLogIn` (whether it may open the sign-in dialog) can change in the meantime. */
type Asked = { controller: AbortController; mayLogIn: boolean };

/**
 * Edits a link. Enter on search words picks the first page found.
 * @param props.linksFrom endpoint that returns `LinkTarget`s for `?search=`
 * @param props.onDone gets the new URL, "" to remove the link, or null to leave it unchanged
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
    // Enter, the typing pause and "Log in again" share one request per search, so they don't abort each other.
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
  // Typing alone never opens the sign-in dialog.
  useDebounced(value, value === href ? 0 : PAUSE_MS, () => find(!found && value === href));
  const targets = found?.answer ?? [];
  const apply = async () => {
    const typed = readTypedLink(value);
    if (typed.href !== undefined) return onDone(typed.href);
    if (typed.refused !== undefined) return setRefused(typed.refused);
    // Enter on search words picks the first result, so wait for pending results.
    const answer = found?.search === typed.search ? targets : await find(false);
    if (answer?.[0]) onDone(answer[0].href);
    else if (answer) setRefused(NO_ADDRESS);
  };
  const leave = () => onDone(null);
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

/** Returns what to search for; empty for a fragment or an http(s), mailto or tel URL. */
const searchOf = (typed: string) => (/^(https?:|mailto:|tel:|#)/i.test(typed) ? "" : typed.trim());

const NO_ADDRESS =
  "No pages on this site match. To link to another site, enter its URL, such as https://example.com.";

type ImageValue = { src: string; alt: string; title: string | null };

/** Edits an image, or creates one if `image` is null. `onDone(null)` changes nothing. */
export function ImageBar({
  image,
  onChoose,
  onDone,
}: {
  image: ImageValue | null;
  /** absent if there's no media library to choose from */
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
