import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { editorImageWords as words } from "../../copy/panel/media.ts";
import { filesOf } from "../panel/image-files.ts";
import { useImageLibrary } from "../panel/image-library.ts";
import { showToast } from "../panel/toaster.tsx";
import { onFocused } from "./focus.ts";
import { ImagePlaces } from "./image-slots.ts";
import { EditorImages, type Picking } from "./images.tsx";
import { holdsTheSame } from "./loss.ts";
import { htmlOf, NODES } from "./nodes.ts";
import { cleanPasted } from "./paste.ts";
import { Tools } from "./tools.tsx";
import { Waiting } from "./waiting.tsx";

/** Serializing a long text takes a while, so it waits for a pause in typing. */
const LONG_CHARS = 5_000;
const PAUSE_MS = 400;

/** ProseMirror's own DOM observer. */
type Observing = { domObserver: { flush(): void } };

/**
 * Renders the editor over its hidden control, loaded when a form with rich text opens.
 * @param props.name the control's; `FormData` contains what was typed even before the control does
 * @param props.isAwaited whether it takes focus as soon as it loads
 * @param props.onLoss called for HTML that the editor would alter, before anything changes
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
  /** the HTML that the editor shows; none before the first */
  const shown = useRef<string | null>(null);
  const foot = useRef<HTMLDivElement>(null);
  const openLink = useRef(() => {});
  const library = useImageLibrary();
  const [picking, setPicking] = useState<Picking | null>(null);
  const takeFiles = useRef((_: File[], __?: number) => {});
  /** whether the control still has to be rendered with it */
  const isBehind = useRef(false);
  /** typed text that hasn't been sent to the control yet */
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
        if (pasted.lostImages) sayLostImages(pasted.lostImages);
        return pasted.html;
      },
      handleKeyDown(_, event) {
        const isLinkKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
        if (!isLinkKey || event.key.toLowerCase() !== "k") return false;
        // Elsewhere in the panel this key opens the search.
        event.stopPropagation();
        openLink.current();
        return true;
      },
      handlePaste(_, { clipboardData }) {
        // An image copied with text from a page or document: the text is pasted.
        const files = filesOf(clipboardData);
        if (!files.length || /text\//.test(clipboardData?.types.join() ?? "")) return false;
        takeFiles.current(files);
        return true;
      },
      handleDrop(view, event, _, isMoved) {
        // Moving an image within the text also delivers a file.
        if (isMoved) return false;
        const files = filesOf(event.dataTransfer);
        if (!files.length) return false;
        event.preventDefault();
        // Otherwise the page's drop area would take them too.
        event.stopPropagation();
        takeFiles.current(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
        return true;
      },
    },
    onUpdate({ editor }) {
      clearTimeout(pending.current);
      if (editor.state.doc.content.size < LONG_CHARS) settle(editor);
      else pending.current = setTimeout(() => settle(editor), PAUSE_MS);
    },
    onBlur({ editor }) {
      // Whatever is clicked next finds the control complete.
      if (pending.current) flushSync(() => settle(editor));
    },
  });

  takeFiles.current = (files, at) => {
    if (!library) return sayLostImages(files.length);
    if (!files.some(({ type }) => type === "" || type.startsWith("image/")))
      return showToast({ tone: "bad", title: words.noImages, text: words.noImagesText });
    if (editor) setPicking({ at: at ?? editor.state.selection.to, start: files });
  };

  useLayoutEffect(() => {
    if (html === shown.current) isBehind.current = false;
  }, [html]);

  // Changes from outside (the record, the HTML view, a script) are shown and not echoed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each HTML, whatever the callback is
  useEffect(() => {
    if (!editor || isAsHtml || html === shown.current) return;
    clearTimeout(pending.current);
    pending.current = undefined;
    shown.current = html;
    isBehind.current = false;
    const chain = editor.chain().setMeta("addToHistory", false).setContent(html, { emitUpdate: false });
    // The cursor starts at the beginning, which is in view.
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
      // A letter is in the page up to 20 ms before it's in the document.
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
    // A file dropped next to the editor would replace the page.
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

/** An image needs a URL; one that exists only in the copied document is left out. */
const sayLostImages = (count: number) =>
  showToast({ tone: "bad", title: words.leftOut(count), text: words.leftOutText });
