import { useId } from "react";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { modelOf } from "../../features/landing-pages/models.ts";
import { CHOSEN_MAX, partsOfSection, type Section } from "../../features/landing-pages/sections.ts";
import { JsonPart } from "../../features/website-content/json-part.tsx";
import { SelectField } from "../../ui/panel/field.tsx";

const words = landingPages.sections;

/** Fields with their own control. All others are generated from the section's shape. */
const CHOSEN = ["type", "is_hidden", "form", "side", "from", "industry", "slugs"];

/** Choices for content from other records. Sections store `value`. */
export type Sources = { linksFrom: string; studies: readonly Source[]; industries: readonly Source[] };
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
  const { linksFrom, studies, industries } = props.sources;
  const id = useId();
  const values = section as unknown as Record<string, CopyValue>;
  const set = (changed: Record<string, unknown>) => onChange({ ...section, ...changed } as Section);
  const parts = (all: object) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !CHOSEN.includes(key)));
  /** Each case study can be chosen once. */
  const otherThan = (taken: string[]) => studies.filter(({ value }) => !taken.includes(value));
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
  return (
    <div className="lsec__form">
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
        [...section.slugs, ""]
          .slice(0, CHOSEN_MAX)
          .map((slug, i) =>
            select(
              `study-${i}`,
              words.study(i + 1),
              slug,
              withNone(otherThan(section.slugs.toSpliced(i, 1)), slug),
              (next) => set({ slugs: section.slugs.toSpliced(i, 1, next).filter(Boolean) }),
            ),
          )}
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
