import { useId, useState } from "react";
import { messages } from "../../copy/messages.ts";
import { BUILT_IN } from "../../copy/panel/text-labels.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { Parts } from "../../copy/site/parts.ts";
import type { AutosaveChoice } from "../../ui/panel/autosave-offer.tsx";
import { SelectField, TextField } from "../../ui/panel/field.tsx";
import { RecordDialog } from "../../ui/panel/record-dialog.tsx";
import { autosaved, useAutosavedForm } from "../../ui/panel/record-form.tsx";
import type { useSaveForm } from "../../ui/panel/save-form.ts";
import { leave } from "../../ui/panel/unsaved-guard.ts";
import { keyOfForm, type PendingDraft } from "../../ui/panel/waiting-changes.tsx";
import { asStored, type ContentType, contentType } from "./content-type.ts";
import { explainWith } from "./explain.ts";
import { TEXT_LABELS } from "./labels.ts";
import type { SiteText } from "./lists.server.ts";
import { contentRules, mayBeEmpty, REQUIRED_FIELDS } from "./rules.ts";
import { shownValue } from "./shown-value.ts";
import { TextBadges } from "./text-badges.tsx";
import { type TextKey, writeTextKey } from "./text-key.ts";
import { textLabel } from "./text-label.ts";
import { ValueField } from "./value-field.tsx";

type KnownText = TextKey & { content_type: ContentType };

type Adding = {
  pages: readonly string[];
  known: readonly KnownText[];
  types: readonly ContentType[];
  linksFrom: string;
  onEdit: (textKey: TextKey) => void;
};

/**
 * Initial values of the form.
 * @property version 0 for a default
 * @property columns headings, if the text is a table
 * @property title the headline, if the text is its highlighted words
 * @property note a problem with this text on its page
 */
type EditedText = Omit<SiteText, "updated_at"> & {
  opened: string;
  columns?: readonly string[];
  title?: string;
  note?: string;
  waiting: PendingDraft | null;
};

/** Returns a React key that changes when another text is opened or a draft replaces the published version. */
export const keyOfText = (text: EditedText | null) =>
  keyOfForm({ record: text && { id: writeTextKey(text) }, waiting: text?.waiting ?? null });

type Props = Adding & {
  text: EditedText | null;
  choice: AutosaveChoice;
  start?: Partial<TextKey>;
  failed: string;
  /** `isChanged`: the text or its draft may have changed */
  onClose: (isChanged: boolean) => void;
};

/**
 * Renders the form to add or edit a text (SPEC 2, 5; fields as in CONTRACT). Posts to the current tab with the
 * `intent` "add" or "update".
 * @param props.text null to add a text
 * @param props.start initial key of a new text
 * @param props.pages page names to choose from; a single one is preselected
 * @param props.known existing texts, as suggestions
 * @param props.types types to choose from; `text` is preselected
 * @param props.onEdit opens an existing text
 * @param props.linksFrom see `RichTextField`
 */
export const ContentForm = autosaved((props: Props) => {
  const { text, start = {}, choice, failed, onClose, ...adding } = props;
  const { pages, known, linksFrom } = adding;
  const saving = useAutosavedForm({
    record: text && {
      ...{ ...text, id: text.id ?? "" },
      ...{
        builtIn: undefined,
        parts: undefined,
        columns: undefined,
        title: undefined,
        note: undefined,
        waiting: undefined,
      },
    },
    waiting: text?.waiting ?? null,
    created: {
      ...{ content_type: "text", content_value: "", page_name: pages.length === 1 ? pages[0] : "" },
      ...start,
    },
    choice,
    schema: contentRules(() => ({ builtIn: text?.builtIn, parts: text?.parts ?? {} }), text?.columns),
    required: REQUIRED_FIELDS,
    missing: messages.content.missing,
    failed,
    onSaved: () => onClose(true),
  });
  const { field } = saving.form;
  const isShown = text?.builtIn !== undefined;
  const address = text && `${text.page_name} / ${text.section_name} / ${text.content_key}`;
  const about = text && (isShown ? `${textLabel(text)} (${address})` : address);
  return (
    <RecordDialog
      edited={saving}
      name="website-content"
      title={text ? "Edit content" : "Add content"}
      about={about ?? undefined}
      head={text && <TextBadges id={text.id} isShown={isShown} mismatch={text.mismatch} />}
      hasPreview
      waiting={text ? saving.waiting : undefined}
      record={text ? { kind: "website-content", id: writeTextKey(text) } : undefined}
      onClose={() => onClose(saving.form.hasChanges() || saving.waiting?.version !== text?.waiting?.version)}
    >
      {isShown ? (
        <>
          {(["page_name", "section_name", "content_key", "content_type"] as const).map((name) => (
            <input key={name} type="hidden" name={name} value={text[name]} />
          ))}
          {text.note && <p className="hint">{text.note}</p>}
          <ValueField
            field={field("content_value")}
            type={text.content_type}
            model={text.builtIn}
            parts={text.parts}
            name={inWords(text.content_key)}
            columns={text.columns}
            mayBeEmpty={mayBeEmpty(text)}
            title={text.title}
            explain={explainWith(text)}
            linksFrom={linksFrom}
          />
          {text.id && text.builtIn !== undefined && <BuiltIn value={text.builtIn} parts={text.parts} />}
        </>
      ) : (
        <FreeFields {...adding} field={field} values={saving.values} known={text ? [] : known} />
      )}
    </RecordDialog>
  );
});

const inWords = (key: string) => {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function BuiltIn({ value, parts }: { value: CopyValue; parts: Parts }) {
  return (
    <details className="builtin">
      <summary>{BUILT_IN}</summary>
      <p>{shownValue({ content_value: asStored(value), content_type: contentType(value), parts })}</p>
    </details>
  );
}

function FreeFields({
  field,
  values,
  pages,
  known,
  types,
  linksFrom,
  onEdit,
}: Adding & {
  field: ReturnType<typeof useSaveForm>["field"];
  values: Partial<TextKey> & { content_type?: string };
}) {
  const listId = useId();
  const [page_name, setPage] = useState(values.page_name ?? "");
  const [section_name, setSection] = useState(values.section_name ?? "");
  const [content_key, setKey] = useState(values.content_key ?? "");
  const [chosen, setChosen] = useState(values.content_type as ContentType);
  const value = field("content_value");
  const [typed, setTyped] = useState(value.initialValue);
  const ofPage = known.filter((one) => one.page_name === page_name);
  const ofSection = ofPage.filter((one) => one.section_name === section_name.trim());
  const present = ofSection.find((one) => one.content_key === content_key.trim());
  const type = present && present.content_type !== "text" ? present.content_type : chosen;
  const offered = types.includes(type) ? types : [...types, type];
  return (
    <div className="fgrid fgrid--2">
      <SelectField
        field={field("page_name")}
        label={TEXT_LABELS.page_name}
        isRequired
        onChange={(event) => setPage(event.currentTarget.value)}
      >
        {pages.length > 1 && <option value="">Choose a page</option>}
        {[...new Set([...pages, ...(page_name ? [page_name] : [])])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        field={field("section_name")}
        label={TEXT_LABELS.section_name}
        isRequired
        list={`${listId}-sections`}
        autoComplete="off"
        value={section_name}
        onChange={(event) => setSection(event.currentTarget.value)}
      />
      <div>
        <TextField
          field={field("content_key")}
          label={TEXT_LABELS.content_key}
          isRequired
          className="input mono"
          list={`${listId}-keys`}
          autoComplete="off"
          hint="Each combination of page, section and key has one value."
          value={content_key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Unshown at={{ page_name, section_name, content_key }} known={known} />
        {present && (
          <div className="builtin">
            <p>This content already exists.</p>
            <button
              type="button"
              className="btn btn--soft"
              onClick={({ currentTarget }) => {
                const typed = currentTarget.form && new FormData(currentTarget.form).get("content_value");
                // With no value typed, nothing is lost, so the form closes without a warning.
                if (typed) onEdit(present);
                else leave(() => onEdit(present));
              }}
            >
              Edit its current value
            </button>
          </div>
        )}
      </div>
      <SelectField
        field={field("content_type")}
        label={TEXT_LABELS.content_type}
        value={type}
        onChange={(event) => {
          const { form, value } = event.currentTarget;
          const control = form?.elements.namedItem("content_value");
          // Keeps the typed value when the type changes.
          if (control && "value" in control) setTyped(control.value);
          setChosen(value as ContentType);
        }}
      >
        {offered.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <div className="full">
        <ValueField
          key={type}
          field={{ id: value.id, name: value.name, errors: value.errors, initialValue: typed }}
          type={type}
          model={undefined}
          parts={{}}
          name="Value"
          linksFrom={linksFrom}
        />
      </div>
      <datalist id={`${listId}-sections`}>
        {[...new Set(ofPage.map((one) => one.section_name))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id={`${listId}-keys`}>
        {ofSection.map((one) => (
          <option key={writeTextKey(one)} value={one.content_key} />
        ))}
      </datalist>
    </div>
  );
}

/** Warns that no page uses this key, and lists existing keys or sections. */
function Unshown({ at, known }: { at: TextKey; known: readonly KnownText[] }) {
  const section = at.section_name.trim();
  const key = at.content_key.trim();
  const ofPage = known.filter(({ page_name }) => page_name === at.page_name);
  if (!at.page_name || !section || !key || !known.length) return null;
  const ofSection = ofPage.filter(({ section_name }) => section_name === section);
  if (ofSection.some(({ content_key }) => content_key === key)) return null;
  const [what, names] = ofSection.length
    ? [`Keys of ${at.page_name} / ${section}`, ofSection.map(({ content_key }) => content_key)]
    : [`Sections of ${at.page_name}`, [...new Set(ofPage.map(({ section_name }) => section_name))]];
  return (
    <p className="hint" role="status">
      No page uses this key, so what you save here won't be visible.
      {names.length > 0 && ` ${what}: ${names.join(", ")}.`}
    </p>
  );
}
