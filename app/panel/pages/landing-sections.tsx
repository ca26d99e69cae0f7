import { ArrowDown, ArrowUp, ChevronDown, Copy, Eye, EyeOff, GripVertical, Plus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import { modelOf } from "../../features/landing-pages/models.ts";
import {
  formatSections,
  SECTIONS_MAX,
  type Section,
  sectionsRule,
  sectionTexts,
} from "../../features/landing-pages/sections.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { Field, type FieldState } from "../../ui/panel/field.tsx";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { JsonControl } from "../../ui/panel/json-control.tsx";
import { SectionForm, type Sources } from "./landing-section-form.tsx";
import { SectionPicker, SectionThumb } from "./section-picker.tsx";

const words = landingPages.sections;

type Item = { key: number; section: Section };

/** The button to focus after a change, because the clicked button may have moved. `key` is absent for the list's own. */
type Focus = { key?: number | undefined; part: string };

/** Renders a page's sections. The hidden field contains them as JSON. */
export function SectionsField({ field, sources }: { field: FieldState; sources: Sources }) {
  const labelId = useId();
  const lastKey = useRef(0);
  const list = useRef<HTMLOListElement>(null);
  const [json, setJson] = useState(typeof field.initialValue === "string" ? field.initialValue : "[]");
  const [items, setItems] = useState<Item[] | null>(() => {
    const read = sectionsRule.safeParse(json);
    return read.success ? read.data.map((section) => ({ key: ++lastKey.current, section })) : null;
  });
  const [open, setOpen] = useState<number | null>(null);
  /** the section to insert another one below, or the end of the list */
  const [picking, setPicking] = useState<number | "end" | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);

  const change = (next: Item[], focus?: Focus) => {
    setItems(next);
    setJson(formatSections(next.map(({ section }) => section)));
    if (focus) focusOn(focus);
  };
  const focusOn = ({ key, part }: Focus) =>
    setTimeout(() =>
      list.current?.parentElement
        ?.querySelector<HTMLElement>(
          `${key === undefined ? "" : `[data-key="${key}"] `}[data-part="${part}"]`,
        )
        ?.focus(),
    );
  if (!items)
    return (
      <Field field={field} label={words.label} hint={words.asJson} labelId={labelId}>
        <JsonControl
          {...{ field, labelId }}
          hint={words.asJson}
          isShown
          rows={20}
          value={json}
          onChange={setJson}
        />
      </Field>
    );

  const isFull = items.length >= SECTIONS_MAX;
  const move = (from: number, to: number, part?: string) => {
    const next = [...items];
    const [item] = next.splice(from, 1);
    next.splice(to, 0, item!);
    // At either end, the clicked button is disabled, so focus the other one.
    const shown = to === 0 ? "down" : to === items.length - 1 ? "up" : part;
    change(next, shown && part ? { key: item!.key, part: shown } : undefined);
  };
  const add = (section: Section, at: number) => {
    const key = ++lastKey.current;
    setPicking(null);
    setOpen(key);
    change([...items.slice(0, at), { key, section }, ...items.slice(at)], { key, part: "open" });
  };
  const edit = (key: number, section: Section) =>
    change(items.map((one) => (one.key === key ? { key, section } : one)));
  const remove = (key: number, i: number) => {
    const next = items.filter((one) => one.key !== key);
    const near = next[Math.min(i, next.length - 1)];
    change(next, near && { key: near.key, part: "open" });
  };
  const actionsOf = (key: number, section: Section, i: number) => {
    const { is_hidden } = section;
    const isLast = i === items.length - 1;
    return [
      { label: words.up, part: "up", icon: ArrowUp, disabled: i === 0, onClick: () => move(i, i - 1, "up") },
      {
        label: words.down,
        part: "down",
        icon: ArrowDown,
        disabled: isLast,
        onClick: () => move(i, i + 1, "down"),
      },
      {
        ...{ label: is_hidden ? words.show : words.hide, icon: is_hidden ? Eye : EyeOff },
        onClick: () => edit(key, { ...section, is_hidden: !is_hidden }),
      },
      {
        label: words.insert,
        part: "insert",
        icon: Plus,
        disabled: isFull,
        onClick: () => setPicking(key),
      },
      {
        label: words.duplicate,
        icon: Copy,
        disabled: isFull,
        onClick: () => add(structuredClone(section), i + 1),
      },
      { label: words.remove, icon: Trash2, onClick: () => remove(key, i) },
    ];
  };

  /** @param at where the section goes */
  const picker = (at: number, from: Focus) => (
    <SectionPicker
      used={items.map(({ section }) => section.type)}
      onPick={(type) => add(modelOf(type), at)}
      onClose={() => {
        setPicking(null);
        focusOn(from);
      }}
    />
  );

  return (
    <Field field={field} label={words.label} labelId={labelId}>
      <JsonControl
        {...{ field, labelId, value: json }}
        hint={undefined}
        isShown={false}
        rows={1}
        onChange={setJson}
      />
      {items.length === 0 && <p className="hint">{words.empty}</p>}
      <ol className="lsec" ref={list} aria-labelledby={labelId}>
        {items.map(({ key, section }, i) => {
          const name = `${words.types[section.type]} ${i + 1}`;
          const isOpen = open === key;
          return (
            <li
              key={key}
              data-key={key}
              className={dragged === key ? "lsec__item lsec__item--dragged" : "lsec__item"}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                const from = items.findIndex((one) => one.key === dragged);
                if (from !== i) move(from, i);
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <div className="lsec__head">
                {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same for the keyboard */}
                <span
                  className="lsec__grip"
                  title={words.drag}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = "move";
                    event.dataTransfer.setData("text/plain", name);
                    setDragged(key);
                  }}
                  onDragEnd={() => setDragged(null)}
                >
                  <GripVertical className="i" aria-hidden />
                </span>
                <button
                  type="button"
                  className="lsec__open"
                  data-part="open"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : key)}
                >
                  <SectionThumb type={section.type} />
                  <span>
                    <b>{words.types[section.type]}</b>
                    <small>{summaryOf(section)}</small>
                  </span>
                  {section.is_hidden && <span className="badge badge--warn">{words.hidden}</span>}
                  <ChevronDown className="i lsec__arrow" aria-hidden />
                </button>
                <span className="lsec__acts">
                  {actionsOf(key, section, i).map(({ label, part, ...button }) => (
                    <IconButton key={label} data-part={part} title={label} {...button}>
                      {label} {name}
                    </IconButton>
                  ))}
                </span>
              </div>
              {isOpen && <SectionForm {...{ section, sources }} onChange={(next) => edit(key, next)} />}
              {picking === key && picker(i + 1, { key, part: "insert" })}
            </li>
          );
        })}
      </ol>
      {picking === "end" ? (
        picker(items.length, { part: "add" })
      ) : (
        <button
          type="button"
          className="btn btn--soft"
          data-part="add"
          disabled={isFull}
          onClick={() => setPicking("end")}
        >
          <Plus className="i" aria-hidden />
          {isFull ? words.full : words.add}
        </button>
      )}
    </Field>
  );
}

const summaryOf = (section: Section) =>
  textOf(sectionTexts([{ ...section, is_hidden: false }])[0] ?? "").slice(0, 80);
