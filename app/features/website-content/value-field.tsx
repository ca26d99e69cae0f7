import { useState } from "react";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { RichTextField } from "../../ui/editor/rich-text.tsx";
import { ColorField } from "../../ui/panel/color-field.tsx";
import { type FieldState, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { ImageField } from "../../ui/panel/image-field.tsx";
import type { ContentType } from "./content-type.ts";
import { JsonField } from "./json-field.tsx";
import { NO_IMAGE } from "./json-part.tsx";
import { MarkedWordsField } from "./marked-words.tsx";

/**
 * Renders the editor for a text's type, with SPEC 5's hint. The control with the field's name holds the
 * value.
 * @param props.title the headline, if the value is its highlighted words
 */
export function ValueField({
  type,
  mayBeEmpty,
  title,
  ...json
}: Parameters<typeof JsonField>[0] & { type: ContentType; mayBeEmpty?: boolean; title?: string }) {
  const { field, model, linksFrom } = json;
  if (title !== undefined) return <MarkedWordsField field={field} title={title} />;
  switch (type) {
    case "html":
      return (
        <RichTextField
          field={field}
          label="Value"
          isRequired
          linksFrom={linksFrom}
          hint="HTML tags are allowed."
        />
      );
    case "image_url":
      return (
        <ImageField
          field={field}
          label="Value"
          cover={NO_IMAGE}
          coverHint="The full URL of the image, such as https://example.com/team.webp."
          isRequired
        />
      );
    case "color":
      return <ColorValue field={field} />;
    case "number":
      return (
        <TextField field={field} label="Value" isRequired inputMode="decimal" hint="A number, such as 61." />
      );
    case "json":
      return <JsonField {...json} />;
    default:
      return (
        <TextAreaField
          field={field}
          label="Value"
          isRequired={!mayBeEmpty}
          className="input grows"
          rows={2}
          hint={
            [placeholders(model), mayBeEmpty && "Can be left empty."].filter(Boolean).join(" ") || undefined
          }
        />
      );
  }
}

const FACTS: Record<string, string> = {
  "{site}": "the site title from the Settings tab",
  "{address}": "the address in the footer",
};

/** Returns a hint about the placeholders in a text; undefined if it has none. */
function placeholders(model: CopyValue | undefined) {
  const names = typeof model === "string" ? (model.match(/\{\w+\}/g) ?? []) : [];
  if (names.length === 0) return undefined;
  const said = names.map((name) => (FACTS[name] ? `${name} (${FACTS[name]})` : name));
  return `The site fills in ${said.join(" and ")} automatically. Keep the braces in your text.`;
}

function ColorValue({ field }: { field: FieldState }) {
  const [color, setColor] = useState(typeof field.initialValue === "string" ? field.initialValue : "");
  return (
    <ColorField
      field={field}
      label="Value"
      pickLabel="Choose a color"
      hint="A hex color such as #FF0000."
      isRequired
      color={color}
      onColor={setColor}
    />
  );
}
