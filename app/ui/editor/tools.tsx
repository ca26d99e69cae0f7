import { Toolbar } from "@base-ui/react/toolbar";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeaderRow,
} from "@tiptap/pm/tables";
import { type Editor, useEditorState } from "@tiptap/react";
import {
  Bold,
  CodeXml,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Maximize2,
  Minimize2,
  Quote,
  Redo2,
  SquareCode,
  Table,
  Undo2,
} from "lucide-react";
import { type ComponentProps, type RefObject, useEffect, useState } from "react";
import { onFocused } from "./focus.ts";
import { ImageBar, LinkBar } from "./links.tsx";
import { insertTable } from "./nodes.ts";

type Chain = ReturnType<Editor["chain"]>;
type Tool = {
  name: string;
  icon: LucideIcon;
  run: (chain: Chain) => Chain;
  /** the mark or block that the tool creates */
  makes?: [name: string, attributes?: object];
};

const heading = (level: 2 | 3 | 4, icon: LucideIcon): Tool => ({
  name: `Heading ${level}`,
  icon,
  run: (chain) => chain.toggleHeading({ level }),
  makes: ["heading", { level }],
});
const TOOLS: Tool[] = [
  { name: "Undo", icon: Undo2, run: (chain) => chain.undo() },
  { name: "Redo", icon: Redo2, run: (chain) => chain.redo() },
  { name: "Bold", icon: Bold, run: (chain) => chain.toggleBold(), makes: ["bold"] },
  { name: "Italic", icon: Italic, run: (chain) => chain.toggleItalic(), makes: ["italic"] },
  { name: "List", icon: List, run: (chain) => chain.toggleBulletList(), makes: ["bulletList"] },
  {
    name: "Numbered list",
    icon: ListOrdered,
    run: (chain) => chain.toggleOrderedList(),
    makes: ["orderedList"],
  },
  heading(2, Heading2),
  heading(3, Heading3),
  heading(4, Heading4),
  { name: "Quote", icon: Quote, run: (chain) => chain.toggleBlockquote(), makes: ["blockquote"] },
  { name: "Code", icon: SquareCode, run: (chain) => chain.toggleCodeBlock(), makes: ["codeBlock"] },
  { name: "Table", icon: Table, run: (chain) => chain.command(insertTable(3, 3)), makes: ["table"] },
];

const TABLE_TOOLS = {
  "Add row": addRowAfter,
  "Delete row": deleteRow,
  "Add column": addColumnAfter,
  "Delete column": deleteColumn,
  "Header row": toggleHeaderRow,
  "Delete table": deleteTable,
};

type Asking = "link" | "image" | null;

export function Tools({
  editor,
  linksFrom,
  isAsHtml,
  canLeaveHtml,
  onToggleHtml,
  openLink,
  onChooseImage,
}: {
  editor: Editor | null;
  linksFrom?: string;
  isAsHtml: boolean;
  canLeaveHtml: boolean;
  onToggleHtml: () => void;
  /** receives a function that opens the link bar */
  openLink: RefObject<() => void>;
  /** absent if there's no media library to choose from */
  onChooseImage?: () => void;
}) {
  const [asking, setAsking] = useState<Asking>(null);
  /** whether the editor is full width, with the whole text in view */
  const [isTall, setTall] = useState(false);
  useEffect(() => {
    openLink.current = () => setAsking("link");
  }, [openLink]);
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      tools: TOOLS.map(({ makes }) => !!makes && !!editor?.isActive(...makes)),
      link: !!editor?.isActive("link"),
      image: !!editor?.isActive("image"),
      table: !!editor?.isActive("table"),
    }),
  });
  const isOff = !editor || isAsHtml;
  const isInTable = !isOff && !!active?.table;
  const ask = (what: Asking) => setAsking(asking === what ? null : what);
  return (
    <>
      <Toolbar.Root className="rte__bar" aria-label="Formatting">
        {TOOLS.map((tool, i) => (
          <ToolButton
            key={tool.name}
            name={tool.name}
            aria-pressed={tool.makes && !isOff && !!active?.tools[i]}
            // The editor doesn't support nested tables.
            disabled={isOff || (tool.name === "Table" && isInTable)}
            onClick={() => editor && tool.run(onFocused(editor)).run()}
            icon={tool.icon}
          />
        ))}
        <ToolButton
          name="Image"
          aria-pressed={!isOff && !!active?.image}
          aria-expanded={asking === "image"}
          disabled={isOff}
          onClick={() => ask("image")}
          icon={Image}
        />
        <ToolButton
          name="Link"
          title="Link (Ctrl+K)"
          aria-keyshortcuts="Control+K Meta+K"
          aria-pressed={!isOff && !!active?.link}
          aria-expanded={asking === "link"}
          disabled={isOff}
          onClick={() => ask("link")}
          icon={Link}
        />
        <ToolButton
          name="Full height"
          aria-pressed={isTall}
          data-tall
          onClick={() => setTall(!isTall)}
          icon={isTall ? Minimize2 : Maximize2}
        />
        <ToolButton
          name="Edit as HTML"
          aria-pressed={isAsHtml}
          disabled={isAsHtml && !canLeaveHtml}
          onClick={() => {
            setAsking(null);
            onToggleHtml();
          }}
          icon={CodeXml}
        />
      </Toolbar.Root>
      {isInTable && (
        <Toolbar.Root className="rte__bar rte__bar--table" aria-label="Table">
          {Object.entries(TABLE_TOOLS).map(([name, command]) => (
            <Toolbar.Button
              key={name}
              className="btn btn--ghost"
              onClick={() => {
                command(editor.state, editor.view.dispatch);
                onFocused(editor).run();
              }}
            >
              {name}
            </Toolbar.Button>
          ))}
        </Toolbar.Root>
      )}
      {editor && asking === "link" && (
        <LinkBar
          href={(editor.getAttributes("link").href as string | undefined) ?? ""}
          linksFrom={linksFrom}
          onDone={(href) => {
            setAsking(null);
            if (href === null) onFocused(editor).run();
            else setLink(editor, href);
          }}
        />
      )}
      {editor && asking === "image" && (
        <ImageBar
          image={active?.image ? imageAt(editor) : null}
          onChoose={
            onChooseImage &&
            (() => {
              setAsking(null);
              onChooseImage();
            })
          }
          onDone={(image) => {
            setAsking(null);
            const chain = onFocused(editor);
            if (!image) chain.run();
            else if (active?.image) chain.updateAttributes("image", image).run();
            else {
              // Insert after the selection instead of replacing it.
              const at = editor.state.selection.to;
              chain.setTextSelection(at).insertContent({ type: "image", attrs: image }).run();
            }
          }}
        />
      )}
    </>
  );
}

type ToolButtonProps = { name: string; title?: string; icon: LucideIcon; "data-tall"?: boolean };

function ToolButton({
  name,
  title = name,
  icon: Icon,
  ...button
}: ToolButtonProps & ComponentProps<typeof Toolbar.Button>) {
  return (
    <Toolbar.Button className="btn btn--ghost btn--icon" aria-label={name} title={title} {...button}>
      <Icon className="i" aria-hidden />
    </Toolbar.Button>
  );
}

/**
 * Links the selection, or changes the link at the cursor. Without either, inserts the URL as a link. An empty
 * `href` removes the link.
 */
function setLink(editor: Editor, href: string) {
  const isNew = editor.state.selection.empty && !editor.isActive("link");
  const chain = onFocused(editor);
  if (isNew && href)
    chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
  else if (href) chain.extendMarkRange("link").setLink({ href }).run();
  else chain.extendMarkRange("link").unsetLink().run();
}

function imageAt(editor: Editor) {
  const { src, alt, title } = editor.getAttributes("image") as {
    src: string;
    alt: string | null;
    title: string | null;
  };
  return { src, alt: alt ?? "", title };
}
