// Offers a form's autosaves when the form opens again, and lists those of new records.
import { FilePenLine } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { postAutosave, type AutosaveState as State } from "./autosave.ts";
import { showToast } from "./toaster.tsx";
import type { PendingDraft } from "./waiting-changes.tsx";

type Autosave = {
  id: string;
  /** the record's version when the form opened; null for a new record */
  version: number | null;
  /** the draft's version if the form showed the draft, otherwise null */
  draft_version: number | null;
  fields: Record<string, string>;
  /** a title that tells autosaves apart */
  title: string;
  /** time of the autosave, in the site's time zone: "Nov 21, 2:05 PM" */
  kept: string;
};

/**
 * `to` is the endpoint, `id` the form's own autosave, `taken` the autosave being restored, and `offered` all
 * others, newest first.
 */
export type AutosaveStart = {
  to: string;
  id: string;
  kind: string;
  record: string | null;
  taken: Autosave | null;
  offered: Autosave[];
};

export type AutosaveChoice = ReturnType<typeof useAutosaveChoice>;

/**
 * Lets the owner restore or discard a form's autosaves. Restoring one changes `key`. Use it as the form's `key`, so
 * that the form remounts.
 * @param start from when the form opened; newer data would include the form's own autosave
 */
export function useAutosaveChoice(start: AutosaveStart) {
  const [{ to, id, kind, record, ...opened }] = useState(start);
  const [left, setLeft] = useState(opened.offered);
  const [taken, setTaken] = useState(opened.taken);
  const { revalidate } = useRevalidator();
  const [offered] = left;

  const post = (intent: string, autosave: string, fields?: Record<string, string>) =>
    postAutosave(to, { ...fields, intent, autosave });

  const decide = async (intent: string, offered: Autosave, failed: string) => {
    const { status } = await post(intent, offered.id);
    if (status === 200) setLeft((others) => others.filter((other) => other !== offered));
    else showToast({ tone: "bad", title: failed, text: TRY_AGAIN });
    return status === 200;
  };

  const undoDiscard = async (autosave: Autosave) => {
    const edited: Record<string, string> = record ? { id: record, version: String(autosave.version) } : {};
    const draft = autosave.draft_version;
    const view: Record<string, string> = draft === null ? {} : { draft: "on", draft_version: String(draft) };
    const { status } = await post("autosave", autosave.id, { ...autosave.fields, ...edited, ...view, kind });
    if (status !== 200)
      return showToast({ tone: "bad", title: "Failed to restore the unsaved changes", text: TRY_AGAIN });
    setLeft((others) => [autosave, ...others]);
    revalidate();
  };

  return {
    to,
    kind,
    record,
    /** The autosave of a new record keeps its id, because the URL contains it. */
    id: taken && record === null ? taken.id : id,
    /** the autosave that this form's own one replaces; another window may still be using its id */
    restored: taken && record !== null ? taken.id : undefined,
    key: taken?.id ?? id,
    taken,
    /** the newest autosave, until the owner chooses */
    offered,
    /**
     * Adjusts the form's draft to the restored autosave. Text typed into a draft can only be saved to that draft, or
     * to a new one if it's gone.
     */
    waitingWith(waiting: PendingDraft | null): PendingDraft | null {
      if (!taken) return waiting;
      const version = taken.draft_version;
      if (version === null) return waiting && { ...waiting, isShown: false, isRestored: true };
      const gone = { version: 0, labels: [] };
      return { ...(waiting ? { ...waiting, version } : gone), isShown: true, isRestored: true };
    },
    /** Merges the restored autosave over the saved values. */
    over<Values extends object>(saved: Values): Values {
      if (!taken) return saved;
      const { fields, version } = taken;
      // An autosave from an older version of the form may lack a switch, which then keeps its saved value.
      const switches = Object.entries(saved).flatMap(([name, value]) =>
        typeof value === "boolean" && name in fields ? [[name, fields[name] === "on"]] : [],
      );
      return { ...saved, ...fields, version, ...Object.fromEntries(switches) };
    },
    goOn() {
      if (!offered) return;
      // The restored autosave replaces this form's own.
      void post("forget", id);
      setTaken(offered);
      setLeft([]);
    },
    /** Stops offering the autosave in forms. The list still shows it. */
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
      showToast({ tone: "good", title: "Unsaved changes discarded" }, () => undoDiscard(offered));
    },
  };
}

const TRY_AGAIN = "Nothing was changed. Try again in a minute.";

/**
 * Renders the choice to restore or discard unsaved changes.
 * @param version the record's saved version
 * @param hasChanges whether restoring would replace new input
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
    // The button disappears, so focus the form's first field.
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
 * Renders a notice about new records that were never saved.
 * @param noun singular and plural: "blog post", "blog posts"
 * @param unsaved newest first
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
    <fieldset className="unsaved" aria-label="Unsaved changes">
      <FilePenLine className="i" aria-hidden />
      {children}
    </fieldset>
  );
}

/** Renders the autosave status. Screen readers only announce problems. */
export function AutosaveState({ kept, isDraft, trouble }: State) {
  return (
    <p className="autosaved">
      {!trouble && kept && `${isDraft ? "Draft saved" : "Autosaved"} at ${kept}`}
      <span role="status">{trouble}</span>
    </p>
  );
}
