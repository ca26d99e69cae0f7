// Offers a form's autosaves when it opens again, and lists those of new records. `autosave.ts` creates them.
import { FilePenLine } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { postAutosave, type AutosaveState as State } from "./autosave.ts";
import { showToast } from "./toaster.tsx";
import type { PendingDraft } from "./waiting-changes.tsx";

/** The unsaved content of a form: its fields as it would post them. */
type Autosave = {
  id: string;
  /** the record's version when the form was opened; null to add one */
  version: number | null;
  /** typed into a draft: its version then; null: into the published version */
  draft_version: number | null;
  fields: Record<string, string>;
  /** what distinguishes it from others */
  title: string;
  /** its time in the site's time zone: "Nov 21, 2:05 PM" */
  kept: string;
};

/**
 * What a form opens with: the endpoint `to` for autosaves, a new `id` for its own; `taken` is the one being restored,
 * `offered` those to choose from, newest first.
 */
export type AutosaveStart = {
  to: string;
  id: string;
  kind: string;
  record: string | null;
  taken: Autosave | null;
  offered: Autosave[];
};

/** The choice from `useAutosaveChoice`. */
export type AutosaveChoice = ReturnType<typeof useAutosaveChoice>;

/**
 * Returns the choice among a form's autosaves, for a component that remounts the form by its `key` when one is
 * restored.
 * @param start from when the form opened; later reads contain what the form itself has stored
 */
export function useAutosaveChoice(start: AutosaveStart) {
  const [{ to, id, kind, record, ...opened }] = useState(start);
  const [left, setLeft] = useState(opened.offered);
  const [taken, setTaken] = useState(opened.taken);
  const { revalidate } = useRevalidator();
  const [offered] = left;

  const post = (intent: string, autosave: string, fields?: Record<string, string>) =>
    postAutosave(to, { ...fields, intent, draft: autosave });

  /** Posts what happens to the offered one. */
  const decide = async (intent: string, offered: Autosave, failed: string) => {
    const { status } = await post(intent, offered.id);
    if (status === 200) setLeft((others) => others.filter((other) => other !== offered));
    else showToast({ tone: "bad", title: failed, text: TRY_AGAIN });
    return status === 200;
  };

  const bringBack = async (autosave: Autosave) => {
    const edited: Record<string, string> = record ? { id: record, version: String(autosave.version) } : {};
    const draft = autosave.draft_version;
    const view: Record<string, string> = draft === null ? {} : { keep: "on", draft_version: String(draft) };
    const { status } = await post("keep", autosave.id, { ...autosave.fields, ...edited, ...view, kind });
    if (status !== 200)
      return showToast({ tone: "bad", title: "Failed to restore the unsaved changes", text: TRY_AGAIN });
    setLeft((others) => [autosave, ...others]);
    revalidate();
  };

  return {
    to,
    kind,
    /** the record's id or key; null for a new one */
    record,
    /** identifies this form's autosave */
    id: taken?.id ?? id,
    /** the autosave being restored */
    taken,
    /** the newest autosave until the owner chooses */
    offered,
    /**
     * Pending changes as the form treats them: text typed into a draft can only be saved as a draft, and becomes a new
     * one if that draft is gone.
     */
    waitingWith(waiting: PendingDraft | null): PendingDraft | null {
      if (!taken) return waiting;
      const version = taken.draft_version;
      if (version === null) return waiting && { ...waiting, isShown: false, isRestored: true };
      const gone = { version: 0, title: "", labels: [] };
      return { ...(waiting ? { ...waiting, version } : gone), isShown: true, isRestored: true };
    },
    /** Returns what the form shows: the restored autosave over what's saved. */
    over<Values extends object>(saved: Values): Values {
      if (!taken) return saved;
      const { fields, version } = taken;
      // An older form may not have had the switch; it then stays as it is.
      const switches = Object.entries(saved).flatMap(([name, value]) =>
        typeof value === "boolean" && name in fields ? [[name, fields[name] === "on"]] : [],
      );
      return { ...saved, ...fields, version, ...Object.fromEntries(switches) };
    },
    goOn() {
      if (!offered) return;
      // Replaces what this form has stored itself.
      void post("forget", id);
      setTaken(offered);
      setLeft([]);
    },
    /** New forms no longer offer it; the list still shows it. */
    async putAside() {
      if (!offered || !(await decide("refuse", offered, "Failed to save your changes for later"))) return;
      showToast({
        tone: "good",
        title: "Saved for later",
        text: "You'll find them above the list.",
      });
      revalidate();
    },
    async throwAway() {
      if (!offered || !(await decide("forget", offered, "Failed to discard the unsaved changes"))) return;
      showToast({ tone: "good", title: "Unsaved changes discarded" }, () => bringBack(offered));
    },
  };
}

const TRY_AGAIN = "Nothing was changed. Try again in a minute.";

/**
 * Renders the choice at the head of a form with unsaved changes.
 * @param version the record's saved version
 * @param isDraft whether the form shows the draft
 * @param hasChanges whether something was typed since the form opened, which restoring would replace
 */
export function AutosaveOffer({
  choice: { offered, goOn, putAside, throwAway },
  version,
  isDraft,
  hasChanges,
}: {
  choice: AutosaveChoice;
  version: number | undefined;
  isDraft: boolean;
  hasChanges: () => boolean;
}) {
  if (!offered) return null;
  const isOfDraft = offered.draft_version !== null;
  const view = isOfDraft === isDraft ? "" : isDraft ? " to the published version" : " to the draft";
  const takeOver = () => {
    if (!hasChanges() || window.confirm("Restore the unsaved changes? They replace what you just typed."))
      goOn();
  };
  const after = (act: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    act();
    // The button disappears, so focus moves to the form's first field.
    event.currentTarget.form?.querySelector<HTMLElement>("input[type=text]")?.focus();
  };
  return (
    <Line>
      <p>
        {`You have unsaved changes${view} from ${offered.kept}: `}
        {quoted(offered.title)}.
        {version !== undefined && version !== offered.version && (
          <>
            {" "}
            A newer version has since been saved in another window or session, so Save will ask which version
            to keep.
          </>
        )}
      </p>
      <div className="btns">
        <button type="button" className="btn btn--line" onClick={takeOver}>
          Restore
        </button>
        {version === undefined && (
          <button type="button" className="btn btn--line" onClick={after(putAside)}>
            Not now
          </button>
        )}
        <button type="button" className="btn btn--line" onClick={after(throwAway)}>
          Discard
        </button>
      </div>
    </Line>
  );
}

/**
 * Renders the notice above a list about new records that were never saved.
 * @param noun singular and plural: "blog post", "blog posts"
 * @param unsaved titles and times, newest first
 * @param onOpen called with the one to open
 */
export function UnsavedRecord({
  noun: [one, more],
  unsaved,
  onOpen,
}: {
  noun: readonly [string, string];
  unsaved: { id: string; title: string; kept: string }[];
  onOpen: (id: string) => void;
}) {
  const [newest] = unsaved;
  if (!newest) return null;
  const newestOf = `${quoted(newest.title)}, ${newest.kept}`;
  return (
    <Line>
      <p>
        {unsaved.length === 1
          ? `You have an unsaved new ${one}: ${newestOf}.`
          : `You have ${unsaved.length} unsaved new ${more}. The latest: ${newestOf}.`}
      </p>
      <div className="btns">
        <button type="button" className="btn btn--line" onClick={() => onOpen(newest.id)}>
          Open it
        </button>
      </div>
    </Line>
  );
}

const quoted = (title: string) => (title.trim() ? `“${title.trim()}”` : "untitled");

function Line({ children }: { children: ReactNode }) {
  return (
    <section className="unsaved" aria-label="Unsaved changes">
      <FilePenLine className="i" aria-hidden />
      {children}
    </section>
  );
}

/** Shows whether the form is autosaved; screen readers only hear problems. */
export function AutosaveState({ kept, isDraft, trouble }: State) {
  return (
    <p className="autosaved">
      {!trouble && kept && `${isDraft ? "Draft saved" : "Autosaved"} at ${kept}`}
      <span role="status">{trouble}</span>
    </p>
  );
}
