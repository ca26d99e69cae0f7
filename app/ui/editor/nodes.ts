import { TextSelection } from "@tiptap/pm/state";
import { goToNextCell, tableEditing } from "@tiptap/pm/tables";
import {
  type Command,
  type Editor,
  Extension,
  type JSONContent,
  Mark,
  mergeAttributes,
  Node,
} from "@tiptap/react";

/** Defines an attribute that keeps its exact value. */
const asWritten = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
});
/** Defines `colspan` or `rowspan`, which is omitted if it's 1. */
const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name)) || 1),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
});

const TABLE_ROLES: Record<string, string> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};
/** All blocks except nested tables and horizontal rules. */
const IN_CELL = "(paragraph | heading | bulletList | orderedList | blockquote | codeBlock)+";

const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  extendNodeSchema: ({ name }) => (TABLE_ROLES[name] ? { tableRole: TABLE_ROLES[name] } : {}),
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", ["tbody", 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const go = (direction: 1 | -1) => () =>
      goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
    // In the last cell, Tab leaves the editor instead of adding a row.
    return { Tab: go(1), "Shift-Tab": go(-1) };
  },
});

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

const cell = (name: "tableCell" | "tableHeader", tag: "td" | "th") =>
  Node.create({
    name,
    content: IN_CELL,
    isolating: true,
    addAttributes: () => ({
      colspan: span("colspan"),
      rowspan: span("rowspan"),
      ...(tag === "th" && { scope: asWritten("scope") }),
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/** Inline, so an image can be in a list, a table cell or a link. */
const Image = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  draggable: true,
  addAttributes: () =>
    Object.fromEntries(
      ["src", "alt", "title", "width", "height", "loading"].map((name) => [name, asWritten(name)]),
    ),
  parseHTML: () => [{ tag: "img[src]" }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});

/** Defines a mark that combines with all others. Tiptap's own `code` would remove links. */
const mark = (name: string, tag: string, shortcut?: string) =>
  Mark.create({
    name,
    excludes: name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
    addKeyboardShortcuts() {
      return shortcut ? { [shortcut]: () => this.editor.commands.toggleMark(name) } : {};
    },
  });

const BLOCKS = [
  ...["paragraph", "heading", "bulletList", "orderedList", "listItem", "blockquote"],
  ...["table", "tableCell", "tableHeader"],
];

/** Keeps the ids of headings, because links can point to them, and the writing direction. */
const KeptAttributes = Extension.create({
  name: "keptAttributes",
  addGlobalAttributes: () => [
    { types: ["heading"], attributes: { id: asWritten("id") } },
    { types: BLOCKS, attributes: { dir: asWritten("dir") } },
  ],
});

/** Requires Tiptap's starter kit without its `code`. */
export const NODES = [
  Table,
  TableRow,
  cell("tableCell", "td"),
  cell("tableHeader", "th"),
  Image,
  mark("code", "code", "Mod-e"),
  mark("subscript", "sub"),
  mark("superscript", "sup"),
  mark("highlight", "mark"),
  KeptAttributes,
];

/**
 * Returns a command that inserts an empty table with a header row after the selection and moves the cursor into the
 * table.
 */
export function insertTable(rows: number, columns: number): Command {
  const row = (type: string): JSONContent => ({
    type: "tableRow",
    content: Array.from({ length: columns }, () => ({ type, content: [{ type: "paragraph" }] })),
  });
  const body = Array.from({ length: rows - 1 }, () => row("tableCell"));
  return ({ tr, editor }) => {
    const table = editor.schema.nodeFromJSON({ type: "table", content: [row("tableHeader"), ...body] });
    const at = tr.selection.to;
    tr.setSelection(TextSelection.near(tr.doc.resolve(at), -1)).replaceSelectionWith(table);
    tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView();
    return true;
  };
}

/**
 * Returns clean HTML: header rows in `thead`, no paragraph around a cell's only text, no empty paragraphs at the
 * end.
 */
export function htmlOf(editor: Editor): string {
  if (editor.isEmpty) return "";
  const html = editor.getHTML().replace(/(?:<p><\/p>)+$/, "");
  if (!html.includes("<table")) return html;
  return html
    .replace(/<(t[dh])([^>]*)><p>((?:(?!<\/?p>).)*)<\/p><\/\1>/gs, "<$1$2>$3</$1>")
    .replace(
      /<table><tbody>(<tr>(?:<th[^>]*>(?:(?!<\/th>).)*<\/th>)+<\/tr>)/gs,
      "<table><thead>$1</thead><tbody>",
    )
    .replaceAll("<tbody></tbody>", "");
}
