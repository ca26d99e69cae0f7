// The building blocks of settings cards.

import { type LucideIcon, Trash2 } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { messages } from "../../copy/messages.ts";
import { changes } from "../../copy/panel/changes.ts";
import { SETTING_LABELS } from "../../features/settings/labels.ts";
import { type SettingKey, settings } from "../../features/settings/rules.ts";
import { type FieldState, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { HistoryLink } from "../../ui/panel/history-link.tsx";
import { PreviewButton } from "../../ui/panel/preview-button.tsx";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { useUnsavedGuard } from "../../ui/panel/unsaved-guard.ts";
import { DraftNotice, SaveDraftButton, SaveDraftLabel } from "../../ui/panel/waiting-changes.tsx";
import { asPosted, isTyped, oneLineEnd, type Stored, showStored, stampsOf } from "./card-state.ts";

/**
 * The context of a card's fields. `refresh` takes over a value stored or removed outside of the card's Save; `posts` is
 * sent with every request while a draft is shown.
 */
export type Card = {
  opened: Stored;
  posts: Record<string, string>;
  field: (name: SettingKey) => FieldState;
  refresh: (name: SettingKey) => void;
};

type CardProps = {
  id: string;
  title: string;
  about: string;
  icon: LucideIcon;
  keys: readonly SettingKey[];
  stored: Stored;
  /** whether pages show its content */
  hasPreview?: boolean;
  children: (card: Card) => ReactNode;
};

/**
 * A card with its Save, remounted when it switches between the draft and the published values, and after a draft was
 * saved.
 */
export function SettingsCard(props: CardProps) {
  const { keys, stored } = props;
  const [times, setTimes] = useState(0);
  const drafts = keys.filter((key) => stored.drafts[key] !== undefined);
  const isShown = stored.isDraft && drafts.length > 0;
  return (
    <OpenCard
      key={`${times} ${isShown}`}
      {...props}
      drafts={drafts}
      isShown={isShown}
      onKept={() => setTimes(times + 1)}
    />
  );
}

/**
 * It keeps the state it was opened with, so that a save reports what another editor changed since. Its own saves, and
 * reads while nothing is typed, replace that state.
 * @param props.keys the settings it shows
 * @param props.drafts those with drafts; `isShown` whether drafts are shown
 * @param props.onKept a draft was saved from the published values, which the card shows again
 */
function OpenCard({
  id,
  title,
  about,
  icon,
  keys,
  stored: now,
  hasPreview,
  drafts,
  isShown,
  onKept,
  children,
}: CardProps & { drafts: readonly SettingKey[]; isShown: boolean; onKept: () => void }) {
  const { saveFailed } = messages.settings;
  const box = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(now);
  const read = useRef(now);
  const {
    fetcher,
    form,
    formProps,
    field,
    hasChanges: isUnsaved,
    newerVersion,
  } = useSaveForm({
    schema: settings,
    values: opened.stored,
    failed: saveFailed,
    onSaved: (posted) => {
      if (posted.has("keep") && !isShown) return onKept();
      // The card couldn't be read again: it goes on with what was typed, which is what's stored.
      if (read.current === now) {
        const version = fetcher.data?.version;
        if (version) setOpened((before) => asPosted(before, keys, posted, version));
        return;
      }
      setOpened(now);
      for (const key of keys) showStored(box.current, key, posted, now.stored[key]);
    },
  });

  const isReadAgain = fetcher.state !== "loading" || !fetcher.data?.isSaved;
  const hasChanges = () =>
    isReadAgain ? keys.some((key) => isTyped(box.current, key, opened.stored[key])) : isUnsaved();
  useUnsavedGuard(hasChanges);
  const asked = useRef(hasChanges);
  asked.current = hasChanges;
  useEffect(() => {
    read.current = now;
    if (!asked.current()) setOpened(now);
  }, [now]);
  const refresh = (name: SettingKey) =>
    setOpened((before) => ({
      ...before,
      stored: { ...before.stored, [name]: now.stored[name] },
      stamps: { ...before.stamps, [name]: now.stamps[name] },
    }));

  const isBusy = fetcher.state !== "idle";
  const versions = Object.fromEntries(drafts.map((key) => [key, opened.drafts[key]]));
  const posts: Record<string, string> = isShown
    ? { keep: "on", draft_version: JSON.stringify(versions) }
    : {};
  return (
    <CardSection id={id} title={title} about={about} icon={icon} box={box}>
      <fetcher.Form {...formProps} className="sett__b" data-form="settings">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={stampsOf(opened, keys)} />
        {Object.entries(posts).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FormProblem errors={form.errors} newerVersion={newerVersion} />
        {drafts.length > 0 && (
          <DraftNotice
            waiting={{ version: 1, isShown, problem: now.problem, ...whereTheyWait(drafts, now.titles) }}
          />
        )}
        {children({ opened, posts, field, refresh })}
        <div className="btns">
          <SubmitButton isBusy={isBusy}>{isShown ? <SaveDraftLabel /> : "Save Settings"}</SubmitButton>
          {!isShown && <SaveDraftButton isBusy={isBusy} />}
          <HistoryLink kind="settings" />
          {hasPreview && keys[0] && <PreviewButton kind="settings" id={keys[0]} />}
        </div>
      </fetcher.Form>
    </CardSection>
  );
}

/** The settings with drafts and their set; each with its own if there are several. */
function whereTheyWait(drafts: readonly SettingKey[], titles: Stored["titles"]) {
  const [title = "", ...others] = new Set(drafts.map((key) => titles[key] ?? ""));
  if (!others.length) return { title, labels: drafts.map((key) => SETTING_LABELS[key]) };
  const labels = drafts.map((key) => changes.form.labelIn(SETTING_LABELS[key], titles[key] ?? ""));
  return { title: "", labels };
}

/**
 * A card of the tab.
 * @param props.id the fragment that links to it; `about` its purpose
 */
export function CardSection(props: {
  id: string;
  title: string;
  about: string;
  icon: LucideIcon;
  box?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  const { id, title, about, icon: Icon, box, children } = props;
  return (
    <section className="card" id={id} tabIndex={-1} aria-label={title} ref={box}>
      <div className="sett__h">
        <span className="ic">
          <Icon className="i" aria-hidden />
        </span>
        <div>
          <h2>{title}</h2>
          <p className="muted">{about}</p>
        </div>
      </div>
      {children}
    </section>
  );
}

type SettingProps = { card: Card; name: SettingKey; placeholder?: string; hint?: string };

/** A single-line setting. */
export function TextSetting({
  card,
  name,
  ...input
}: SettingProps & { type?: "email" | "tel"; inputMode?: "url" | "numeric"; list?: string }) {
  return (
    <Removable card={card} name={name}>
      <TextField field={card.field(name)} label={SETTING_LABELS[name]} {...input} />
    </Removable>
  );
}

/** A multi-line setting. */
export function CodeSetting({ card, name, ...input }: SettingProps) {
  return (
    <Removable card={card} name={name}>
      <TextAreaField field={card.field(name)} label={SETTING_LABELS[name]} {...input} />
    </Removable>
  );
}

/** A field with a Remove button for its stored value (decision 0035.9). Shows what gets stored. */
export function Removable({ card, name, children }: { card: Card; name: SettingKey; children: ReactNode }) {
  const { opened, posts, refresh } = card;
  const label = SETTING_LABELS[name];
  const stored = opened.stored[name] ?? "";
  const box = useRef<HTMLDivElement>(null);
  const fetcher = useSaveFetcher();
  const reply = fetcher.data;
  const refreshed = useRef(refresh);
  refreshed.current = refresh;
  useEffect(() => {
    if (fetcher.state === "idle" && reply?.isSaved) refreshed.current(name);
  }, [fetcher.state, reply, name]);
  const shown = useRef(stored);
  useEffect(() => {
    const control = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (!control || shown.current === stored) return;
    // Text typed over it stays.
    if (control.value === oneLineEnd(shown.current)) control.value = stored;
    shown.current = stored;
  }, [stored]);
  const remove = () => {
    const isDraft = "keep" in posts;
    if (
      !isDraft &&
      !window.confirm(
        `Remove the saved value of “${label}”? Once the Undo message closes, this can't be undone.`,
      )
    )
      return;
    const version = stampsOf(opened, [name]);
    fetcher.submit({ intent: "remove", key: name, version, ...posts }, { method: "post" });
    // The button disappears with the value, so focus moves to the field.
    box.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  return (
    <div className="sett" ref={box}>
      {children}
      {stored && (
        <button
          type="button"
          className="btn btn--ghost sett__rm"
          disabled={fetcher.state !== "idle"}
          onClick={remove}
        >
          <Trash2 className="i i-sm" aria-hidden />
          Remove<span className="sr"> {label}</span>
        </button>
      )}
    </div>
  );
}
