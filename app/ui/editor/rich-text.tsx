// A rich-text field. Its form control holds the HTML, with or without the editor.
import {
  Component,
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { controlProps, Field, type FieldState } from "../panel/field.tsx";
import { loadPart } from "../panel/late-part.tsx";
import { showToast } from "../panel/toaster.tsx";
import { Waiting } from "./waiting.tsx";

// The editor is most of the panel's code, and few tabs need it.
const loadEditor = () => loadPart(() => import("./editor.tsx"));
const FirstEditor = lazy(loadEditor);
type EditorProps = ComponentProps<typeof FirstEditor>;

/** Tags that the editor supports, and their attributes. HTML with any others is edited in the HTML view. */
const SHOWN: Record<string, string[]> = {
  ...Object.fromEntries(
    "p br strong b em i u s sub sup mark ul li blockquote pre hr table thead tbody tr"
      .split(" ")
      .map((tag) => [tag, []]),
  ),
  ...Object.fromEntries("h2 h3 h4".split(" ").map((tag) => [tag, ["id"]])),
  a: ["href", "target", "rel", "title"],
  code: ["class"],
  ol: ["start"],
  th: ["scope", "colspan", "rowspan"],
  td: ["colspan", "rowspan"],
  img: ["src", "alt", "title", "width", "height", "loading"],
};

function isShownWhole(html: string): boolean {
  const tags = html.matchAll(/<\/?([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi);
  return [...tags].every(([, tag = "", attributes = ""]) => {
    const known = SHOWN[tag.toLowerCase()];
    const names = attributes.replace(/"[^"]*"|'[^']*'/g, "").match(/[a-z][a-z-]*/gi) ?? [];
    return known !== undefined && names.every((name) => known.includes(name.toLowerCase()));
  });
}

const TOO_MUCH = "The editor can't show everything in this HTML, so you can only edit it as HTML.";
const ABSENT =
  "The editor couldn't be loaded. Edit the HTML, or reload the editor. What you typed is still here.";
const STILL_ABSENT = "If the site was just updated, save and reload the page.";

/**
 * Renders a rich-text field. The editor follows changes that scripts make to the form control.
 * @param props.size "large" for a form's main field
 * @param props.hint replaced by the reason if the HTML can't be edited as rich text
 * @param props.linksFrom see `LinkBar`
 */
export function RichTextField({
  field,
  label,
  isOptional,
  isRequired,
  size,
  linksFrom,
  hint,
  onChange,
}: {
  field: FieldState;
  label: string;
  isOptional?: boolean;
  isRequired?: boolean;
  size?: "large";
  linksFrom?: string;
  hint?: string;
  onChange?: (html: string) => void;
}) {
  const labelId = useId();
  const [html, keepHtml] = useState(typeof field.initialValue === "string" ? field.initialValue : "");
  const [isAsHtml, setAsHtml] = useState(() => !isShownWhole(html));
  /** HTML that the editor would alter */
  const [lost, setLost] = useState<string>();
  /** whether the field has focus while the editor loads */
  const isAwaited = useRef(false);

  const [Editor, setEditor] = useState<ComponentType<EditorProps>>(FirstEditor);
  const [isAbsent, setAbsent] = useState(false);
  const loadAgain = async () => {
    try {
      const loaded = await loadEditor();
      setEditor(() => loaded.default);
      isAwaited.current = true;
      setAbsent(false);
    } catch {
      showToast({ tone: "bad", title: "The editor couldn't be loaded", text: STILL_ABSENT });
    }
  };

  const control = useRef<HTMLTextAreaElement>(null);

  const setHtml = (next: string) => {
    keepHtml(next);
    onChange?.(next);
  };
  const isWhole = useMemo(() => isShownWhole(html), [html]) && html !== lost;
  const isShownAsHtml = isAsHtml || !isWhole || isAbsent;
  useEffect(() => {
    if (!isShownAsHtml || !isAwaited.current) return;
    isAwaited.current = false;
    control.current?.focus();
  }, [isShownAsHtml]);
  const shownHint = isAbsent ? ABSENT : isAsHtml && !isWhole ? TOO_MUCH : hint;
  return (
    <Field
      field={field}
      label={label}
      isOptional={isOptional}
      isRequired={isRequired}
      labelId={labelId}
      hint={shownHint}
    >
      <div
        className={size === "large" ? "rte rte--large" : "rte"}
        data-invalid={field.errors?.length ? true : undefined}
      >
        <textarea
          {...controlProps(field, shownHint)}
          ref={control}
          className={isShownAsHtml ? "rte__html mono" : "rte__value"}
          aria-labelledby={isShownAsHtml ? labelId : undefined}
          aria-hidden={isShownAsHtml ? undefined : true}
          tabIndex={isShownAsHtml ? undefined : -1}
          spellCheck={isShownAsHtml ? false : undefined}
          value={html}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setHtml(next);
            // If a script sets HTML that the editor can't keep, switch to the HTML view.
            if (!isShownWhole(next)) setAsHtml(true);
          }}
        />
        {isAbsent ? (
          <div className="rte__f">
            <button type="button" className="btn btn--soft" onClick={loadAgain}>
              Reload the editor
            </button>
          </div>
        ) : (
          <EditorFault onFault={() => setAbsent(true)}>
            <Suspense fallback={!isShownAsHtml && <Waiting hasFocus={isAwaited} />}>
              <Editor
                name={field.name}
                html={html}
                onChange={setHtml}
                onLoss={(whole) => {
                  setLost(whole);
                  setAsHtml(true);
                }}
                labelId={labelId}
                linksFrom={linksFrom}
                isAwaited={isAwaited}
                isAsHtml={isShownAsHtml}
                canLeaveHtml={isWhole}
                onToggleHtml={() => setAsHtml(!isAsHtml)}
              />
            </Suspense>
          </EditorFault>
        )}
      </div>
    </Field>
  );
}

/** Catches the editor's load and render errors, so the surrounding form keeps working. */
class EditorFault extends Component<{ onFault: () => void; children: ReactNode }> {
  override state = { isBroken: false };
  static getDerivedStateFromError = () => ({ isBroken: true });
  override componentDidCatch() {
    this.props.onFault();
  }
  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
