// Lists the page's texts for editing by keyboard and on phones.
import { useEffect, useId, useRef, useState } from "react";
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import type { ItemChange } from "../../features/page-editing/json-path.ts";
import { isInHtml, type PageText } from "../../features/page-editing/page-text.ts";
import { changesOf } from "./item-changes.ts";
import { keyOfText } from "./page-edits.ts";

type Props = {
  /** in display order */
  texts: PageText[];
  /** with those that aren't in the list */
  all: PageText[];
  open: string | null;
  isLive: boolean;
  onOpen: (text: PageText) => void;
  onType: (text: PageText, value: string) => void;
  onSave: (text: PageText, value: string) => void;
  /** opens the form for the whole field */
  onForm: (text: PageText) => void;
  onItem: (text: PageText, change: ItemChange) => void;
  onClose: (text: PageText) => void;
};

export function TextList({ texts, open, ...row }: Props) {
  const [search, setSearch] = useState("");
  const sought = search.trim().toLowerCase();
  // Without a search, the parts of a formatted text are one row, except for the open one.
  const isFound = (text: PageText) =>
    sought
      ? `${text.label} ${text.base}`.toLowerCase().includes(sought)
      : !isInHtml(text) || open === keyOfText(text);
  const found = texts.filter(isFound);
  // Matches are shown, wherever they are.
  const shared = sought ? [] : found.filter(({ isShared }) => isShared);
  const [isSharedOpen, setSharedOpen] = useState(false);
  const list = (listed: PageText[]) => (
    <ul>
      {listed.map((text) => (
        <li key={keyOfText(text)}>
          <Row text={text} isOpen={open === keyOfText(text)} {...row} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <input
        type="search"
        className="input"
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 && <p className="hint">{words.none}</p>}
      <div className="pe__texts">
        {list(found.filter((text) => !shared.includes(text)))}
        {shared.length > 0 && (
          <details
            open={isSharedOpen || shared.some((text) => open === keyOfText(text))}
            onToggle={({ currentTarget }) => setSharedOpen(currentTarget.open)}
          >
            <summary>{words.shared(shared.length)}</summary>
            {list(shared)}
          </details>
        )}
      </div>
    </>
  );
}

function Row({
  text,
  all,
  isOpen,
  isLive,
  onOpen,
  onType,
  onSave,
  onForm,
  onItem,
  onClose,
}: Omit<Props, "texts" | "open"> & { text: PageText; isOpen: boolean }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) {
      area.current?.focus();
      area.current?.closest(".pe__open")?.scrollIntoView({ block: "nearest" });
    } else if (wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const changes = changesOf(text, all);
  const shown = text.format === "html" ? text.base.replace(/<[^>]*>/g, " ") : text.base;
  if (!isOpen)
    return (
      <button type="button" className="pe__text" ref={button} onClick={() => onOpen(text)}>
        <small>
          {text.label}
          {text.note && ` · ${text.note}`}
        </small>
        <span>
          {!shown && words.empty}
          {shown.length > 140 ? `${shown.slice(0, 140)}…` : shown}
        </span>
        {!text.isInline && <small>{words.opensForm}</small>}
      </button>
    );
  const save = () => onSave(text, (area.current?.value ?? "").trim());
  return (
    <div className="pe__open">
      <label htmlFor={id}>{text.label}</label>
      {text.note && <p className="hint">{text.note}</p>}
      <textarea
        id={id}
        ref={area}
        className="input grows"
        rows={2}
        defaultValue={text.base}
        onInput={(event) => onType(text, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose(text);
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      <div className="btns">
        <button type="button" className="btn btn--solid" onClick={save}>
          {words.save[isLive ? "live" : "draft"]}
        </button>
        <button type="button" className="btn btn--ghost" onClick={() => onClose(text)}>
          {words.cancel}
        </button>
      </div>
      {changes.length > 0 && (
        <fieldset className="btns pe__item">
          <legend className="sr">{words.items.toolbar}</legend>
          {changes.map(([change, label]) => (
            <button
              key={change}
              type="button"
              className="btn btn--ghost"
              onClick={() => {
                save();
                onItem(text, change);
              }}
            >
              {label}
            </button>
          ))}
          <button type="button" className="btn btn--ghost" onClick={() => onForm(text)}>
            {words.wholeList}
          </button>
        </fieldset>
      )}
      {isInHtml(text) && (
        <button type="button" className="btn btn--ghost" onClick={() => onForm(text)}>
          {words.formatting}
        </button>
      )}
    </div>
  );
}
