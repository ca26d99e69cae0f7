import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { fetchJson } from "./fetch-json.ts";

export type Command = {
  label: string;
  run: () => void;
  /** synonyms that the search also matches */
  words?: string;
};
export type Found = { label: string; detail: string; to: string };
export type FoundGroup = {
  label: string;
  items: Found[];
  /** link to all results; absent if `items` has them all */
  all?: { label: string; to: string };
};

type Words = {
  open: string;
  title: string;
  placeholder: string;
  help: string;
  searching: string;
  none: string;
  failed: string;
  loggedOut: string;
  groups: { actions: string; settings: string };
};
type Item = { value: string; label: string; detail?: string; run: () => void };
type Group = { value: string; items: Item[] };
type Answer = { search: string; groups: FoundGroup[]; problem?: string };

const PAUSE_MS = 150;

/**
 * Renders the search button, and opens the search on Ctrl-K (⌘K).
 * @param settings commands that are listed only once the owner types something
 * @param findAt endpoint that returns `FoundGroup`s for a posted `search`
 */
export function CommandPalette(props: {
  words: Words;
  commands: Command[];
  settings: Command[];
  findAt: string;
  onFound: (found: Found) => void;
}) {
  const { words } = props;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // Some browsers use Ctrl-K for their own search.
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  // Close only this dialog, not the one behind it.
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="btn btn--line find" aria-keyshortcuts="Control+K Meta+K">
        <Search className="i" aria-hidden />
        <span className="sr-phone">{words.open}</span>
        <span className="find__keys" aria-hidden="true">
          Ctrl K
        </span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim__bg" />
        <Dialog.Viewport className="scrim scrim--top">
          <Dialog.Popup className="dlgw dlgw--find" aria-label={words.title} onKeyDown={onEscape}>
            <Palette {...props} onClose={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({
  words,
  commands,
  settings,
  findAt,
  onFound,
  onClose,
}: Parameters<typeof CommandPalette>[0] & { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const answer = useAnswer(findAt, search, words);
  const help = useId();
  const isWaiting = search !== "" && answer?.search !== search;

  const matching = (label: string, known: Command[]): Group => ({
    value: label,
    items: known
      .filter((one) => hasWords(`${one.label} ${one.words ?? ""}`, search))
      .map(({ label: name, run }) => ({ value: `${label} ${name}`, label: name, run })),
  });
  const groups: Group[] = [
    matching(words.groups.settings, search ? settings : []),
    matching(words.groups.actions, commands),
    // Keep the previous results until new ones arrive, so the list doesn't jump.
    ...(search ? (answer?.groups ?? []) : []).map(({ label, items, all }) => ({
      value: label,
      items: [...items, ...(all ? [{ ...all, detail: "" }] : [])].map((found) => ({
        value: `${label} ${found.to}`,
        label: found.label,
        detail: found.detail,
        run: () => onFound(found),
      })),
    })),
  ].filter(({ items }) => items.length);
  const isNothing = !groups.length && !isWaiting && !answer?.problem;

  return (
    <div className="dlg find__dlg">
      <Autocomplete.Root
        open
        inline
        items={groups}
        filter={null}
        value={typed}
        onValueChange={(value, { reason }) => {
          // Otherwise, selecting an item would put its name into the search box.
          if (reason !== "item-press") setTyped(value);
        }}
        autoHighlight="always"
        keepHighlight
      >
        <div className="find__box">
          <Search className="i" aria-hidden />
          <Autocomplete.Input
            className="find__input"
            aria-label={words.title}
            aria-describedby={help}
            placeholder={words.placeholder}
            maxLength={200}
          />
          <Dialog.Close className="btn btn--icon btn--ghost" aria-label="Close">
            <X className="i" aria-hidden />
          </Dialog.Close>
        </div>
        <Autocomplete.List className="find__list" aria-label={words.title}>
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="find__kind">{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: Item) => (
                  <Autocomplete.Item
                    key={item.value}
                    value={item}
                    className="find__item"
                    onClick={() => {
                      onClose();
                      item.run();
                    }}
                  >
                    <span>{item.label}</span>
                    {item.detail && <small>{item.detail}</small>}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <p className="find__say" role="status">
          {isWaiting ? words.searching : (answer?.problem ?? (isNothing ? words.none : ""))}
        </p>
        <p className="find__help" id={help}>
          {words.help}
        </p>
      </Autocomplete.Root>
    </div>
  );
}

const hasWords = (label: string, search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));

/** Searches on the server once typing pauses. Ignores outdated responses. */
function useAnswer(findAt: string, search: string, words: Words): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (!search) return setAnswer(null);
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const { answer, problem } = await fetchJson<FoundGroup[]>(findAt, {
        form: { search },
        signal: asking.signal,
      });
      if (asking.signal.aborted) return;
      setAnswer({ search, groups: answer ?? [], problem: problem && words[problem] });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [findAt, search, words]);
  return answer;
}
