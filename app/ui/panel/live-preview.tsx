import { Monitor } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { preview as words } from "../../copy/panel/preview.ts";
import { ACTS } from "./autosave.ts";
import { fetchJson } from "./fetch-json.ts";
import { PageFrame, useFrameKey, usePageWidth, WidthChoice } from "./page-frame.tsx";
import { storePreview } from "./preview-button.tsx";
import type { RecordRef } from "./publishing.tsx";

/** Pause in typing before the page is rendered again. */
const PAUSE_MS = 1_000;

type Props = { form: RefObject<HTMLFormElement | null>; record: RecordRef };

/** Renders a closed section; open, it shows the page as the form's values would make it, without saving them. */
export function LivePreview(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card box editor__search" aria-label={words.live}>
      <div className="box__h">
        <h2 className="h4">{words.live}</h2>
        <button
          type="button"
          className="btn btn--line"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Monitor className="i" aria-hidden />
          {isOpen ? words.hide : words.show}
        </button>
      </div>
      {isOpen && <Live {...props} />}
    </section>
  );
}

function Live({ form, record: { kind, id } }: Props) {
  const frameKey = useFrameKey();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = usePageWidth(box);
  const frame = useRef<HTMLIFrameElement>(null);
  const top = useRef(0);
  const [shown, setShown] = useState<{ src?: string; problem?: string }>({});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = "";
    let isBusy = false;
    const ended = new AbortController();
    const { signal } = ended;
    async function render() {
      if (isBusy || !form.current) return;
      const now = JSON.stringify([...new FormData(form.current)]);
      if (now === last) return;
      isBusy = true;
      // Only a click asks to sign in again.
      const { answer } = await storePreview(form.current, { kind, id }, fetchJson, signal);
      isBusy = false;
      if (signal.aborted) return;
      // After a failure, the next key tries again.
      last = answer ? now : "";
      // A page that's rendered again stays where it was scrolled to.
      top.current = frame.current?.contentWindow?.scrollY ?? 0;
      setShown((before) =>
        answer ? { src: `${answer}&frame=${frameKey}` } : { ...before, problem: words.failed },
      );
      if (answer) wait();
    }
    function wait() {
      clearTimeout(timer);
      timer = setTimeout(render, PAUSE_MS);
    }
    for (const act of ACTS)
      form.current?.addEventListener(act, wait, { capture: true, passive: true, signal });
    void render();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [form, kind, id, frameKey]);
  return (
    <div ref={box}>
      <WidthChoice width={width} onChange={setWidth} />
      {shown.problem && (
        <p className="error" role="status">
          {shown.problem}
        </p>
      )}
      {shown.src && <PageFrame {...{ frame, top, width }} title={words.live} src={shown.src} isStill />}
    </div>
  );
}
