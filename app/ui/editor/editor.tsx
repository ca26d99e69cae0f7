import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { editorImageWords as words } from "../../copy/panel/media.ts";
import { filesOf } from "../panel/image-files.ts";
import { useImageLibrary } from "../panel/image-library.ts";
import { showToast } from "../panel/toaster.tsx";
import { onFocused } from "./focus.ts";
import { copyForeign, foreignImages } from "./foreign-images.ts";
import { ImagePlaces } from "./image-slots.ts";
import { EditorImages, type Picking } from "./images.tsx";
import { holdsTheSame } from "./loss.ts";
import { htmlOf, NODES } from "./nodes.ts";
import { cleanPasted } from "./paste.ts";
import { Tools } from "./tools.tsx";
import { Waiting } from "./waiting.tsx";

/** Text longer than this is serialized only when typing pauses, because serializing is slow. */
const LONG_CHARS = 5_000;
const PAUSE_MS = 400;

/** ProseMirror's internal DOM observer. */
type Observing = { domObserver: { flush(): void } };

/**
 * @param props.name the hidden field's name; `FormData` always has the latest text
 * @param props.isAwaited whether to focus the editor when it loads
 * @param props.onLoss called with HTML that the editor would alter just by loading it
 */
export default function RichTextEditor({
  name,
  html,
  onChange,
  onLoss,
  labelId,
  linksFrom,
  isAwaited,
  isAsHtml,
  canLeaveHtml,
  onToggleHtml,
}: {
  name: string;
  html: string;
  onChange: (html: string) => void;
  onLoss: (html: string) => void;
  labelId: string;
  linksFrom?: string;
  isAwaited: RefObject<boolean>;
  isAsHtml: boolean;
  canLeaveHtml: boolean;
  onToggleHtml: () => void;
}) {
  /** the HTML last loaded into or read from the editor; null at first */
  const shown = useRef<string | null>(null);
  const foot = useRef<HTMLDivElement>(null);
  const openLink = useRef(() => {});
  const library = useImageLibrary();
  const [picking, setPicking] = useState<Picking | null>(null);
  const addFiles = useRef((_: File[], __?: number) => {});
  const copyImages = useRef((_: string[]) => {});
  /** whether the hidden field still lacks the HTML in `shown` */
  const isBehind = useRef(false);
  /** timer for typed text that isn't in the hidden field yet */
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = (editor: Editor) => {
    clearTimeout(pending.current);
    pending.current = undefined;
    shown.current = htmlOf(editor);
    isBehind.current = true;
    onChange(shown.current);
  };
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        code: false,
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, defaultProtocol: "https", HTMLAttributes: { target: null, rel: null } },
      }),
      ...NODES,
      ImagePlaces,
    ],
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: "rte__b", role: "textbox", "aria-multiline": "true", "aria-labelledby": labelId },
      transformPastedHTML(html) {
        const pasted = cleanPasted(html);
        if (pasted.lostImages) toastLostImages(pasted.lostImages);
        copyImages.current(foreignImages(pasted.html));
        return pasted.html;
      },
      handleKeyDown(_, event) {
        const isLinkKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
        if (!isLinkKey || event.key.toLowerCase() !== "k") return false;
        // Elsewhere in the panel, this key opens the search.
        event.stopPropagation();
        openLink.current();
        return true;
      },
      handlePaste(_, { clipboardData }) {
        // Copying text from a page or document can also put an image on the clipboard. Paste the text instead.
        const files = filesOf(clipboardData);
        if (!files.length || /text\//.test(clipboardData?.types.join() ?? "")) return false;
        addFiles.current(files);
        return true;
      },
      handleDrop(view, event, _, isMoved) {
        // Moving an image within the text also delivers a file.
        if (isMoved) return false;
        const files = filesOf(event.dataTransfer);
        if (!files.length) return false;
        event.preventDefault();
        // Otherwise the page's drop area would also take the files.
        event.stopPropagation();
        addFiles.current(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
        return true;
      },
    },
    onUpdate({ editor }) {
      clearTimeout(pending.current);
      if (editor.state.doc.content.size < LONG_CHARS) settle(editor);
      else pending.current = setTimeout(() => settle(editor), PAUSE_MS);
    },
    onBlur({ editor }) {
      // Update the hidden field before the next click is handled.
      if (pending.current) flushSync(() => settle(editor));
    },
  });

  copyImages.current = (urls) => void (editor && copyForeign(editor, library, urls));
  addFiles.current = (files, at) => {
    if (!library) return toastLostImages(files.length);
    if (!files.some(({ type }) => type === "" || type.startsWith("image/")))
      return showToast({ tone: "bad", title: words.noImages, text: words.noImagesText });
    if (editor) setPicking({ at: at ?? editor.state.selection.to, start: files });
  };

  useLayoutEffect(() => {
    if (html === shown.current) isBehind.current = false;
  }, [html]);

  // Load changes made outside the editor, such as in the HTML view, without reporting them back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not load the HTML again
  useEffect(() => {
    if (!editor || isAsHtml || html === shown.current) return;
    clearTimeout(pending.current);
    pending.current = undefined;
    shown.current = html;
    isBehind.current = false;
    const chain = editor.chain().setMeta("addToHistory", false).setContent(html, { emitUpdate: false });
    // Put the cursor at the top, which is in view.
    chain.setTextSelection(0).run();
    if (!holdsTheSame(html, htmlOf(editor))) onLoss(html);
  }, [editor, html, isAsHtml]);

  useEffect(() => {
    if (!editor || isAsHtml || !isAwaited.current) return;
    isAwaited.current = false;
    onFocused(editor).run();
  }, [editor, isAsHtml, isAwaited]);

  useEffect(() => {
    const form = foot.current?.closest("form");
    if (!editor || isAsHtml || !form) return;
    const complete = ({ formData }: FormDataEvent) => {
      // Flush first: typed letters can reach the editor's document 20 ms after the DOM.
      const { doc } = editor.state;
      (editor.view as unknown as Observing).domObserver.flush();
      if (pending.current || isBehind.current || editor.state.doc !== doc) formData.set(name, htmlOf(editor));
    };
    form.addEventListener("formdata", complete);
    return () => {
      form.removeEventListener("formdata", complete);
      clearTimeout(pending.current);
      pending.current = undefined;
    };
  }, [editor, isAsHtml, name]);

  useEffect(() => {
    // Otherwise, the browser would leave the page to open a file dropped next to the editor.
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, []);

  const wordCount = useMemo(
    () => html.replace(/<[^>]*>/g, " ").match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0,
    [html],
  );
  return (
    <>
      <Tools
        editor={editor}
        linksFrom={linksFrom}
        isAsHtml={isAsHtml}
        canLeaveHtml={canLeaveHtml}
        onToggleHtml={onToggleHtml}
        openLink={openLink}
        onChooseImage={library && editor ? () => setPicking({ at: editor.state.selection.to }) : undefined}
      />
      {!isAsHtml && (editor ? <EditorContent editor={editor} /> : <Waiting hasFocus={isAwaited} />)}
      {library && editor && (
        <EditorImages
          editor={editor}
          library={library}
          picking={picking}
          form={foot.current?.closest("form") ?? null}
          onClose={() => setPicking(null)}
        />
      )}
      <div className="rte__f" ref={foot}>
        <span className="num">
          {wordCount === 1 ? "1 word" : `${wordCount.toLocaleString("en-US")} words`}
        </span>
      </div>
    </>
  );
}

/** Reports images that were left out, such as pasted ones that exist only in the document they came from. */
const toastLostImages = (count: number) =>
  showToast({ tone: "bad", title: words.leftOut(count), text: words.leftOutText });
