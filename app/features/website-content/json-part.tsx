// A form for a list or object, built from the shape of its built-in value.
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { BUILT_IN_PORTRAIT } from "../../copy/business.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type PartPath, type Parts, partAt } from "../../copy/site/parts.ts";
import { RichTextField } from "../../ui/editor/rich-text.tsx";
import { controlProps, Field } from "../../ui/panel/field.tsx";
import { firstField } from "../../ui/panel/find-field.ts";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { IconField } from "../../ui/panel/icon-field.tsx";
import { ImageField } from "../../ui/panel/image-field.tsx";
import { contentType } from "./content-type.ts";
import { partName } from "./part-name.ts";
import { isList, isNumber, itemModel, type ValueError } from "./value-error.ts";

type Part<Value extends CopyValue = CopyValue> = {
  value: Value;
  model: Value;
  /** what the parts of the whole text are, and where this one is */
  parts: Parts;
  path: PartPath;
  label: string;
  linksFrom: string;
  /** error from a save; its path is relative to this part */
  fault?: ValueError;
  /** column headings of a table, used as cell labels */
  columns?: readonly string[];
  onChange: (value: CopyValue) => void;
};

const within = (fault: ValueError | undefined, step: string | number): ValueError | undefined =>
  fault && fault.path[0] === step ? { ...fault, path: fault.path.slice(1) } : undefined;

function emptyOf(model: CopyValue): CopyValue {
  if (isList(model)) return isList(model[0] ?? "") ? [] : model.map(emptyOf).slice(0, 1);
  if (typeof model === "number") return 0;
  if (typeof model === "string") return "";
  return Object.fromEntries(Object.entries(model).map(([key, part]) => [key, emptyOf(part)]));
}

function titleOf(value: CopyValue, parts: Parts, path: PartPath): string {
  if (typeof value !== "object") return partAt(parts, path).is === "icon" ? "" : String(value);
  const titles = Object.entries(value).map(([key, part]) =>
    titleOf(part, parts, [...path, isList(value) ? Number(key) : key]),
  );
  return titles.find(Boolean) ?? "";
}

/** Renders fields for a value. `value` must have the shape of `model` (see `mismatch`). */
export function JsonPart(part: Part) {
  const { value, model } = part;
  if (isList(value) && isList(model)) return <ListPart {...part} value={value} model={model} />;
  if (typeof value === "object") return <ObjectPart {...part} />;
  return <WordsPart {...part} value={value} />;
}

function ObjectPart({ value, model, parts, path, fault, onChange, linksFrom }: Part) {
  const own = new Map(Object.entries(value));
  return (
    <div className="jpart__fields">
      {/* Hides keys that only the value has, because no page shows them. */}
      {Object.entries(model).map(([key, part]) => {
        const at = [...path, key];
        const props = {
          ...{ parts, path: at },
          label: partName(key),
          fault: within(fault, key),
          linksFrom,
          onChange: (next: CopyValue) => onChange({ ...(value as object), [key]: next }),
        };
        const mine: CopyValue = own.get(key) ?? part;
        return partAt(parts, at).is === "image" && typeof mine === "string" ? (
          <ImagePart key={key} {...props} value={mine} model={String(part)} />
        ) : (
          <JsonPart key={key} {...props} value={mine} model={part} />
        );
      })}
    </div>
  );
}

export const NO_IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100"><path fill="#8a93a6" fill-opacity=".25" d="M0 0h160v100H0z"/></svg>';

function ImagePart({ value, model, label, fault, onChange }: Omit<Part<string>, "parts" | "path">) {
  const errors = fault?.path.length === 0 ? [fault.reason] : undefined;
  return (
    <ImageField
      field={{ id: useId(), name: "", initialValue: value === BUILT_IN_PORTRAIT ? "" : value, errors }}
      label={label}
      cover={NO_IMAGE}
      coverHint={
        model === BUILT_IN_PORTRAIT
          ? "Without an image, the initials are shown."
          : "Without an image, only the text is shown."
      }
      onChange={onChange}
    />
  );
}

function WordsPart({
  value,
  model,
  parts,
  path,
  label,
  linksFrom,
  fault,
  onChange,
}: Part & { value: string | number }) {
  const id = useId();
  const errors = fault?.path.length === 0 ? [fault.reason] : undefined;
  const field = { id, name: "", initialValue: String(value), errors };
  const isExample = partAt(parts, []).item !== undefined;
  if (contentType(model) === "html")
    return (
      <RichTextField
        field={field}
        label={label}
        linksFrom={linksFrom}
        onChange={(html) => html !== value && onChange(html)}
      />
    );
  if (typeof model === "number") return <NumberPart value={value} label={label} onChange={onChange} />;
  if (partAt(parts, path).is === "icon")
    return <IconField field={field} label={label} value={String(value)} onChange={onChange} />;
  return (
    <Field field={field} label={label}>
      <textarea
        {...controlProps(field)}
        className="input grows"
        rows={1}
        placeholder={isExample && model ? `Such as ${model}` : undefined}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

/** Renders a number field. Keeps invalid input, so validation can report it. */
function NumberPart({
  value,
  label,
  onChange,
}: Pick<Part, "label" | "onChange"> & { value: string | number }) {
  // Keeps "1." as typed. "-" is fine while typing, so the error waits until the field loses focus.
  const [typed, setTyped] = useState(String(value));
  const [isLeft, setLeft] = useState(true);
  const errors = isLeft && !isNumber(typed) ? ["Enter a number, such as 61."] : undefined;
  const field = { id: useId(), name: "", errors };
  return (
    <Field field={field} label={label}>
      <input
        {...controlProps(field)}
        className="input"
        inputMode="decimal"
        value={typed}
        onBlur={() => setLeft(true)}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setTyped(next);
          setLeft(false);
          onChange(isNumber(next) ? Number(next) : next);
        }}
      />
    </Field>
  );
}

/** The control to focus after a change, because the clicked button may have moved or disappeared. */
type Focus = { key: number; part: "field" | "up" | "down" | "add" };

function ListPart({
  value,
  model,
  parts,
  path,
  label,
  linksFrom,
  fault,
  columns,
  onChange,
}: Part & { value: readonly CopyValue[]; model: readonly CopyValue[] }) {
  const lastKey = useRef(0);
  // Items have no ID, but React keys must move with them.
  const [keys, setKeys] = useState(() => value.map(() => ++lastKey.current));
  const box = useRef<HTMLFieldSetElement>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  useEffect(() => {
    if (!focus) return;
    const item = box.current?.querySelector(`:scope > [data-item="${focus.key}"]`);
    const places = {
      add: box.current?.querySelector<HTMLElement>(":scope > [data-add]"),
      field: item && firstField(item),
      up: item?.querySelector<HTMLElement>(":scope > .jpart__acts > [data-up]"),
      down: item?.querySelector<HTMLElement>(":scope > .jpart__acts > [data-down]"),
    };
    places[focus.part]?.focus();
  }, [focus]);

  const change = (next: readonly CopyValue[], nextKeys: number[], then: Focus) => {
    setKeys(nextKeys);
    onChange(next);
    setFocus(then);
  };
  const move = (from: number, to: number) => {
    const swap = <T,>(list: readonly T[]) =>
      list.map((one, i) => (i === from ? list[to]! : i === to ? list[from]! : one));
    // If the item reaches either end, the clicked button gets disabled.
    const part = to === 0 ? "down" : to === value.length - 1 ? "up" : to < from ? "up" : "down";
    change(swap(value), swap(keys), { key: keys[from]!, part });
  };
  const remove = (at: number) => {
    const without = <T,>(list: readonly T[]) => list.filter((_, i) => i !== at);
    change(without(value), without(keys), { key: 0, part: "add" });
  };
  const add = () => {
    const key = ++lastKey.current;
    change([...value, emptyOf(first ?? "")], [...keys, key], { key, part: "field" });
  };
  const first = itemModel(model, partAt(parts, path));
  const isRows = columns !== undefined && Array.isArray(first);
  const isRow = columns !== undefined && !isRows;
  const nameOfItem = (i: number) => {
    if (isRows) return `Row ${i + 1}`;
    // The first column, with the row labels, has no heading.
    return isRow ? columns[i] || (i === 0 ? "Feature" : `Cell ${i + 1}`) : `${label} ${i + 1}`;
  };

  return (
    <fieldset className="jpart" ref={box}>
      <legend className="label">{label}</legend>
      {value.map((item, i) => {
        const title = titleOf(item, parts, [...path, i]);
        const about = `${i + 1}${title && `: ${title.slice(0, 60)}`}`;
        const isWords = typeof item !== "object";
        return (
          <div
            key={keys[i]}
            className={isWords ? "jpart__item jpart__item--words" : "jpart__item"}
            data-item={keys[i]}
          >
            {!isWords && <b className="jpart__n">{i + 1}</b>}
            <span className="jpart__acts">
              <IconButton data-up icon={ArrowUp} disabled={i === 0} onClick={() => move(i, i - 1)}>
                Move up {about}
              </IconButton>
              <IconButton
                data-down
                icon={ArrowDown}
                disabled={i === value.length - 1}
                onClick={() => move(i, i + 1)}
              >
                Move down {about}
              </IconButton>
              <IconButton icon={Trash2} onClick={() => remove(i)}>
                Remove {about}
              </IconButton>
            </span>
            <JsonPart
              value={item}
              model={first ?? item}
              parts={parts}
              path={[...path, i]}
              label={nameOfItem(i)}
              linksFrom={linksFrom}
              fault={within(fault, i)}
              columns={isRows ? columns : undefined}
              onChange={(next) => onChange(value.map((one, at) => (at === i ? next : one)))}
            />
          </div>
        );
      })}
      <button type="button" className="btn btn--soft" data-add onClick={add}>
        <Plus className="i" aria-hidden />
        {isRows
          ? "Add a row"
          : isRow
            ? `Add a cell to ${label.toLowerCase()}`
            : `Add to ${label.toLowerCase()}`}
      </button>
    </fieldset>
  );
}
