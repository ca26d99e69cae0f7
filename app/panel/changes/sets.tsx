import { FolderInput, FolderPlus, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import { setTitle } from "../../features/changes/set-title.ts";
import type { PendingSet } from "../../features/changes/sets.server.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { FormDialog } from "../../ui/panel/form-dialog.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";

const words = changes.sets;

/** Opens the form for a new set. */
export function NewSetButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className="btn btn--ghost changes__new" onClick={onOpen}>
      <FolderPlus className="i" aria-hidden />
      {words.add}
    </button>
  );
}

/** Once the first set exists, the button that opened its form moves next to the titles and focus is lost. */
const takeFocus = (link: HTMLAnchorElement | null) => {
  if (document.activeElement === document.body) link?.focus();
};

/**
 * Lets the owner choose a change set and edit the one shown.
 * @param props.added the id of the set added last, if any
 */
export function Sets({
  sets,
  shown,
  added,
  onAdd,
  post,
}: {
  sets: PendingSet[];
  shown: PendingSet;
  added: string | undefined;
  onAdd: () => void;
  post: (form: Record<string, string>) => void;
}) {
  const [isRenamed, setRenamed] = useState(false);
  return (
    <>
      <nav className="views changes__sets" aria-label={words.label}>
        {sets.map(({ id, name, count }) => (
          <Link
            key={id}
            ref={id === added ? takeFocus : undefined}
            className="btn btn--ghost"
            to={`?set=${id}`}
            aria-current={id === shown.id ? "page" : undefined}
          >
            {words.named(name, count)}
          </Link>
        ))}
        <NewSetButton onOpen={onAdd} />
      </nav>
      <div className="changes__set">
        <p className="muted">{shown.collects ? words.collects : words.collectsElsewhere}</p>
        <div className="btns">
          {!shown.collects && (
            <SetButton icon={FolderInput} onPress={() => post({ intent: "collect", set: shown.id })}>
              {words.collect}
            </SetButton>
          )}
          <SetButton icon={Pencil} onPress={() => setRenamed(true)}>
            {shown.title ? words.rename : words.name}
          </SetButton>
          {shown.count === 0 && (
            <SetButton icon={Trash2} onPress={() => post({ intent: "remove-set", set: shown.id })}>
              {words.remove}
            </SetButton>
          )}
        </div>
      </div>
      {isRenamed && <TitleForm set={shown.id} title={shown.title} onClose={() => setRenamed(false)} />}
    </>
  );
}

function SetButton(props: { icon: LucideIcon; onPress: () => void; children: string }) {
  const { icon: Icon, onPress, children } = props;
  return (
    <button type="button" className="btn btn--ghost" onClick={onPress}>
      <Icon className="i" aria-hidden />
      {children}
    </button>
  );
}

/**
 * @param title the set's current title; undefined for a new one, which will get this id
 * @param onAdded called with that id once the set exists
 */
export function TitleForm({
  set,
  title,
  onAdded,
  onClose,
}: {
  set: string;
  title?: string;
  onAdded?: (set: string) => void;
  onClose: () => void;
}) {
  const { change } = useQueryState();
  // Once the set exists, the page provides a new id.
  const [id] = useState(set);
  const form = useSaveForm({
    schema: setTitle,
    values: { title: title ?? "" },
    required: ["title"],
    missing: words.missing,
    failed: changes.failed["add-set"],
    labels: { title: words.title },
    onSaved() {
      onClose();
      onAdded?.(id);
      change({ set: id });
    },
  });
  return (
    <FormDialog
      saving={form}
      name="change-set"
      posts={{ intent: title === undefined ? "add-set" : "rename-set", set: id }}
      title={title === undefined ? words.addTitle : words.rename}
      about={title === undefined ? words.addAbout : undefined}
      size="small"
      onClose={onClose}
    >
      <TextField {...form.labeled("title")} isRequired placeholder={words.example} />
    </FormDialog>
  );
}

/** Moves a draft to another set. */
export function MoveTo({
  name,
  sets,
  onMove,
}: {
  name: string;
  sets: readonly PendingSet[];
  onMove: (to: string) => void;
}) {
  const [to, setTo] = useState("");
  if (!sets.length) return null;
  return (
    <form
      className="changes__move"
      onSubmit={(event) => {
        event.preventDefault();
        if (to) onMove(to);
      }}
    >
      <select
        className="input"
        aria-label={words.moveLabel(name)}
        value={to}
        required
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      >
        <option value="">{words.moveTo}</option>
        {sets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name || words.untitled}
          </option>
        ))}
      </select>
      <button type="submit" className="btn btn--line" disabled={!to}>
        {words.move}
      </button>
    </form>
  );
}
