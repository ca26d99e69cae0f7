import { useId } from "react";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { modelOf } from "../../features/landing-pages/models.ts";
import {
  CHOSEN_MAX,
  PEOPLE_MAX,
  partsOfSection,
  type Section,
  type SectionType,
} from "../../features/landing-pages/sections.ts";
import { JsonPart } from "../../features/website-content/json-part.tsx";
import { SelectField } from "../../ui/panel/field.tsx";

const words = landingPages.sections;

/** Fields with their own control. All others are generated from the section's shape. */
const CHOSEN = ["type", "is_hidden", "form", "side", "from", "industry", "slugs", "names"];

/**
 * Choices for content from other records. Sections store `value`.
 * @property places where the content of some types of sections is edited
 */
export type Sources = {
  linksFrom: string;
  studies: readonly Source[];
  industries: readonly Source[];
  people: readonly Source[];
  places: { [Type in SectionType]?: string };
};
type Source = { value: string; label: string };

/** Adds an empty choice, and the stored value if its record is gone. */
const withNone = (all: readonly Source[], stored: string) => [
  { value: "", label: words.none },
  ...(all.some(({ value }) => value === stored) || !stored
    ? []
    : [{ value: stored, label: words.gone(stored) }]),
  ...all,
];

export function SectionForm(props: {
  section: Section;
  sources: Sources;
  onChange: (section: Section) => void;
}) {
  const { section, onChange } = props;
  const { linksFrom, studies, industries, people, places } = props.sources;
  const id = useId();
  const values = section as unknown as Record<string, CopyValue>;
  const set = (changed: Record<string, unknown>) => onChange({ ...section, ...changed } as Section);
  const parts = (all: object) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !CHOSEN.includes(key)));
  const note = words.notes[section.type];
  const select = (
    name: string,
    label: string,
    value: string,
    options: readonly Source[],
    onSelect: (value: string) => void,
  ) => (
    <SelectField
      key={name}
      field={{ id: `${id}-${name}`, name: "" }}
      {...{ label, value }}
      onChange={(event) => onSelect(event.currentTarget.value)}
    >
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </SelectField>
  );
  /** Renders a select for each choice and one more. Each of `all` can be chosen once. */
  const selects = (of: {
    key: string;
    label: (place: number) => string;
    chosen: readonly string[];
    max: number;
    all: readonly Source[];
  }) =>
    [...of.chosen, ""].slice(0, of.max).map((value, i) => {
      const others = of.chosen.toSpliced(i, 1);
      const free = of.all.filter((one) => !others.includes(one.value));
      return select(`${of.key}-${i}`, of.label(i + 1), value, withNone(free, value), (next) =>
        set({ [of.key]: of.chosen.toSpliced(i, 1, next).filter(Boolean) }),
      );
    });
  return (
    <div className="lsec__form">
      {note && (
        <p className="hint">
          {note.text}{" "}
          <a href={places[section.type]} target="_blank" rel="noopener">
            {note.link}
          </a>
          .
        </p>
      )}
      {["form", "side", "from"].map((key) => {
        const choice = words.choices[`${section.type}.${key}`];
        if (!choice) return null;
        const options = Object.entries(choice.options).map(([value, label]) => ({ value, label }));
        return select(key, choice.label, String(values[key]), options, (next) => set({ [key]: next }));
      })}
      {"industry" in section &&
        section.from === "industry" &&
        select("industry", words.industry, section.industry, withNone(industries, section.industry), (next) =>
          set({ industry: next }),
        )}
      {section.type === "case_studies" &&
        section.from === "chosen" &&
        selects({ key: "slugs", label: words.study, chosen: section.slugs, max: CHOSEN_MAX, all: studies })}
      {section.type === "people" &&
        section.from === "chosen" &&
        selects({ key: "names", label: words.person, chosen: section.names, max: PEOPLE_MAX, all: people })}
      <JsonPart
        value={parts(section) as CopyValue}
        model={parts(modelOf(section.type)) as CopyValue}
        parts={partsOfSection(section.type)}
        path={[]}
        label={words.types[section.type]}
        linksFrom={linksFrom}
        onChange={(next) => set(next as Record<string, unknown>)}
      />
    </div>
  );
}
