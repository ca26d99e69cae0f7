// A card of settings: one record, whose form stays open after it's saved.
import { type LucideIcon, Trash2 } from "lucide-react";
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { messages } from "../../copy/messages.ts";
import { changes } from "../../copy/panel/changes.ts";
import { cardTitle, keysOfCard } from "../../features/settings/cards.ts";
import { SETTING_LABELS } from "../../features/settings/labels.ts";
import { type SettingKey, settings } from "../../features/settings/rules.ts";
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

/** What a card's fields need from its form. */
export type Card = {
  /** what the form was opened with, by setting */
  values: Partial<Record<SettingKey, string | boolean>>;
  /** what it posts besides its fields */
  posts: Record<string, string | number>;
  field: (name: SettingKey) => FieldState;
  /** called with the reply to a save of the form, or of a part of it */
  onReply: (reply: SaveReply) => void;
};

type CardProps = {
  card: OpenedCard;
  about: string;
  icon: LucideIcon;
  /** whether pages show its content */
  hasPreview?: boolean;
  children: (card: Card) => ReactNode;
};

/**
 * Renders a card with its form. The form shows the state it was opened with, so a save can report what was changed
 * elsewhere since then. The form's own saves replace that state, and so does new data while nothing is typed.
 */
export function SettingsCard({ card: now, about, icon, ...props }: CardProps) {
  const { id } = now.record;
  const box = useRef<HTMLElement>(null);
  const [{ card, times }, setOpened] = useState({ card: now, times: 0 });
  if (keyOfForm(card) !== keyOfForm(now)) setOpened({ card: now, times });
  const focused = useRef<string>(undefined);
  const open = (isReplaced: boolean) => {
    const { activeElement: element } = document;
    if (isReplaced && box.current?.contains(element)) focused.current = element?.getAttribute("name") ?? "";
    setOpened({ card: now, times: times + Number(isReplaced) });
  };
  // Keeps the focus in its field, or on the button, once the form is replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` changes with the form
  useLayoutEffect(() => {
    const name = focused.current;
    focused.current = undefined;
    if (name === undefined || !box.current) return;
    const field = name ? findField(box.current, name) : null;
    (field ?? box.current.querySelector<HTMLElement>("button[type=submit]"))?.focus({ preventScroll: true });
  }, [times]);
  return (
    <CardSection id={id} title={cardTitle(id)} about={about} icon={icon} box={box}>
      <CardForm key={`${times} ${keyOfForm(card)}`} {...card} {...props} now={now} onOpen={open} />
    </CardSection>
  );
}

type FormProps = Pick<OpenedCard, "record" | "waiting"> & {
  choice: AutosaveChoice;
  now: OpenedCard;
  onOpen: (isReplaced: boolean) => void;
} & Pick<CardProps, "hasPreview" | "children">;

const CardForm = autosaved((props: FormProps) => {
  const { record, waiting: kept, choice, now, onOpen, hasPreview, children } = props;
  /** a save of this form that hasn't been read yet */
  const own = useRef<SaveReply>(undefined);
  /** the version that replaced the record's, if the tab couldn't be read again after a save */
  const [saved, setSaved] = useState<{ over: number; version: number }>();
  const onReply = (reply: SaveReply) => {
    own.current = reply;
    if (reply.version) setSaved({ over: record.version, version: Number(reply.version) });
  };
  const saving = useAutosavedForm<OpenedCard["record"]>({
    record,
    waiting: kept,
    created: {},
    choice,
    schema: settings,
    failed: messages.settings.saveFailed,
    onSaved: () => reply && onReply(reply),
  });
  const { values, waiting } = saving;
  const { fetcher, form, formProps, field, hasChanges, element, newerVersion } = saving.form;
  const reply = fetcher.data;
  const latest = useRef({ record, onOpen, hasChanges });
  latest.current = { record, onOpen, hasChanges };
  // Before anything can be typed into a form that's about to be replaced.
  useLayoutEffect(() => {
    const { record, onOpen, hasChanges } = latest.current;
    const { current: mine } = own;
    own.current = undefined;
    if (now.record === record) return;
    if (!hasChanges()) onOpen(choice.taken !== null || !isShown(element.current, now.record));
    // Keeps what was typed since then.
    else if (mine?.isSaved && (mine.version ?? String(now.record.version)) === String(now.record.version))
      onOpen(false);
  }, [now, choice, element]);

  const isBusy = fetcher.state !== "idle";
  const isDraft = waiting?.isShown === true;
  const posts = {
    ...saving.posts,
    intent: "save",
    ...(saved?.over === record.version && { version: saved.version }),
    // Also for Remove, so that everything goes into the draft that the card shows.
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
      <FormProblem errors={form.errors} newerVersion={newerVersion} />
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
 * Returns whether a form shows what's stored. It may not: empty fields keep their value (SPEC 5), pasted tags
 * become codes.
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

/** Renders a single-line setting. */
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

/** Renders a multi-line setting. */
export function CodeSetting({ card, name, ...input }: SettingProps) {
  return (
    <Removable card={card} name={name}>
      <TextAreaField field={card.field(name)} label={SETTING_LABELS[name]} {...input} />
    </Removable>
  );
}

/** Renders a choice without Remove, since one of the `options` (value to text) always applies. */
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
  // A removed value leaves the field, even if something is typed into others.
  const [seen, setSeen] = useState({ stored, removals: 0 });
  if (seen.stored !== stored) setSeen({ stored, removals: seen.removals + Number(!stored) });
  const box = useRef<HTMLDivElement>(null);
  const fetcher = useSaveFetcher();
  const reply = fetcher.data;
  const replied = useRef(onReply);
  replied.current = onReply;
  useLayoutEffect(() => {
    if (fetcher.state === "idle" && reply) replied.current(reply);
  }, [fetcher.state, reply]);
  const remove = () => {
    const asks = `Remove the saved value of “${label}”? Once the Undo message closes, this can't be undone.`;
    if (!(AS_DRAFT in posts) && !window.confirm(asks)) return;
    fetcher.submit({ ...posts, intent: "remove", key: name }, { method: "post" });
    // The button disappears with the value, so focus moves to the field.
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
