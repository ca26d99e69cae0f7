import { Toolbar } from "@base-ui/react/toolbar";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import {
  Bold,
  CodeXml,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";

/** The editor over its hidden control; loaded when a form with rich text opens. */
export default function RichTextEditor({
  html,
  onChange,
  labelId,
  isAsHtml,
  canLeaveHtml,
  onToggleHtml,
}: {
  html: string;
  onChange: (html: string) => void;
  labelId: string;
  isAsHtml: boolean;
  canLeaveHtml: boolean;
  onToggleHtml: () => void;
}) {
  const own = useRef(html);
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, defaultProtocol: "https", HTMLAttributes: { target: null, rel: null } },
      }),
    ],
    content: html,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: "rte__b", role: "textbox", "aria-multiline": "true", "aria-labelledby": labelId },
    },
    onUpdate({ editor }) {
      own.current = editor.isEmpty ? "" : editor.getHTML();
      onChange(own.current);
    },
  });

  // What came from elsewhere (the HTML view, a script that filled the control) is shown, and not echoed.
  useEffect(() => {
    if (!editor || isAsHtml || html === own.current) return;
    own.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html, isAsHtml]);

  const words = html.replace(/<[^>]*>/g, " ").match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  return (
    <>
      <Tools editor={editor} isAsHtml={isAsHtml} canLeaveHtml={canLeaveHtml} onToggleHtml={onToggleHtml} />
      {!isAsHtml && <EditorContent editor={editor} />}
      <div className="rte__f">
        <span className="num">{words === 1 ? "1 word" : `${words} words`}</span>
      </div>
    </>
  );
}

type Tool = {
  name: string;
  icon: LucideIcon;
  isActive: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
};

const TOOLS: Tool[] = [
  {
    name: "Bold",
    icon: Bold,
    isActive: (editor) => editor.isActive("bold"),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: "Italic",
    icon: Italic,
    isActive: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: "List",
    icon: List,
    isActive: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "Numbered list",
    icon: ListOrdered,
    isActive: (editor) => editor.isActive("orderedList"),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "Heading 2",
    icon: Heading2,
    isActive: (editor) => editor.isActive("heading", { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: "Heading 3",
    icon: Heading3,
    isActive: (editor) => editor.isActive("heading", { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
];

function Tools({
  editor,
  isAsHtml,
  canLeaveHtml,
  onToggleHtml,
}: {
  editor: Editor | null;
  isAsHtml: boolean;
  canLeaveHtml: boolean;
  onToggleHtml: () => void;
}) {
  const [linkHref, setLinkHref] = useState<string | null>(null);
  const active = useEditorState({
    editor,
    selector: ({ editor }) => [
      ...TOOLS.map((tool) => !!editor && tool.isActive(editor)),
      !!editor?.isActive("link"),
    ],
  });
  const isOff = !editor || isAsHtml;
  return (
    <>
      <Toolbar.Root className="rte__bar" aria-label="Formatting">
        {TOOLS.map((tool, i) => (
          <Toolbar.Button
            key={tool.name}
            className="btn btn--ghost btn--icon"
            aria-label={tool.name}
            title={tool.name}
            aria-pressed={!isOff && !!active?.[i]}
            disabled={isOff}
            onClick={() => editor && tool.run(editor)}
          >
            <tool.icon className="i" aria-hidden />
          </Toolbar.Button>
        ))}
        <Toolbar.Button
          className="btn btn--ghost btn--icon"
          aria-label="Link"
          title="Link"
          aria-pressed={!isOff && !!active?.[TOOLS.length]}
          aria-expanded={linkHref !== null}
          disabled={isOff}
          onClick={() =>
            setLinkHref(
              linkHref === null ? ((editor?.getAttributes("link").href as string | undefined) ?? "") : null,
            )
          }
        >
          <Link className="i" aria-hidden />
        </Toolbar.Button>
        <Toolbar.Button
          className="btn btn--ghost btn--icon"
          aria-label="Edit as HTML"
          title="Edit as HTML"
          aria-pressed={isAsHtml}
          disabled={isAsHtml && !canLeaveHtml}
          onClick={() => {
            setLinkHref(null);
            onToggleHtml();
          }}
        >
          <CodeXml className="i" aria-hidden />
        </Toolbar.Button>
      </Toolbar.Root>
      {editor && linkHref !== null && (
        <LinkBar
          href={linkHref}
          onDone={(href) => {
            setLinkHref(null);
            const chain = editor.chain().focus().extendMarkRange("link");
            if (href === "") chain.unsetLink().run();
            else if (href !== null) chain.setLink({ href }).run();
            else editor.commands.focus();
          }}
        />
      )}
    </>
  );
}

/** Where a link leads: an address sets it, an empty one removes it, null leaves it. */
function LinkBar({ href, onDone }: { href: string; onDone: (href: string | null) => void }) {
  const [value, setValue] = useState(href);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const apply = () => {
    const typed = value.trim();
    const isComplete = /^(https?:|mailto:|tel:|\/|#)/i.test(typed);
    onDone(typed && !isComplete ? `https://${typed}` : typed);
  };
  return (
    <div className="rte__link">
      <input
        ref={input}
        className="input"
        type="url"
        aria-label="Link address"
        placeholder="https:// or /contact"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply();
          else if (event.key === "Escape") onDone(null);
          else return;
          // Neither the form nor the dialog around it is meant.
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <button type="button" className="btn btn--soft" onClick={apply}>
        {href && !value.trim() ? "Remove link" : "Set link"}
      </button>
    </div>
  );
}
