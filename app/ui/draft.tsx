// What is typed into a form and not saved: offered to whoever opens the form again. `draft-keeping.ts` keeps it.
import { FilePenLine } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { type KeepingState, postDraft } from "./draft-keeping.ts";
import { showToast } from "./toaster.tsx";

/** What was kept of a form: its fields as it would post them. */
export type KeptDraft = {
  id: string;
  /** the record's version that the form was opened with; null where it adds one */
  version: number | null;
  fields: Record<string, string>;
  /** when, in the site's time: "Nov 21, 2:05 PM" */
  kept: string;
};

/**
 * What a form starts with: a new `id` for what it will keep itself; `taken` is what was kept before and the person
 * goes on with, `offered` what they may choose from, the newest first.
 */
export type DraftStart = {
  id: string;
  kind: string;
  record: string | null;
  taken: KeptDraft | null;
  offered: KeptDraft[];
};

/** A form's draft, from `useDraft`. */
export type Draft = ReturnType<typeof useDraft>;

/**
 * The draft of a form, for a component around it that shows the form anew, by its `key`, once the person goes on with
 * what was kept.
 * @param to the address that keeps and forgets drafts
 * @param start of the moment at which the form opens; what is read later is the form's own doing
 */
export function useDraft(to: string, start: DraftStart) {
  const [{ id, kind, record, offered: before, taken: chosen }] = useState(start);
  const [left, setLeft] = useState(before);
  const [offered] = left;
  const [taken, setTaken] = useState(chosen);
  const { revalidate } = useRevalidator();

  const bringBack = async (draft: KeptDraft) => {
    const edited: Record<string, string> = record ? { id: record, version: String(draft.version) } : {};
    const { status } = await postDraft(to, {
      ...draft.fields,
      ...edited,
      intent: "keep",
      draft: draft.id,
      kind,
    });
    if (status !== 200)
      return showToast({ tone: "bad", title: "Failed to bring the unsaved changes back", text: TRY_AGAIN });
    setLeft((others) => [draft, ...others]);
    revalidate();
  };

  return {
    to,
    kind,
    /** names what this form keeps */
    id: taken?.id ?? id,
    /** what the person goes on with */
    taken,
    /** what was kept before, the newest, while the person has not chosen */
    offered,
    /** What the form shows: the draft that was taken over what is saved. */
    over<Values extends object>(saved: Values): Values {
      if (!taken) return saved;
      const { fields, version } = taken;
      // A switch that is off is not among the fields of a form.
      const switches = Object.entries(saved).flatMap(([name, value]) =>
        typeof value === "boolean" ? [[name, fields[name] === "on"]] : [],
      );
      return { ...saved, ...fields, version, ...Object.fromEntries(switches) };
    },
    goOn() {
      if (!offered) return;
      // What this form has kept of itself is replaced.
      postDraft(to, { intent: "forget", draft: id });
      setTaken(offered);
      setLeft([]);
    },
    /** Offers it in no new form any more; the list of records still names it. */
    async putAside() {
      if (!offered) return;
      const { status } = await postDraft(to, { intent: "refuse", draft: offered.id });
      if (status !== 200)
        return showToast({ tone: "bad", title: "Failed to put the unsaved changes aside", text: TRY_AGAIN });
      setLeft((drafts) => drafts.filter((draft) => draft !== offered));
      showToast({ tone: "good", title: "Unsaved changes put aside", text: "They wait above the list." });
      revalidate();
    },
    async throwAway() {
      if (!offered) return;
      const { status } = await postDraft(to, { intent: "forget", draft: offered.id });
      if (status !== 200)
        return showToast({ tone: "bad", title: "Failed to throw the unsaved changes away", text: TRY_AGAIN });
      setLeft((drafts) => drafts.filter((draft) => draft !== offered));
      showToast({ tone: "good", title: "Unsaved changes thrown away" }, () => bringBack(offered));
    },
  };
}

const TRY_AGAIN = "They are as they were. Try again in a minute.";

/**
 * The choice at the head of a form of which something was kept.
 * @param version the record's version that is saved now
 * @param hasChanges whether something was typed since the form opened, which going on would replace
 */
export function DraftOffer({
  draft: { offered, goOn, putAside, throwAway },
  version,
  hasChanges,
}: {
  draft: Draft;
  version: number | undefined;
  hasChanges: () => boolean;
}) {
  if (!offered) return null;
  const takeOver = () => {
    if (
      !hasChanges() ||
      window.confirm("Go on with the unsaved changes? They replace what you typed just now.")
    )
      goOn();
  };
  const after = (act: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    act();
    // The button goes; the form's first field is where the person goes on from.
    event.currentTarget.form?.querySelector<HTMLElement>("input[type=text]")?.focus();
  };
  return (
    <Line>
      <p>
        There are unsaved changes from {offered.kept}: {quoted(offered.fields.title)}.
        {version !== undefined && version !== offered.version && (
          <> It was saved by somebody after they were begun, so Save will ask which to keep.</>
        )}
      </p>
      <div className="btns">
        <button type="button" className="btn btn--line" onClick={takeOver}>
          Go on with them
        </button>
        {version === undefined && (
          <button type="button" className="btn btn--line" onClick={after(putAside)}>
            Not now
          </button>
        )}
        <button type="button" className="btn btn--line" onClick={after(throwAway)}>
          Throw them away
        </button>
      </div>
    </Line>
  );
}

/**
 * Above a list: records that were begun and never saved.
 * @param noun what it is, for one and for more: "blog post", "blog posts"
 * @param unsaved each with its title and since when, the newest first
 * @param onOpen told which to open
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
          ? `A new ${one} was begun and not saved: ${newestOf}.`
          : `${unsaved.length} new ${more} were begun and not saved, the last ${newestOf}.`}
      </p>
      <div className="btns">
        <button type="button" className="btn btn--line" onClick={() => onOpen(newest.id)}>
          Open it
        </button>
      </div>
    </Line>
  );
}

const quoted = (title = "") => (title.trim() ? `“${title.trim()}”` : "without a title");

function Line({ children }: { children: ReactNode }) {
  return (
    <section className="unsaved" aria-label="Unsaved changes">
      <FilePenLine className="i" aria-hidden />
      {children}
    </section>
  );
}

/** Whether what stands in the form is kept; only what goes wrong is said to screen readers. */
export function DraftState({ kept, trouble }: KeepingState) {
  return (
    <p className="kept">
      {!trouble && kept && `Draft kept at ${kept}`}
      <span role="status">{trouble}</span>
    </p>
  );
}
