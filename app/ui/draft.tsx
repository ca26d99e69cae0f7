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

/** What a form starts with: a new `id` for what it will keep itself, and what was kept before, the newest first. */
export type DraftStart = { id: string; kind: string; record: string | null; offered: KeptDraft[] };

/** A form's draft, from `useDraft`. */
export type Draft = ReturnType<typeof useDraft>;

/**
 * The draft of a form, for a component around it that shows the form anew, by its `key`, once the person goes on with
 * what was kept.
 * @param to the address that keeps and forgets drafts
 * @param start of the moment at which the form opens; what is read later is the form's own doing
 */
export function useDraft(to: string, start: DraftStart) {
  const [{ id, kind, record, offered: before }] = useState(start);
  const [left, setLeft] = useState(before);
  const [offered] = left;
  const [taken, setTaken] = useState<KeptDraft | null>(null);
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
      return { ...saved, ...fields, version, published: fields.published === "on" };
    },
    goOn() {
      if (!offered) return;
      // What this form has kept of itself is replaced.
      postDraft(to, { intent: "forget", draft: id });
      setTaken(offered);
      setLeft([]);
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
  draft: { offered, goOn, throwAway },
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
  const dispose = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    throwAway();
    // The button goes; the form's first field is where one goes on from.
    currentTarget.form?.querySelector<HTMLElement>("input[type=text]")?.focus();
  };
  return (
    <Line>
      <p>
        There are unsaved changes from {offered.kept}.
        {version !== undefined && version !== offered.version && (
          <> It was saved by somebody after they were begun, so Save will ask which to keep.</>
        )}
      </p>
      <div className="btns">
        <button type="button" className="btn btn--line" onClick={takeOver}>
          Go on with them
        </button>
        <button type="button" className="btn btn--line" onClick={dispose}>
          Throw them away
        </button>
      </div>
    </Line>
  );
}

/**
 * Above a list: records that were begun and never saved.
 * @param noun what it is, for one and for more: "blog post", "blog posts"
 * @param kept since when, the newest first
 */
export function UnsavedRecord({
  noun,
  kept,
  onOpen,
}: {
  noun: readonly [string, string];
  kept: string[];
  onOpen: () => void;
}) {
  if (!kept.length) return null;
  const [one, more] = noun;
  return (
    <Line>
      <p>
        {kept.length === 1
          ? `A new ${one} was begun and not saved, ${kept[0]}.`
          : `${kept.length} new ${more} were begun and not saved, the last ${kept[0]}.`}
      </p>
      <div className="btns">
        <button type="button" className="btn btn--line" onClick={onOpen}>
          Open it
        </button>
      </div>
    </Line>
  );
}

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
