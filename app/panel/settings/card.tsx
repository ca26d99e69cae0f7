// A settings card is one record. Its form stays open after a save.
import { type LucideIcon, Trash2 } from "lucide-react";
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { messages } from "../../copy/messages.ts";
import { changes } from "../../copy/panel/changes.ts";
import { cardTitle, keysOfCard } from "../../features/settings/cards.ts";
import { SETTING_LABELS, type SettingKey, settings } from "../../features/settings/rules.ts";
import { type AutosaveChoice, AutosaveOffer, AutosaveState } from "../../ui/panel/autosave-offer.tsx";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { type FieldState, SelectField, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { findField } from "../../ui/panel/find-field.ts";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { HistoryLink } from "../../ui/panel/history-link.tsx";
import { Options } from "../../ui/panel/list-parts.tsx";
import { PreviewButton } from "../../ui/panel/preview-button.tsx";
import { autosaved, useAutosavedForm } from "../../ui/panel/record-form.tsx";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { Switch } from "../../ui/panel/switch.tsx";
import {
  AS_DRAFT,
  DraftNotice,
  keyOfForm,
  SaveDraftButton,
  SaveDraftLabel,
  submitDraft,
} from "../../ui/panel/waiting-changes.tsx";
import type { OpenedCard } from "./cards.server.ts";

export type Card = {
  /** initial values by setting */
  values: Partial<Record<SettingKey, string | boolean>>;
  /** hidden values to post */
  posts: Record<string, string | number>;
  field: (name: SettingKey) => FieldState;
  /** receives replies to saves of the form or part of it */
  onReply: (reply: SaveReply, isReloaded: boolean) => void;
};

type CardProps = {
  card: OpenedCard;
  about: string;
  icon: LucideIcon;
  /** whether pages show the card's settings */
  hasPreview?: boolean;
  children: (card: Card) => ReactNode;
};

/**
 * The form keeps its initial values, so a save can detect another editor's changes. New data replaces those
 * values after a save, or if there's no unsaved input.
 */
export function SettingsCard({ card: now, about, icon, ...props }: CardProps) {
  const { id } = now.record;
  const box = useRef<HTMLElement>(null);
  const [{ card, times }, setOpened] = useState({ card: now, times: 0 });
  if (keyOfForm(card) !== keyOfForm(now)) setOpened({ card: now, times });
  const focused = useRef<{ name: string; selection: [number, number] | null }>(undefined);
  const open = (isReplaced: boolean) => {
    const { activeElement: element } = document;
    if (isReplaced && box.current?.contains(element))
      focused.current = { name: element?.getAttribute("name") ?? "", selection: selectionOf(element) };
    setOpened({ card: now, times: times + Number(isReplaced) });
  };
  // Keeps focus and selection in the same field or button when the form is replaced, so that typing continues there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` changes with the form
  useLayoutEffect(() => {
    const { current: before } = focused;
    focused.current = undefined;
    if (!before || !box.current) return;
    const field = before.name ? findField(box.current, before.name) : null;
    (field ?? box.current.querySelector<HTMLElement>("button[type=submit]"))?.focus({ preventScroll: true });
    if (before.selection && isTextField(field)) field.setSelectionRange(...before.selection);
  }, [times]);
  return (
    <CardSection id={id} title={cardTitle(id)} about={about} icon={icon} box={box}>
      <CardForm key={`${times} ${keyOfForm(card)}`} {...card} {...props} now={now} onOpen={open} />
    </CardSection>
  );
}

const isTextField = (element: Element | null) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Beyond the end of any field. */
const END = 1e9;

/**
 * Returns null for elements without a text selection, such as email fields and buttons. The end of a text is `END`, which
 * is still its end after it's replaced by a longer one.
 */
function selectionOf(element: Element | null): [number, number] | null {
  if (!isTextField(element) || element.selectionStart === null || element.selectionEnd === null) return null;
  const positionOf = (at: number) => (at === element.value.length ? END : at);
  return [positionOf(element.selectionStart), positionOf(element.selectionEnd)];
}

type FormProps = Pick<OpenedCard, "record" | "waiting"> & {
  choice: AutosaveChoice;
  now: OpenedCard;
  onOpen: (isReplaced: boolean) => void;
} & Pick<CardProps, "hasPreview" | "children">;

const CardForm = autosaved((props: FormProps) => {
  const { record, waiting: kept, choice, now, onOpen, hasPreview, children } = props;
  /** the reply to the last save, until the reloaded data arrives */
  const own = useRef<SaveReply>(undefined);
  /** the version after a save, in case the tab's data can't be reloaded */
  const [saved, setSaved] = useState<{ over: number; version: number }>();
  const onReply = (reply: SaveReply, isReloaded: boolean) => {
    if (isReloaded) own.current = reply;
    // Saves that come before the reload need the new version, too.
    if (reply.version) setSaved({ over: record.version, version: Number(reply.version) });
  };
  const saving = useAutosavedForm<OpenedCard["record"]>({
    record,
    waiting: kept,
    created: {},
    choice,
    schema: settings,
    failed: messages.settings.saveFailed,
    onSaved: () => reply && onReply(reply, true),
  });
  const { values, waiting } = saving;
  const { fetcher, form, formProps, field, hasChanges, element, newerVersion, newerDraft } = saving.form;
  const reply = fetcher.data;
  const latest = useRef({ record, onOpen, hasChanges, onReply });
  latest.current = { record, onOpen, hasChanges, onReply };
  useLayoutEffect(() => {
    if (reply?.isSaved) latest.current.onReply(reply, false);
  }, [reply]);
  // A layout effect, because text typed into a form that's about to be replaced would be lost.
  useLayoutEffect(() => {
    const { record, onOpen, hasChanges } = latest.current;
    const { current: mine } = own;
    own.current = undefined;
    if (now.record === record) return;
    if (!hasChanges()) onOpen(choice.taken !== null || !isShown(element.current, now.record));
    // Keep text typed since the save.
    else if (mine?.isSaved && (mine.version ?? String(now.record.version)) === String(now.record.version))
      onOpen(false);
  }, [now, choice, element]);

  const isBusy = fetcher.state !== "idle";
  const isDraft = waiting?.isShown === true;
  const posts = {
    ...saving.posts,
    intent: "save",
    ...(saved?.over === record.version && { version: saved.version }),
    // Remove posts these too, because the removal must go into the draft on screen.
    ...(isDraft && { [AS_DRAFT]: "on", ...(waiting.version > 0 && { draft_version: waiting.version }) }),
  };
  const card: Card = {
    values,
    posts,
    field(name) {
      const { id, errors } = field(name);
      return { id, name, errors, initialValue: values[name] };
    },
    onReply,
  };
  return (
    <fetcher.Form {...formProps} className="sett__b" data-form="settings">
      {Object.entries(posts).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormProblem errors={form.errors} newerVersion={newerVersion} newerDraft={newerDraft} />
      <DraftNotice waiting={waiting} />
      <AutosaveOffer {...saving.offer} />
      {children(card)}
      <div className="btns">
        <SubmitButton isBusy={isBusy} className={isDraft ? "btn btn--line" : "btn"}>
          {isDraft ? <SaveDraftLabel /> : "Save Settings"}
        </SubmitButton>
        {isDraft ? (
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            onClick={() => submitDraft(element.current, "publish")}
          >
            {changes.form.update}
          </button>
        ) : (
          <SaveDraftButton isBusy={isBusy} />
        )}
        <HistoryLink kind="settings" id={record.id} />
        {hasPreview && <PreviewButton kind="settings" id={record.id} />}
        <AutosaveState {...saving.autosave} />
      </div>
    </fetcher.Form>
  );
});

/**
 * Returns whether the form shows the stored values. The two can differ after a save: an empty field keeps the
 * stored value (SPEC 5), and a pasted tag becomes an id.
 */
function isShown(form: HTMLFormElement | null, record: OpenedCard["record"]): boolean {
  const held = form && new FormData(form);
  return keysOfCard(record.id).every((key) => {
    const value = record[key] ?? "";
    const shown = held?.get(key) ?? "";
    return typeof value === "boolean" ? (shown === "on") === value : linesOf(shown) === linesOf(value);
  });
}

const linesOf = (value: unknown) => String(value).replace(/\r\n?/g, "\n");

type SettingProps = { card: Card; name: SettingKey; placeholder?: string; hint?: string };

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

export function CodeSetting({ card, name, ...input }: SettingProps) {
  return (
    <Removable card={card} name={name}>
      <TextAreaField field={card.field(name)} label={SETTING_LABELS[name]} {...input} />
    </Removable>
  );
}

/** Renders a select without a Remove button, because some option always applies. */
export function ChoiceSetting({
  card,
  name,
  hint,
  options,
}: SettingProps & { options: Record<string, string> }) {
  return (
    <div className="sett">
      <SelectField field={card.field(name)} label={SETTING_LABELS[name]} hint={hint}>
        <Options of={options} />
      </SelectField>
    </div>
  );
}

export const SwitchSetting = ({ card, name, hint }: SettingProps) => (
  <Switch name={name} label={SETTING_LABELS[name]} isOn={card.values[name] === true} hint={hint} />
);

/** Renders a field with a Remove button for its stored value (decision 0035.9). */
export function Removable({ card, name, children }: { card: Card; name: SettingKey; children: ReactNode }) {
  const { values, posts, onReply } = card;
  const label = SETTING_LABELS[name];
  const stored = String(values[name] ?? "");
  // Clear the field after its value is removed, even if other fields have unsaved changes.
  const [seen, setSeen] = useState({ stored, removals: 0 });
  if (seen.stored !== stored) setSeen({ stored, removals: seen.removals + Number(!stored) });
  const box = useRef<HTMLDivElement>(null);
  const fetcher = useSaveFetcher();
  const reply = fetcher.data;
  const replied = useRef(onReply);
  replied.current = onReply;
  useLayoutEffect(() => {
    if (reply && fetcher.state !== "submitting") replied.current(reply, fetcher.state === "idle");
  }, [fetcher.state, reply]);
  const remove = () => {
    const asks = `Remove the saved value of “${label}”? Once the Undo message closes, this can't be undone.`;
    if (!(AS_DRAFT in posts) && !window.confirm(asks)) return;
    fetcher.submit({ ...posts, intent: "remove", key: name }, { method: "post" });
    // The button disappears with the value, so move focus to the field.
    box.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  return (
    <div className="sett" ref={box}>
      <Fragment key={seen.removals}>{children}</Fragment>
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
