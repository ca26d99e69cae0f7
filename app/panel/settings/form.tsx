// A page's settings are one record. Its form stays open after a save.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { messages } from "../../copy/messages.ts";
import { changes } from "../../copy/panel/changes.ts";
import { settingsTab } from "../../copy/panel/settings.ts";
import { keysOfCard } from "../../features/settings/cards.ts";
import { SETTING_LABELS, type SettingKey, settings } from "../../features/settings/rules.ts";
import { type AutosaveChoice, AutosaveOffer } from "../../ui/panel/autosave-offer.tsx";
import { type FieldState, SelectField, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { findField } from "../../ui/panel/find-field.ts";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { HistoryLink } from "../../ui/panel/history-link.tsx";
import { Options } from "../../ui/panel/list-parts.tsx";
import { PreviewButton } from "../../ui/panel/preview-button.tsx";
import { autosaved, useAutosavedForm } from "../../ui/panel/record-form.tsx";
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
import { useRemovals } from "./removals.tsx";
import { SaveBar } from "./save-bar.tsx";

export type Card = {
  /** initial values by setting */
  values: Partial<Record<SettingKey, string | boolean>>;
  field: (name: SettingKey) => FieldState;
};

type Props = {
  card: OpenedCard;
  /** whether pages show the settings */
  hasPreview?: boolean;
  children: (card: Card) => ReactNode;
};

/**
 * The form keeps its initial values, so a save can detect another editor's changes. New data replaces those
 * values after a save, or if there's no unsaved input.
 */
export function SettingsForm({ card: now, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null);
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
    <div ref={box}>
      <Form key={`${times} ${keyOfForm(card)}`} {...card} {...props} now={now} onOpen={open} />
    </div>
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
} & Pick<Props, "hasPreview" | "children">;

const Form = autosaved((props: FormProps) => {
  const { record, waiting: kept, choice, now, onOpen, hasPreview, children } = props;
  /** the reply to the last save, until the reloaded data arrives */
  const own = useRef<SaveReply>(undefined);
  /** the version after a save, in case the page's data can't be reloaded */
  const [saved, setSaved] = useState<{ over: number; version: number }>();
  const saving = useAutosavedForm<OpenedCard["record"]>({
    record,
    waiting: kept,
    created: {},
    choice,
    schema: settings,
    failed: messages.settings.saveFailed,
    onSaved: () => {},
  });
  const { values, waiting } = saving;
  const { fetcher, form, formProps, field, hasChanges, element, newerVersion, newerDraft } = saving.form;
  const reply = fetcher.data;
  const removals = useRemovals(record);
  const latest = useRef({ record, onOpen, hasChanges });
  latest.current = { record, onOpen, hasChanges };
  useLayoutEffect(() => {
    if (!reply?.isSaved) return;
    own.current = reply;
    // Saves that come before the reload need the new version, too.
    if (reply.version) setSaved({ over: latest.current.record.version, version: Number(reply.version) });
  }, [reply]);
  // A layout effect, because text typed into a form that's about to be replaced would be lost.
  useLayoutEffect(() => {
    const { record, onOpen, hasChanges } = latest.current;
    if (now.record === record) return;
    const { current: mine } = own;
    own.current = undefined;
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
    ...(isDraft && { [AS_DRAFT]: "on", ...(waiting.version > 0 && { draft_version: waiting.version }) }),
  };
  const card: Card = {
    values,
    field(name) {
      const { id, errors } = field(name);
      return { id, name, errors, initialValue: values[name] };
    },
  };
  return (
    <fetcher.Form {...formProps} {...removals.formProps} className="setts" data-form="settings">
      {Object.entries(posts).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {removals.field}
      <FormProblem errors={form.errors} newerVersion={newerVersion} newerDraft={newerDraft} />
      <DraftNotice waiting={waiting} />
      <AutosaveOffer {...saving.offer} />
      {children(card)}
      <HistoryLink kind="settings" id={record.id} />
      <SaveBar autosave={saving.autosave}>
        {hasPreview && <PreviewButton kind="settings" id={record.id} />}
        {!isDraft && <SaveDraftButton isBusy={isBusy} />}
        <SubmitButton isBusy={isBusy} className={isDraft ? "btn btn--line" : "btn"}>
          {isDraft ? <SaveDraftLabel /> : settingsTab.save}
        </SubmitButton>
        {isDraft && (
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            onClick={() => submitDraft(element.current, "publish")}
          >
            {changes.form.update}
          </button>
        )}
      </SaveBar>
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

export const TextSetting = ({
  card,
  name,
  ...input
}: SettingProps & { type?: "email" | "tel"; inputMode?: "url" | "numeric"; list?: string }) => (
  <TextField field={card.field(name)} label={SETTING_LABELS[name]} {...input} />
);

export const CodeSetting = ({ card, name, ...input }: SettingProps) => (
  <TextAreaField field={card.field(name)} label={SETTING_LABELS[name]} {...input} />
);

export const ChoiceSetting = ({
  card,
  name,
  hint,
  options,
}: SettingProps & { options: Record<string, string> }) => (
  <SelectField field={card.field(name)} label={SETTING_LABELS[name]} hint={hint}>
    <Options of={options} />
  </SelectField>
);

export const SwitchSetting = ({ card, name, hint }: SettingProps) => (
  <Switch name={name} label={SETTING_LABELS[name]} isOn={card.values[name] === true} hint={hint} />
);
