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

export type ShownSet = Omit<PendingSet, "publish_at"> & { isScheduled: boolean };

export function NewSetButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className="btn btn--ghost changes__new" onClick={onOpen}>
      <FolderPlus className="i" aria-hidden />
      {words.add}
    </button>
  );
}

/** Focuses the new set if focus was lost. Adding the first set moves the add button, which then loses focus. */
const takeFocus = (link: HTMLAnchorElement | null) => {
  if (document.activeElement === document.body) link?.focus();
};

/** @param props.added id of the set just added, if any */
export function Sets({
  sets,
  shown,
  added,
  onAdd,
  post,
}: {
  sets: ShownSet[];
  shown: ShownSet;
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
          {!shown.collects && !shown.isScheduled && (
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
 * @param title undefined for a new set
 * @param onAdded receives the new set's id
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
  // Keep the first id, because the page passes a new one after the save.
  const [id] = useState(set);
  const form = useSaveForm({
    schema: setTitle,
    values: { title: title ?? "" },
    required: ["title"],
    missing: words.missing,
    failed: changes.failed["add-set"],
    labels: { title: words.title },
    stored: title === undefined ? "new set" : `set ${id}`,
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

export function MoveTo({
  name,
  sets,
  onMove,
}: {
  name: string;
  sets: readonly ShownSet[];
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
