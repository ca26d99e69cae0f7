// What the cards of the Settings tab are made of.

import { getFormProps } from "@conform-to/react";
import { type LucideIcon, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { messages } from "../../copy/messages.ts";
import { SETTING_LABELS } from "../../features/settings/labels.ts";
import { type SettingKey, settings } from "../../features/settings/rules.ts";
import { type FieldState, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { useUnsavedGuard } from "../../ui/panel/unsaved-guard.ts";
import type { Route } from "./+types/tab";

/** What is stored, by key, and which state of it that is. */
export type Stored = NonNullable<Route.ComponentProps["loaderData"]["settings"]>;

/** What a card gives to its fields; `refresh` is for a value that was stored or removed past the card's Save. */
export type Card = {
  opened: Stored;
  field: (name: SettingKey) => FieldState;
  refresh: (name: SettingKey) => void;
};

/**
 * A card with its Save. It goes on from the state that it was opened with, so that a save says what another editor has
 * changed meanwhile; a state of its own making, or one that meets nothing typed, is the next to go on from.
 * @param id the end of the address that leads to it
 * @param keys of the settings that it shows
 */
export function SettingsCard({
  id,
  title,
  about,
  icon,
  keys,
  stored: now,
  children,
}: {
  id: string;
  title: string;
  about: string;
  icon: LucideIcon;
  keys: readonly SettingKey[];
  stored: Stored;
  children: (card: Card) => ReactNode;
}) {
  const { saveFailed } = messages.settings;
  const box = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(now);
  const read = useRef(now);
  const {
    fetcher,
    form,
    field,
    ref,
    hasChanges: isUnsaved,
    newerVersion,
  } = useSaveForm({
    schema: settings,
    values: opened.stored,
    required: [],
    missing: "",
    failed: saveFailed,
    onSaved: (posted) => {
      // The card could not be read again: it goes on with what was typed, which is what is stored.
      if (read.current === now) {
        const version = fetcher.data?.version;
        if (version) setOpened(({ stored }) => asPosted(stored, keys, posted, version));
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
    setOpened(({ stored, stamps }) => ({
      stored: { ...stored, [name]: now.stored[name] },
      stamps: { ...stamps, [name]: now.stamps[name] },
    }));

  const isBusy = fetcher.state !== "idle";
  return (
    <section className="card" id={id} tabIndex={-1} aria-label={title} ref={box}>
      <CardHead title={title} about={about} icon={icon} />
      <fetcher.Form
        method="post"
        className="sett__b"
        data-form="settings"
        {...getFormProps(form)}
        noValidate
        ref={ref}
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={stampsOf(opened, keys)} />
        <FormProblem errors={form.errors} newerVersion={newerVersion} />
        {children({ opened, field, refresh })}
        <div className="btns">
          <SubmitButton isBusy={isBusy}>Save Settings</SubmitButton>
        </div>
      </fetcher.Form>
    </section>
  );
}

const stampsOf = ({ stamps }: Stored, keys: readonly SettingKey[]) =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [key, stamps[key] ?? ""])));

/**
 * What is stored once a card was saved, where it cannot be asked: a switch that is off and an emptied field are not
 * posted with a value, and the latter keeps the one that it had (SPEC 5).
 * @param version the stamps that the save answered with
 */
function asPosted(
  before: Stored["stored"],
  keys: readonly SettingKey[],
  posted: FormData,
  version: string,
): Stored {
  const stored = { ...before };
  const switches = posted.getAll("switches");
  for (const key of keys) {
    const value = posted.get(key);
    if (typeof value === "string" && value.trim()) stored[key] = value.trim();
    else if (switches.includes(key)) delete stored[key];
  }
  return { stored, stamps: JSON.parse(version) };
}

const controlOf = (box: HTMLElement | null, key: SettingKey) =>
  box?.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(`[name="${key}"]`);

/**
 * Shows what is stored after a save, which may not be what was typed: an emptied value stays (SPEC 5), spaces go, a
 * pasted tag becomes its code. What was typed since stays.
 */
function showStored(box: HTMLElement | null, key: SettingKey, posted: FormData, stored = "") {
  const control = controlOf(box, key);
  if (!control || control instanceof HTMLSelectElement || control.type === "checkbox") return;
  const sent = posted.get(key);
  if (typeof sent !== "string") return;
  if (control.value === oneLineEnd(sent) && isTyped(box, key, stored)) control.value = stored;
}

function isTyped(box: HTMLElement | null, key: SettingKey, stored = ""): boolean {
  const control = controlOf(box, key);
  if (!control) return false;
  if (control instanceof HTMLInputElement && control.type === "checkbox")
    return control.checked !== (stored === "on");
  // Without a value the first of a choice holds.
  if (control instanceof HTMLSelectElement) return control.value !== (stored || control.options[0]?.value);
  return control.value !== oneLineEnd(stored);
}

/** Line ends as a control has them, whatever is stored. */
const oneLineEnd = (text: string) => text.replace(/\r\n?/g, "\n");

/** A card's icon, name and what it is for. */
export function CardHead({ title, about, icon: Icon }: { title: string; about: string; icon: LucideIcon }) {
  return (
    <div className="sett__h">
      <span className="ic">
        <Icon className="i" aria-hidden />
      </span>
      <div>
        <h2>{title}</h2>
        <p className="muted">{about}</p>
      </div>
    </div>
  );
}

type SettingProps = Card & {
  name: SettingKey;
  placeholder?: string;
  hint?: string;
};

/** A setting of one line. */
export function TextSetting({
  opened,
  field,
  refresh,
  name,
  ...input
}: SettingProps & { type?: "email" | "tel"; inputMode?: "url" | "numeric"; list?: string }) {
  return (
    <Removable name={name} opened={opened} refresh={refresh}>
      <TextField field={field(name)} label={SETTING_LABELS[name]} {...input} />
    </Removable>
  );
}

/** A setting of several lines. */
export function CodeSetting({ opened, field, refresh, name, ...input }: SettingProps) {
  return (
    <Removable name={name} opened={opened} refresh={refresh}>
      <TextAreaField field={field(name)} label={SETTING_LABELS[name]} {...input} />
    </Removable>
  );
}

/** A field with the Remove button of its stored value (decision 0035.9). What comes to be stored is shown in it. */
export function Removable({
  name,
  opened,
  refresh,
  children,
}: Pick<Card, "opened" | "refresh"> & { name: SettingKey; children: ReactNode }) {
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
    // What was typed over it stays.
    if (control.value === oneLineEnd(shown.current)) control.value = stored;
    shown.current = stored;
  }, [stored]);
  const remove = () => {
    if (
      !window.confirm(
        `Remove the stored value of “${label}”? You can undo it only while the message about it shows.`,
      )
    )
      return;
    fetcher.submit({ intent: "remove", key: name, version: stampsOf(opened, [name]) }, { method: "post" });
    // The button goes with the value; the field is where one goes on from.
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
