import { useId } from "react";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { modelOf } from "../../features/landing-pages/models.ts";
import type { Section } from "../../features/landing-pages/sections.ts";
import { JsonPart } from "../../features/website-content/json-part.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/panel/field.tsx";

const words = landingPages.sections;

/** Fields that aren't drawn from the section's shape: choices, and what they ask for. */
const CHOSEN = ["type", "is_hidden", "form", "side", "from", "industry", "slugs"];

/** Renders the fields of one section. */
export function SectionForm(props: {
  section: Section;
  linksFrom: string;
  onChange: (section: Section) => void;
}) {
  const { section, linksFrom, onChange } = props;
  const id = useId();
  const values = section as unknown as Record<string, CopyValue>;
  const set = (changed: Record<string, unknown>) => onChange({ ...section, ...changed } as Section);
  const parts = (all: object) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !CHOSEN.includes(key)));
  const field = (name: string, initialValue: string) => ({ id: `${id}-${name}`, name: "", initialValue });
  return (
    <div className="lsec__form">
      {["form", "side", "from"].map((key) => {
        const choice = words.choices[`${section.type}.${key}`];
        if (!choice) return null;
        return (
          <SelectField
            key={key}
            field={field(key, "")}
            label={choice.label}
            value={String(values[key])}
            onChange={(event) => set({ [key]: event.currentTarget.value })}
          >
            {Object.entries(choice.options).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        );
      })}
      {"industry" in section && section.from === "industry" && (
        <TextField
          field={field("industry", section.industry)}
          label={words.industry}
          onChange={(event) => set({ industry: event.currentTarget.value })}
        />
      )}
      {section.type === "case_studies" && section.from === "chosen" && (
        <TextAreaField
          field={field("slugs", section.slugs.join("\n"))}
          label={words.slugs}
          hint={words.slugsHint}
          onChange={(event) => set({ slugs: event.currentTarget.value.split(/[\s,]+/).filter(Boolean) })}
        />
      )}
      <JsonPart
        value={parts(section) as CopyValue}
        model={parts(modelOf(section.type)) as CopyValue}
        label={words.types[section.type]}
        linksFrom={linksFrom}
        onChange={(next) => set(next as Record<string, unknown>)}
      />
    </div>
  );
}
